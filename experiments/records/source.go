package records

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
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
	path  string
	size  int64
	zip   bool
	fault error // why it cannot be read; nil if it can
}

// name is how tables and messages call the file.
func (f file) name() string { return tableText(filepath.ToSlash(f.path)) }

// tableText is text that a table can hold.
func tableText(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// list returns the files that the paths mean: a file as such, whatever its
// name, and of a folder every .sgf, .sgf.gz and .zip file below it, in the order
// of their names.
func list(ctx context.Context, paths []string) ([]file, error) {
	var files []file
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if fault := irregular(info); fault != nil {
			files = append(files, file{path: path, fault: fault})
			continue
		}
		if !info.IsDir() {
			zipped, err := isZip(path)
			if err != nil {
				return nil, err
			}
			files = append(files, file{path: path, size: info.Size(), zip: zipped})
			continue
		}
		below, err := listFolder(ctx, path)
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

// irregular reports what is neither a file nor a folder: opening a pipe would
// wait for somebody who writes to it.
func irregular(info fs.FileInfo) error {
	kind := "a special file"
	switch mode := info.Mode(); {
	case mode.IsRegular() || mode.IsDir():
		return nil
	case mode&fs.ModeNamedPipe != 0:
		kind = "a pipe"
	case mode&fs.ModeSocket != 0:
		kind = "a socket"
	case mode&fs.ModeDevice != 0:
		kind = "a device"
	}
	return fmt.Errorf("it is %s and no file: write what it gives to a file first", kind)
}

func listFolder(ctx context.Context, dir string) ([]file, error) {
	var files []file
	// With the separator, a link to a folder is followed as well.
	err := filepath.WalkDir(dir+string(filepath.Separator), func(path string, entry fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		name := strings.ToLower(entry.Name())
		zipped := isZipName(name)
		if entry.IsDir() || !zipped && !isRecordName(name) {
			return nil
		}
		found := file{path: filepath.Join(dir, strings.TrimPrefix(path, dir)), zip: zipped}
		info, err := os.Stat(path)
		switch {
		case err != nil: // such as a link to nothing
			found.fault = err
		case info.IsDir():
			return nil
		default:
			if found.fault = irregular(info); found.fault == nil {
				found.size = info.Size()
			}
		}
		files = append(files, found)
		return nil
	})
	return files, err
}

// isRecordName reports whether a file of this name, in small letters, is taken
// for a record without being named.
func isRecordName(name string) bool {
	return strings.HasSuffix(name, ".sgf") || strings.HasSuffix(name, ".sgf.gz")
}

func isZipName(name string) bool { return strings.HasSuffix(name, ".zip") }

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

// members returns the records in a zip file, and the zip files in it, which
// are not read, in its order.
func members(archive *zip.Reader) []*zip.File {
	var found []*zip.File
	for _, member := range archive.File {
		name := strings.ToLower(member.Name)
		foreign := strings.HasPrefix(name, "__macosx/") // attributes of files, under their names
		if !member.FileInfo().IsDir() && (isRecordName(name) || isZipName(name)) && !foreign {
			found = append(found, member)
		}
	}
	return found
}
