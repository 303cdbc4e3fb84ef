package history

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// History is a recorded run as a whole.
type History struct {
	Header
	Book   *Dictionary
	Events []Event // those of a client in their order
	To     int64   // end of the measured part; 0 if the history is incomplete
	// Complete tells whether these are all events that were recorded. If not, Why
	// says what happened, and nothing can be concluded from what is missing.
	Complete bool
	Why      string
}

// ReadFile reads a history whole. The error says that the file cannot be read or is
// none; one that was cut off or damaged is a History that is not Complete.
func ReadFile(path string) (*History, error) {
	r, err := OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return r.all(expected(path))
}

// all reads the rest; the memory for n events is had at once.
func (r *Reader) all(n int) (*History, error) {
	h := &History{Header: r.header, Book: r.book, Events: make([]Event, 0, n)}
	for {
		var err error
		if h.Events, _, err = r.next(h.Events); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	h.To = r.to
	h.Complete, h.Why = r.Complete()
	return h, nil
}

// leastEvent is how many bytes an event takes at least in any history of note.
const leastEvent = 8

// expected is how many events a file says that it has, as far as its size bears it.
// It saves memory and time; what it says is verified later.
func expected(path string) int {
	const length = frameHead + footerLength + frameTail
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil || info.Size() < length {
		return 0
	}
	var end [length]byte
	if _, err := f.ReadAt(end[:], info.Size()-length); err != nil || end[0] != footerBlock {
		return 0
	}
	return int(min(binary.LittleEndian.Uint64(end[frameHead:]), uint64(info.Size()/leastEvent)))
}
