// Package namedfile opens files that a user named: a pipe, a device or a folder in place of one is refused, rather than
// waited for.
package namedfile

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"
)

// Open opens a file that the user named, for reading.
func Open(path string) (*os.File, error) {
	if err := Check(path, 0); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// Check refuses a path that names something else than a file, or than what the mode bits also
// allow: opening a FIFO would wait for a writer, and a device might never end. A link is followed,
// and a path at which nothing can be seen is left to whoever opens it.
func Check(path string, also fs.FileMode) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Type()&^also == 0 {
		return nil
	}
	kind := "no regular file"
	switch mode := info.Mode(); {
	case mode.IsDir():
		kind = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		kind = "a pipe"
	case mode&fs.ModeSocket != 0:
		kind = "a socket"
	case mode&fs.ModeDevice != 0:
		kind = "a device"
	}
	return fmt.Errorf("%s is %s: name a file", path, kind)
}

// secretLimit is far above the size of a key, a certificate or a connection string.
const secretLimit = 1 << 20

// ReadSecret reads a short file that the user named. It may be a pipe, so that a secret never lies
// in a file: @<(pass show account), or /dev/stdin. Opening does not wait: a FIFO into which nobody
// writes is empty.
func ReadSecret(path string) ([]byte, error) {
	if err := Check(path, fs.ModeNamedPipe); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, secretLimit+1))
	if err == nil && len(text) > secretLimit {
		err = fmt.Errorf("%s is longer than %d bytes", path, secretLimit)
	}
	return text, err
}

// ReadingOnce returns ReadSecret for callers that need the same file again.
func ReadingOnce() func(path string) ([]byte, error) {
	var mu sync.Mutex
	known := map[string][]byte{}
	return func(path string) ([]byte, error) {
		mu.Lock()
		defer mu.Unlock()
		if text, ok := known[path]; ok {
			return text, nil
		}
		text, err := ReadSecret(path)
		if err == nil {
			known[path] = text
		}
		return text, err
	}
}
