package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// unfinished is how the names of files that are still being written end.
const unfinished = ".inprogress"

// createUnfinished creates the file that will become path, in the same folder
// and so on the same file system. Another process may be writing the same part;
// each has a file of its own, and the last to finish wins with the same bytes.
func createUnfinished(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	if err := os.MkdirAll(filepath.Clean(dir), 0o777); err != nil {
		return nil, err
	}
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	for n := 0; ; n++ {
		name := filepath.Join(dir, fmt.Sprintf("_%s.%d-%d%s", stem, os.Getpid(), n, unfinished))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) && n < 1000 {
			continue
		}
		return f, err
	}
}

// commit gives a file written by createUnfinished its name, once its bytes are
// on the disk. The file is closed in any case, and removed on an error.
func commit(f *os.File, path string) error {
	err := f.Sync()
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	return syncDir(filepath.Dir(path))
}

// syncDir makes a rename in dir last through a power failure. File systems that
// cannot do so say EINVAL or ENOTSUP; there is nothing to be done about it.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}

// WriteFileAtomic writes a small file so that readers see the old content or
// the new one and nothing between, even through a crash. It creates the folder
// if need be.
func WriteFileAtomic(path string, data []byte) error {
	f, err := createUnfinished(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := commit(f, path); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// CheckPlace reports what would keep Create or WriteFileAtomic from writing to
// path, for work that is long and writes at its end. It leaves nothing behind.
func CheckPlace(path string) error {
	if info, err := os.Stat(path); strings.HasSuffix(filepath.ToSlash(path), "/") || err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder: name a file", path)
	} else if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no ordinary file: name another one", path)
	}
	dir := filepath.Dir(path)
	for { // missing folders will be created in the first that is there
		_, err := os.Stat(dir)
		if err == nil {
			break
		}
		if parent := filepath.Dir(dir); errors.Is(err, fs.ErrNotExist) && parent != dir {
			dir = parent
			continue
		}
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	probe, err := os.CreateTemp(dir, "_*"+unfinished)
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// SHA256File returns the SHA-256 of a file in hexadecimal, as sha256sum prints
// it.
func SHA256File(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
