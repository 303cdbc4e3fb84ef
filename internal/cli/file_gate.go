package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

	"ifmatch/reports"
)

// fileGate lets the files of a command be written until the command is stopped.
type fileGate struct{ mu sync.Mutex }

// write writes a file completely. Something else than a file, such as a FIFO, cannot be kept whole,
// and its reader may never come.
func (g *fileGate) write(path string, text []byte) error {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() || errors.Is(err, fs.ErrNotExist) {
		g.mu.Lock()
		defer g.mu.Unlock()
	}
	return reports.WriteFile(path, text, func(w io.Writer, text []byte) error {
		_, err := w.Write(text)
		return err
	})
}

// check reports whether a file can be written.
func (g *fileGate) check(path string) error {
	if g != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
	}
	return reports.CheckWritable(path)
}

// close returns when no file is being written. None will be.
func (g *fileGate) close() { g.mu.Lock() }
