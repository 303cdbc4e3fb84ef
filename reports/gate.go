package reports

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
)

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
