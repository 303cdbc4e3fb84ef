package history

import (
	"encoding/binary"
	"errors"
	"io"
)

// History is a whole recorded run.
type History struct {
	Header
	Book   *Dictionary
	Events []Event // the events of each client are in their order
	To     int64   // end of the measured part; 0 if the history is incomplete
	// Complete reports whether these are all events that were recorded. If not, Why says
	// what happened, and missing events prove nothing.
	Complete bool
	Why      string
}

// ReadFile reads a whole history. The error says that the file cannot be read, or that it is not
// a history. A file that was cut off or damaged gives a History that is not Complete.
func ReadFile(path string) (*History, error) {
	r, err := OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return r.all(r.events)
}

// all reads the rest. It allocates memory for n events at once.
func (r *Reader) all(n int) (*History, error) {
	h := &History{Header: r.header, Book: r.book, Events: make([]Event, 0, n)}
	for {
		var err error
		if h.Events, _, err = r.Next(h.Events); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	h.To = r.to
	h.Complete, h.Why = r.Complete()
	return h, nil
}

// leastEvent is how many bytes an event takes at least, in any history that is not tiny.
const leastEvent = 8

// expected is how many events the footer of a file claims, as far as the size of the file allows
// that. It saves memory and time. The claim is verified later.
func expected(file io.ReaderAt, size int64) int {
	const length = frameHead + footerLength + frameTail
	var end [length]byte
	if size < length {
		return 0
	}
	if _, err := file.ReadAt(end[:], size-length); err != nil || end[0] != footerBlock {
		return 0
	}
	return int(min(binary.LittleEndian.Uint64(end[frameHead:]), uint64(size/leastEvent)))
}
