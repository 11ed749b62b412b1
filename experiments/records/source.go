package records

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// file is one file of an import.
type file struct {
	path string
	size int64
	zip  bool
}

// name is how tables and messages call the file.
func (f file) name() string { return tableText(filepath.ToSlash(f.path)) }

// tableText is text that a table can hold.
func tableText(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// list returns the files that the paths mean: a file as such, whatever its
// name, and of a folder every .sgf, .sgf.gz and .zip file below it, in the order
// of their names.
func list(paths []string) ([]file, error) {
	var files []file
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			zipped, err := isZip(path)
			if err != nil {
				return nil, err
			}
			files = append(files, file{path, info.Size(), zipped})
			continue
		}
		below, err := listFolder(path)
		if err != nil {
			return nil, err
		}
		if len(below) == 0 {
			return nil, fmt.Errorf("%s: no .sgf, .sgf.gz or .zip file is below it; files with other names can be named one by one", path)
		}
		files = append(files, below...)
	}
	return files, nil
}

func listFolder(dir string) ([]file, error) {
	var files []file
	// With the separator, a link to a folder is followed as well.
	err := filepath.WalkDir(dir+string(filepath.Separator), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.ToLower(entry.Name())
		zipped := strings.HasSuffix(name, ".zip")
		if entry.IsDir() || !zipped && !isRecordName(name) {
			return nil
		}
		info, err := os.Stat(path)
		if err != nil || info.IsDir() {
			return err
		}
		files = append(files, file{filepath.Join(dir, strings.TrimPrefix(path, dir)), info.Size(), zipped})
		return nil
	})
	return files, err
}

// isRecordName reports whether a file of this name, in small letters, is taken
// for a record without being named.
func isRecordName(name string) bool {
	return strings.HasSuffix(name, ".sgf") || strings.HasSuffix(name, ".sgf.gz")
}

// isZip looks at the first bytes of a file.
func isZip(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head := make([]byte, len(zipMagic))
	_, err = io.ReadFull(f, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return false, nil
	}
	return string(head) == zipMagic, err
}

const (
	zipMagic  = "PK\x03\x04"
	gzipMagic = "\x1f\x8b"
)

// unpacked returns a reader of what r holds, decompressed if it is gzip.
func unpacked(r io.Reader) (io.Reader, error) {
	head := make([]byte, len(gzipMagic))
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	whole := io.MultiReader(bytes.NewReader(head[:n]), r)
	if string(head[:n]) != gzipMagic {
		return whole, nil
	}
	return gzip.NewReader(whole)
}

// members returns the records in a zip file, in its order.
func members(archive *zip.Reader) []*zip.File {
	var found []*zip.File
	for _, member := range archive.File {
		name := strings.ToLower(member.Name)
		foreign := strings.HasPrefix(name, "__macosx/") // attributes of files, under their names
		if !member.FileInfo().IsDir() && isRecordName(name) && !foreign {
			found = append(found, member)
		}
	}
	return found
}
