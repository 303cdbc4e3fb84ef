package disk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The endings of the names of files, after their numbers.
const (
	journalEnd = ".journal"
	stateEnd   = ".state"
	draftEnd   = ".draft" // a state that is not whole yet
)

func (d *Disk) path(number int, end string) string {
	return filepath.Join(d.folder, fmt.Sprintf("%08d%s", number, end))
}

// numbers lists the numbers of the files with an ending, in their order.
func (d *Disk) numbers(end string) (list []int, err error) {
	entries, err := os.ReadDir(d.folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name, found := strings.CutSuffix(e.Name(), end)
		if n, err := strconv.Atoi(name); found && err == nil && n > 0 {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list, nil
}

// restore gives everything in the folder to the book, and leaves the last journal open for more.
func (d *Disk) restore() error {
	states, err := d.numbers(stateEnd)
	if err != nil {
		return err
	}
	journals, err := d.numbers(journalEnd)
	if err != nil {
		return err
	}
	first := 1
	if len(states) > 0 {
		first = states[len(states)-1]
		if err := d.restoreState(first); err != nil {
			return err
		}
	}
	journals = slices.DeleteFunc(journals, func(n int) bool { return n < first })
	if len(journals) == 0 && len(states) == 0 {
		return d.begin(1)
	}
	for i := range max(1, len(journals)) {
		if i >= len(journals) || journals[i] != first+i {
			return fmt.Errorf("%s is missing: restore the folder from a copy, or remove it", d.path(first+i, journalEnd))
		}
		if err := d.restoreJournal(journals[i], i == len(journals)-1); err != nil {
			return err
		}
	}
	d.discard(first)
	return nil
}

// restoreState gives a state to the book. Its last record is empty.
func (d *Disk) restoreState(number int) error {
	f, err := os.Open(d.path(number, stateEnd))
	if err != nil {
		return err
	}
	defer f.Close()
	whole := false
	if _, err := readAll(f, func(record []byte) error {
		if whole = len(record) == 0; whole {
			return nil
		}
		return d.book.Restore(record)
	}); err != nil {
		return errors.Join(err, errDamaged)
	}
	if !whole {
		return fmt.Errorf("%s: %w", f.Name(), errDamaged)
	}
	return nil
}

// restoreJournal gives a journal to the book. If it is the last one, a record that was being written is cut off, and the
// journal stays open.
func (d *Disk) restoreJournal(number int, last bool) error {
	f, err := os.OpenFile(d.path(number, journalEnd), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if d.size, err = readAll(f, d.book.Restore); err == nil && !last {
		return f.Close()
	}
	if err != nil && last && errors.Is(err, errTorn) {
		err = d.cut(f)
	} else if errors.Is(err, errTorn) {
		err = fmt.Errorf("%w: %w", err, errDamaged)
	}
	if err != nil {
		_ = f.Close()
		return err
	}
	d.file, d.number, d.due = f, number, max(d.size+d.o.Limit/2, d.o.Limit)
	return nil
}

// cut removes the end of a journal that is not whole.
func (d *Disk) cut(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if d.size > 0 {
		d.o.Notice(fmt.Sprintf("%s: the last %d bytes were being written when the server ended, and nobody was told of them; they are cut off", f.Name(), info.Size()-d.size))
	}
	if err := f.Truncate(d.size); err != nil || d.size > 0 {
		return err
	}
	d.size, err = writeAll(f, 0, [][]byte{firstLine})
	return err
}

// begin begins an empty journal.
func (d *Disk) begin(number int) error {
	f, err := os.OpenFile(d.path(number, journalEnd), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	size, err := writeAll(f, 0, [][]byte{firstLine})
	if err == nil && d.o.Sync {
		err = errors.Join(f.Sync(), syncFolder(d.folder))
	}
	if err != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return err
	}
	d.file, d.number, d.size, d.due = f, number, size, d.o.Limit
	return nil
}

// discard removes the files that the state of a number has replaced, and drafts of states. What stays does no harm.
func (d *Disk) discard(before int) {
	for _, end := range []string{journalEnd, stateEnd, draftEnd} {
		list, _ := d.numbers(end)
		for _, n := range list {
			if n < before || end == draftEnd {
				_ = os.Remove(d.path(n, end))
			}
		}
	}
}
