package history

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"
)

// writer writes a history, block by block.
type writer struct {
	to     io.Writer
	book   *Dictionary
	marks  [tables]int // texts of each table that were written
	chain  chain
	footer footer
	events encoder
	before int64 // the watermark of the last batch
	buf    []byte
}

// newWriter writes the signature and header of a history.
func newWriter(to io.Writer, h Header, book *Dictionary) (*writer, error) {
	head, err := h.encode()
	if err != nil {
		return nil, err
	}
	w := &writer{to: to, book: book, chain: newChain(), before: math.MinInt64}
	for i := range tokenTables {
		w.marks[i] = 1 // "" is always there
	}
	w.buf = append(w.buf, signature...)
	w.buf = openFrame(w.buf, headerBlock)
	w.buf = append(w.buf, head...)
	w.close(len(signature))
	return w, w.send()
}

// close completes the block that begins at from.
func (w *writer) close(from int) {
	w.buf = w.chain.closeFrame(w.buf, from)
	w.footer.blocks++
}

// send writes the buffer out, in one call.
func (w *writer) send() error {
	_, err := w.to.Write(w.buf)
	w.buf = w.buf[:0]
	return err
}

// write adds a batch of events. No event of a later batch has an invocation before watermark.
func (w *writer) write(batch []Event, watermark int64) error {
	if err := w.texts(); err != nil {
		return err
	}
	for len(batch) > 0 {
		n, mark := len(batch), watermark
		if n > maxEvents { // the watermark holds after the batch, but perhaps not within it
			n, mark = maxEvents, w.before
		}
		from := len(w.buf)
		w.buf = openFrame(w.buf, eventsBlock)
		w.buf = binary.AppendUvarint(w.buf, uint64(n))
		w.buf = binary.AppendVarint(w.buf, mark)
		w.events.begin()
		for i := range batch[:n] {
			w.buf = w.events.append(w.buf, &batch[i])
		}
		w.close(from)
		w.footer.events += uint64(n)
		batch = batch[n:]
	}
	w.before = watermark
	return w.send()
}

// maxText is how long a text may be, in bytes.
const maxText = maxBlock / 4

// texts adds blocks with the dictionary's new texts.
func (w *writer) texts() error {
	from := -1
	for table := range w.marks {
		first := w.marks[table]
		for list := w.book.tables[table].since(first); len(list) > 0; {
			if from < 0 {
				from = len(w.buf)
				w.buf = openFrame(w.buf, textsBlock)
			}
			n, size := 0, 0
			for n < len(list) && size < maxText {
				if len(list[n]) > maxText {
					return fmt.Errorf("a text has %d bytes, at most %d are allowed", len(list[n]), maxText)
				}
				size += len(list[n]) + binary.MaxVarintLen32
				n++
			}
			w.buf = binary.AppendUvarint(w.buf, uint64(table))
			w.buf = binary.AppendUvarint(w.buf, uint64(first))
			w.buf = binary.AppendUvarint(w.buf, uint64(n))
			for _, text := range list[:n] {
				w.buf = binary.AppendUvarint(w.buf, uint64(len(text)))
				w.buf = append(w.buf, text...)
			}
			first, list = first+n, list[n:]
			w.marks[table] = first
			if len(w.buf)-from > maxBlock/2 {
				w.close(from)
				from = -1
			}
		}
	}
	if from >= 0 {
		w.close(from)
	}
	return nil
}

// finish writes the footer, after the texts that no event needed.
func (w *writer) finish(to int64) error {
	if err := w.texts(); err != nil {
		return err
	}
	w.footer.to = to
	from := len(w.buf)
	w.buf = openFrame(w.buf, footerBlock)
	w.buf = w.footer.append(w.buf)
	w.close(from)
	return w.send()
}

// Header says which run a history records.
type Header struct {
	Run      string `json:"run"`      // id of the run
	Workload string `json:"workload"` // name of the workload
	// Started is the instant from which all times count. The recorder needs it as time.Now
	// returned it, with its monotonic reading.
	Started   time.Time         `json:"started"`
	Endpoints map[string]string `json:"endpoints,omitempty"` // URL by service, without secrets
	Params    map[string]string `json:"params,omitempty"`    // flag by name
	// From is when the measured part begins, after the warm-up, in nanoseconds from Started.
	From int64 `json:"from"`
}

// format is the version of the file's format. A reader refuses a newer one.
const format = 1

// preface is a header as written in the file.
type preface struct {
	Format int `json:"format"`
	Header
}

func (h Header) encode() ([]byte, error) {
	b, err := json.Marshal(preface{format, h})
	if err == nil && len(b) > maxBlock {
		err = fmt.Errorf("it would take %d bytes, at most %d are allowed", len(b), maxBlock)
	}
	if err != nil {
		return nil, fmt.Errorf("write the header: %w", err)
	}
	return b, nil
}

func decodeHeader(b []byte) (Header, error) {
	var p preface
	if err := json.Unmarshal(b, &p); err != nil {
		return Header{}, fmt.Errorf("its header cannot be read: %w", err)
	}
	switch {
	case p.Format > format:
		return Header{}, fmt.Errorf("it has format %d, but this program reads formats up to %d: use a newer version", p.Format, format)
	case p.Format < 1 || p.Run == "":
		return Header{}, errors.New("its header names no format or no run")
	}
	return p.Header, nil
}
