package datasets

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
)

// A file carries its own SHA-256 in the metadata: that of all its bytes with
// the place of the sum itself filled by selfPlaceholder. So the footer, too, is
// covered, and no second file is needed.
var selfPlaceholder = strings.Repeat("self-sum", 8)

// fillSelf puts the checksum into the last bytes of a file, where the
// placeholder stands. before is the state of the hash over what precedes.
func fillSelf(before hash.Hash, tail []byte) error {
	at, err := findOnce(tail, selfPlaceholder)
	if err != nil {
		return err
	}
	before.Write(tail)
	copy(tail[at:], hex.EncodeToString(before.Sum(nil)))
	return nil
}

// findOnce returns where text is within b, if that is one place.
func findOnce(b []byte, text string) (int, error) {
	at := bytes.Index(b, []byte(text))
	if at < 0 || bytes.Contains(b[at+1:], []byte(text)) {
		return 0, fmt.Errorf("the place of the checksum cannot be told in the footer: %w", ErrDamaged)
	}
	return at, nil
}

// verifySelf reads the whole file and compares it with the checksum that it
// carries. It returns the plain SHA-256 of the file, which the same pass gives.
func (p *part) verifySelf() (string, error) {
	self, place, err := p.findSelf()
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.path, err)
	}
	rest := place + int64(len(self))
	plain, masked := sha256.New(), sha256.New()
	both := io.MultiWriter(plain, masked)
	_, errBefore := io.Copy(both, io.NewSectionReader(p.file, 0, place))
	io.WriteString(plain, self)
	io.WriteString(masked, selfPlaceholder)
	_, errAfter := io.Copy(both, io.NewSectionReader(p.file, rest, p.size-rest))
	if err := errors.Join(errBefore, errAfter); err != nil {
		return "", fmt.Errorf("%s: %w", p.path, err)
	}
	if hex.EncodeToString(masked.Sum(nil)) != self {
		return "", fmt.Errorf("%s: its bytes are not those that were written (checksum): %w; restore it, or delete it and make it again", p.path, ErrDamaged)
	}
	return hex.EncodeToString(plain.Sum(nil)), nil
}

// findSelf returns the checksum that the file carries and where it stands.
func (p *part) findSelf() (sum string, place int64, err error) {
	sum, ok := p.pq.Lookup(keySelf)
	if !ok || len(sum) != len(selfPlaceholder) {
		return "", 0, fmt.Errorf("the metadata has no checksum %s: %w", keySelf, ErrDamaged)
	}
	footer, err := readFooter(p.file, p.size)
	if err != nil {
		return "", 0, err
	}
	at, err := findOnce(footer, sum)
	return sum, p.size - tailSize - int64(len(footer)) + int64(at), err
}

// Verify reads the whole file, of any table, and compares it with the checksum
// that it carries. It finds any byte that has changed, and does not need the
// manifest.
func Verify(path string) error {
	p, err := openPart(path)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.checkAllColumns(); err != nil {
		return err
	}
	_, err = p.verifySelf()
	return err
}
