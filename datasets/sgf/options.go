package sgf

// Options bound and direct a reader. The zero value reads every sane file.
type Options struct {
	// File names the file in errors and notes.
	File string

	// Charset is the encoding of the file where the caller knows better than
	// the file and its bytes: a name such as "gbk" or "shift_jis".
	Charset string

	// Reuse lets a Reader build each game in the memory of the one before: a
	// Tree and its nodes are then valid only until the next call of Next. It
	// makes passing over large collections cheaper.
	Reuse bool

	// MaxGameBytes bounds one game in the file; 0 means 32 MiB. The memory in
	// use does not depend on the size of the file, only on this.
	MaxGameBytes int

	// MaxNodes bounds the nodes of one game; 0 means two million. A game may
	// have four times as many values.
	MaxNodes int
}

func (o *Options) maxGameBytes() int {
	if o.MaxGameBytes > 0 {
		return o.MaxGameBytes
	}
	return 32 << 20
}

func (o *Options) maxNodes() int {
	if o.MaxNodes > 0 {
		return o.MaxNodes
	}
	return 2_000_000
}

func (o *Options) maxValues() int { return 4 * o.maxNodes() }
