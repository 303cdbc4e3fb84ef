package history

import (
	"fmt"
	"io"
	"os"
)

// WriteFile writes a whole history, to a file that must not exist yet. The file has a footer only
// if the history is complete.
func WriteFile(path string, h *History) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("write the history: %w", err)
	}
	err = h.write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("write the history: %w", err)
	}
	return nil
}

func (h *History) write(to io.Writer) error {
	w, err := newWriter(to, h.Header, h.Book)
	if err != nil {
		return err
	}
	// The watermark after a block is the first invocation after it.
	marks := make([]int64, len(h.Events)/maxEvents+1)
	least := Open
	for i := len(h.Events) - 1; i >= 0; i-- {
		if (i+1)%maxEvents == 0 {
			marks[i/maxEvents] = least
		}
		least = min(least, h.Events[i].Invoke)
	}
	for from := 0; from < len(h.Events); from += maxEvents {
		batch, mark := h.Events[from:], Open
		if len(batch) > maxEvents {
			batch, mark = batch[:maxEvents], marks[from/maxEvents]
		}
		if err := w.write(batch, mark); err != nil {
			return err
		}
	}
	if !h.Complete {
		return nil
	}
	return w.finish(h.To)
}
