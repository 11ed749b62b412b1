package sgf

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// Player is what the root says of a player.
type Player struct {
	Name, Rank, Team string
}

// Info is what the root of a game says about it.
type Info struct {
	// Size may be up to 52x52, the limit of the format; the ruleset referees
	// up to 25x25.
	Size ruleset.Size

	// Komi is in points for White, converted from the dialect of the file. It
	// is 0 with HasKomi false where KM is missing, unreadable or implausible.
	Komi    ruleset.HalfPoints
	HasKomi bool

	// Handicap is the number that HA gives, 0 without one. It places no stones.
	Handicap int

	// Rules are those that RU names, with the komi of KM if there is one.
	// Without RU, or if it names no known rules, HasRules is false and Rules
	// are the zero value, area counting with simple ko, with that komi.
	Rules     ruleset.Rules
	HasRules  bool
	RulesText string

	Result     Result
	ResultText string

	Black, White                   Player
	Name, Event, Round, Place      string
	Date, TimeLimit, Overtime      string
	Application, Source, Annotator string
	Comment                        string // of the root

	Notes []Note // on what was converted or could not be used
}

// Info reads the root. Its error says that the record is no record of Go
// (ErrOtherGame) or gives no usable size (ErrSize); everything else that is
// wrong is in the notes.
func (t *Tree) Info() (Info, error) {
	root := t.Root
	if root == nil {
		return Info{}, &Error{t.where, ErrNoGame}
	}
	info := Info{
		Black: Player{root.SimpleText("PB"), root.SimpleText("BR"), root.SimpleText("BT")},
		White: Player{root.SimpleText("PW"), root.SimpleText("WR"), root.SimpleText("WT")},
		Name:  root.SimpleText("GN"), Event: root.SimpleText("EV"), Round: root.SimpleText("RO"), Place: root.SimpleText("PC"),
		Date: root.SimpleText("DT"), TimeLimit: root.SimpleText("TM"), Overtime: root.SimpleText("OT"),
		Application: root.SimpleText("AP"), Source: root.SimpleText("SO"), Annotator: root.SimpleText("AN"),
		Comment:   root.Text("C"),
		RulesText: root.SimpleText("RU"), ResultText: root.SimpleText("RE"),
	}
	note := func(problem bool, format string, args ...any) {
		info.Notes = append(info.Notes, Note{Where: t.at(root), Problem: problem, Text: fmt.Sprintf(format, args...)})
	}
	if gm, ok := root.Get("GM"); ok && strings.TrimSpace(gm) != "1" && gm != "" {
		return info, &Error{t.at(root), fmt.Errorf("%w: GM[%s] is another game, Go is GM[1]", ErrOtherGame, clip(gm))}
	}
	var err error
	if info.Size, err = readSize(root); err != nil {
		return info, &Error{t.at(root), err}
	}
	info.readRules(note)
	info.readKomi(root, note)
	info.readHandicap(root, note)
	var text string
	if info.Result, text = ParseResult(info.ResultText); text != "" {
		note(!info.Result.Known(), "%s", text)
	}
	return info, nil
}

// readSize reads SZ: a side, or columns and rows.
func readSize(root *Node) (ruleset.Size, error) {
	raw, ok := root.Get("SZ")
	if !ok {
		return ruleset.Square(19), nil // the format's default for Go
	}
	columns, rows, two := strings.Cut(strings.ReplaceAll(normalize(raw), "x", ":"), ":")
	if !two {
		rows = columns
	}
	w, errW := strconv.Atoi(strings.TrimSpace(columns))
	h, errH := strconv.Atoi(strings.TrimSpace(rows))
	switch {
	case errW != nil || errH != nil:
		return ruleset.Size{}, fmt.Errorf("%w: SZ[%s]: write a number such as 19, or columns:rows such as 9:13", ErrSize, clip(raw))
	case w < 1 || h < 1 || w > MaxFormatSide || h > MaxFormatSide:
		return ruleset.Size{}, fmt.Errorf("%w: SZ[%s]: a side has 1 to %d points", ErrSize, clip(raw), MaxFormatSide)
	}
	return ruleset.Size{W: w, H: h}, nil
}

// playable returns an error if the board is too large for the ruleset.
func playable(size ruleset.Size) error {
	if err := size.Validate(); err != nil {
		return fmt.Errorf("%w: %w; larger records can be read and written, not replayed", ErrSize, err)
	}
	return nil
}

type noteFunc func(problem bool, format string, args ...any)

func (info *Info) readRules(note noteFunc) {
	info.Rules, info.HasRules = ParseRules(info.RulesText)
	if info.RulesText != "" && !info.HasRules {
		note(true, "RU[%s] names no known rules", clip(info.RulesText))
	}
}

func (info *Info) readKomi(root *Node, note noteFunc) {
	raw, ok := root.Get("KM")
	if !ok {
		return
	}
	komi, text, err := ParseKomi(raw, info.Application, info.RulesText)
	if text != "" {
		note(false, "%s", text)
	}
	area := ruleset.WholePoints(info.Size.Area())
	switch {
	case err != nil:
		note(true, "%v", err)
		return
	case komi > area || komi < -area:
		note(true, "komi %v is not believed: the board has only %d points", komi, info.Size.Area())
		return
	}
	info.Komi, info.HasKomi = komi, true
	info.Rules.Komi = komi
}

func (info *Info) readHandicap(root *Node, note noteFunc) {
	raw, ok := root.Get("HA")
	if !ok {
		return
	}
	a, rest, ok := scanAmount(strings.TrimPrefix(normalize(SimpleText(raw)), "让"))
	switch {
	case !ok || rest != "" || !a.integer || a.value < 0:
		note(true, "HA[%s] is no number of handicap stones and is left out", clip(raw))
	case a.value > float64(info.Size.Area()):
		note(true, "HA[%s] is not believed: the board has only %d points", clip(raw), info.Size.Area())
	default:
		info.Handicap = int(a.value)
	}
}
