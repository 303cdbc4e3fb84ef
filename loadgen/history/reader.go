package history

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// Reader reads a history batch by batch. It needs memory for one batch and the texts.
type Reader struct {
	header Header
	book   *Dictionary
	to     int64
	ended  bool   // nothing can follow
	why    string // why it ended too early

	file   io.Closer
	in     *bufio.Reader
	left   int64 // bytes of the file that are not read yet
	events int   // how many events the file claims
	at     int64 // offset in the file, for messages
	chain  chain
	footer footer // as counted so far
	decode decoder
	buf    []byte
}

// OpenFile begins to read a history. The error says that the file cannot be read, or that it
// is not a history. Damage after its header shows in Next and Complete.
func OpenFile(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the history: %w", err)
	}
	info, err := f.Stat()
	if err == nil {
		var r *Reader
		if r, err = newReader(f, info.Size()); err == nil {
			r.file, r.events = f, expected(f, info.Size())
			return r, nil
		}
	}
	_ = f.Close()
	return nil, fmt.Errorf("read the history %s: %w", path, err)
}

func newReader(in io.Reader, size int64) (*Reader, error) {
	r := &Reader{in: bufio.NewReaderSize(in, 256<<10), left: size, chain: newChain()}
	var begin [len(signature)]byte
	if size < int64(len(begin)) {
		return nil, fmt.Errorf("it has %d bytes and is not a history", size)
	}
	if err := r.fill(begin[:]); err != nil {
		return nil, err
	}
	if string(begin[:]) != signature {
		return nil, errors.New("it is not a history: it begins with something else")
	}
	kind, contents, err := r.block()
	if err != nil {
		return nil, fmt.Errorf("its header cannot be read: %w", err)
	}
	if kind != headerBlock {
		return nil, errors.New("it is not a history: it has no header")
	}
	if r.header, err = decodeHeader(contents); err != nil {
		return nil, err
	}
	r.book = NewDictionary(r.header.Run)
	r.decode.book = r.book
	return r, nil
}

// Header returns the header of the history.
func (r *Reader) Header() Header { return r.header }

// Book returns the texts of the events read so far.
func (r *Reader) Book() *Dictionary { return r.book }

// Expected is how many events the file claims to have, as far as its size allows that; 0 if it has no footer.
func (r *Reader) Expected() int { return r.events }

// Complete reports, once Next has returned io.EOF, whether all recorded events were read. If
// not, why says what happened.
func (r *Reader) Complete() (complete bool, why string) { return r.ended && r.why == "", r.why }

// Close closes the file.
func (r *Reader) Close() error { return r.file.Close() }

// Next returns events in the order in which they were recorded; those of one client are in
// their order. They are appended to dst. No event that comes later was invoked before watermark.
// The error is io.EOF at the end, whether the history is complete or not, or a reading error.
func (r *Reader) Next(dst []Event) (_ []Event, watermark int64, err error) {
	if r.ended {
		return dst, Open, io.EOF
	}
	for {
		start := r.at
		kind, contents, err := r.block()
		switch {
		case errors.Is(err, errCut), errors.Is(err, errDamaged):
			return r.end(dst, err)
		case err != nil:
			return dst, 0, fmt.Errorf("read the history: %w", err)
		}
		switch kind {
		case eventsBlock:
			before := len(dst)
			if dst, watermark, err = r.decode.events(dst, contents); err == nil {
				r.footer.events += uint64(len(dst) - before)
				return dst, watermark, nil
			}
		case textsBlock:
			err = r.book.enter(contents)
		case footerBlock:
			if err = r.last(contents); err == nil {
				r.ended = true
				return dst, Open, io.EOF
			}
		default:
			err = fmt.Errorf("it has the unknown kind %q", kind)
		}
		if err != nil {
			return r.end(dst, fmt.Errorf("%w: the block at byte %d: %w", errDamaged, start, err))
		}
	}
}

// end ends the reading early.
func (r *Reader) end(dst []Event, why error) ([]Event, int64, error) {
	r.ended, r.why = true, why.Error()
	return dst, Open, io.EOF
}

// last compares the footer with the blocks read.
func (r *Reader) last(contents []byte) error {
	f, ok := decodeFooter(contents)
	switch before := r.footer.blocks - 1; {
	case !ok:
		return errors.New("the footer cannot be read")
	case f.events != r.footer.events || f.blocks != before:
		return fmt.Errorf("the footer counts %d events in %d blocks, but there are %d in %d", f.events, f.blocks, r.footer.events, before)
	case r.left > 0:
		return fmt.Errorf("%d bytes follow the footer", r.left)
	}
	r.to = f.to
	return nil
}

var (
	errCut     = errors.New("the recording was cut off")
	errDamaged = errors.New("the history is damaged")
)

// block reads and checks the next block. The contents are valid until the next call.
func (r *Reader) block() (kind byte, contents []byte, err error) {
	start := r.at
	if r.left == 0 {
		return 0, nil, fmt.Errorf("%w: the file ends at byte %d without a footer", errCut, start)
	}
	var head [frameHead]byte
	if r.left < frameHead {
		return 0, nil, fmt.Errorf("%w: the file ends within the block at byte %d", errCut, start)
	}
	if err := r.fill(head[:]); err != nil {
		return 0, nil, err
	}
	size := int64(binary.LittleEndian.Uint32(head[1:]))
	switch {
	case size > maxBlock:
		return 0, nil, fmt.Errorf("%w: the block at byte %d claims %d bytes", errDamaged, start, size)
	case size+frameTail > r.left:
		return 0, nil, fmt.Errorf("%w: the file ends within the block at byte %d", errCut, start)
	}
	if n := int(size) + frameTail; cap(r.buf) < n {
		r.buf = make([]byte, n, max(n, 2*cap(r.buf)))
	} else {
		r.buf = r.buf[:n]
	}
	if err := r.fill(r.buf); err != nil {
		return 0, nil, err
	}
	contents = r.buf[:size]
	r.chain.add(head[:])
	r.chain.add(contents)
	if binary.LittleEndian.Uint32(r.buf[size:]) != uint32(r.chain) {
		return 0, nil, fmt.Errorf("%w: the block at byte %d was changed after it was written", errDamaged, start)
	}
	r.footer.blocks++
	return head[0], contents, nil
}

// fill reads len(b) bytes. The file must have them.
func (r *Reader) fill(b []byte) error {
	n, err := io.ReadFull(r.in, b)
	r.at += int64(n)
	r.left -= int64(n)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		r.left = 0
		return fmt.Errorf("%w: the file ends at byte %d, but was longer before", errCut, r.at)
	}
	return err
}
