package reports

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// WriteFile renders r to path as a whole or not at all. It writes a temporary
// file next to path and renames it, so that a reader never sees half a report
// and a failed run never destroys the last good one. If path exists and is not
// a regular file (a pipe, /dev/stdout), WriteFile writes to it directly. render
// may be Encode or any renderer of a result model.
func WriteFile[R any](path string, r R, render func(io.Writer, R) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write report: %w", err)
		}
	}()
	if special(path) {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(buffered(f, r, render), f.Close())
	}
	f, err := createBeside(path)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // does nothing once renamed
	if err := errors.Join(buffered(f, r, render), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// CheckWritable reports whether WriteFile could write path, without changing
// it, so that a run of minutes does not end in "permission denied".
func CheckWritable(path string) error {
	info, err := os.Stat(path)
	switch {
	case path == "":
		return errors.New("write report: no file name")
	case err == nil && info.IsDir():
		return fmt.Errorf("write report: %s is a folder, name a file in it", path)
	case err == nil && !info.Mode().IsRegular():
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("write report: %w", err)
	}
	f, err := createBeside(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("write report: there is no folder %s: create it first", filepath.Dir(path))
	}
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// createBeside makes a temporary file in path's folder, because a rename is
// atomic only within one file system.
func createBeside(path string) (*os.File, error) {
	for i := 0; ; i++ {
		name := fmt.Sprintf("%s.%d-%d.tmp", path, os.Getpid(), i)
		// Not os.CreateTemp: its files are private, and a report should be as
		// readable as any file that the user makes.
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) || i == 100 {
			return f, err
		}
	}
}

func special(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

func buffered[R any](w io.Writer, r R, render func(io.Writer, R) error) error {
	b := bufio.NewWriter(w)
	return errors.Join(render(b, r), b.Flush())
}

// Gate lets the files of a command be written until the command is stopped.
type Gate struct{ mu sync.Mutex }

// Write writes a file completely. Something else than a file, such as a FIFO, cannot be kept whole,
// and its reader may never come.
func (g *Gate) Write(path string, text []byte) error {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() || errors.Is(err, fs.ErrNotExist) {
		g.mu.Lock()
		defer g.mu.Unlock()
	}
	return WriteFile(path, text, func(w io.Writer, text []byte) error {
		_, err := w.Write(text)
		return err
	})
}

// Check reports whether a file can be written. A nil gate is open.
func (g *Gate) Check(path string) error {
	if g != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
	}
	return CheckWritable(path)
}

// Close returns when no file is being written. None will be.
func (g *Gate) Close() { g.mu.Lock() }
