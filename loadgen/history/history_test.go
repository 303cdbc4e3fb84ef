package history

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// written returns the file of a history.
func written(t testing.TB, h *History) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := h.write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// read reads a history from memory.
func read(file []byte) (*History, error) {
	r, err := newReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	return r.all(0)
}

func TestHistoriesAreReadAsWritten(t *testing.T) {
	t.Parallel()
	r := random(t)
	for _, n := range []int{0, 1, 2, maxEvents - 1, maxEvents, maxEvents + 1, 3*maxEvents + 5} {
		book := NewDictionary(testRun)
		want := &History{Header: header(), Book: book, Events: odd(r, book, n), To: 12345, Complete: true}
		got, err := read(written(t, want))
		if err != nil {
			t.Fatal(err)
		}
		if !got.Complete || got.To != want.To || got.Why != "" {
			t.Fatalf("%d events: complete %v, to %d: %s", n, got.Complete, got.To, got.Why)
		}
		if len(got.Events) != n {
			t.Fatalf("%d events, want %d", len(got.Events), n)
		}
		for i := range want.Events {
			if got.Events[i] != want.Events[i] {
				t.Fatalf("event %d of %d (-want +got):\n%s", i, n, cmp.Diff(want.Events[i], got.Events[i]))
			}
		}
		got.Started, want.Started = got.Started.UTC(), want.Started.UTC().Round(0)
		if diff := cmp.Diff(want.Header, got.Header); diff != "" {
			t.Errorf("header (-want +got):\n%s", diff)
		}
		for i := range book.tables {
			if diff := cmp.Diff(book.tables[i].list, got.Book.tables[i].list); diff != "" {
				t.Errorf("texts of table %d (-want +got):\n%s", i, diff)
			}
		}
		for _, c := range wire { // the dictionary can still be used
			if again, first := got.Book.Token(c.text), book.Token(c.text); again != first {
				t.Errorf("the token of %s was %#x and is %#x", c.text, uint64(first), uint64(again))
			}
		}
	}
}

func TestReaderKeepsWatermarks(t *testing.T) {
	t.Parallel()
	r, book := random(t), NewDictionary(testRun)
	h := &History{Header: header(), Book: book, Events: odd(r, book, 5*maxEvents+7), Complete: true}
	file := written(t, h)
	in, err := newReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; ; {
		batch, watermark, err := in.Next(nil)
		if errors.Is(err, io.EOF) {
			if watermark != Open || at != len(h.Events) {
				t.Errorf("watermark %d after %d events at the end", watermark, at)
			}
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		at += len(batch)
		least := Open
		for _, e := range h.Events[at:] {
			least = min(least, e.Invoke)
		}
		if watermark != least {
			t.Errorf("watermark %d after %d events, want %d", watermark, at, least)
		}
	}
	if complete, why := in.Complete(); !complete {
		t.Error(why)
	}
}

// Wherever a file is cut, all blocks before the cut are read, and the history is incomplete.
func TestFilesThatWereCut(t *testing.T) {
	t.Parallel()
	book := NewDictionary(testRun)
	h := &History{Header: header(), Book: book, Events: contended(random(t), book, 4, 50), Complete: true}
	file := written(t, h)
	_, body := headerEnd(t, file)
	for n := range file {
		got, err := read(file[:n])
		if n < body {
			if err == nil {
				t.Errorf("cut at byte %d of %d, within the header: no error", n, len(file))
			}
			continue
		}
		if err != nil || got.Complete || !strings.Contains(got.Why, "cut off") {
			t.Errorf("cut at byte %d of %d: %v, %+v", n, len(file), err, got)
		}
	}
	if got, err := read(append(bytes.Clone(file), 0)); err != nil || got.Complete || !strings.Contains(got.Why, "1 bytes follow the footer") {
		t.Errorf("continued: %v, %+v", err, got)
	}
}

// headerEnd finds the header block of a file.
func headerEnd(t *testing.T, file []byte) (from, to int) {
	t.Helper()
	in, err := newReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return len(signature), int(in.at)
}

func TestEveryDamagedByteShows(t *testing.T) {
	t.Parallel()
	book := NewDictionary(testRun)
	h := &History{Header: header(), Book: book, Events: contended(random(t), book, 4, 50), Complete: true}
	file := written(t, h)
	for at := range file {
		for _, flip := range []byte{1, 0x80} {
			file[at] ^= flip
			if got, err := read(file); err == nil && got.Complete {
				t.Errorf("byte %d of %d: the history is complete", at, len(file))
			}
			file[at] ^= flip
		}
	}
}

// A block that is missing, repeated or moved is noticed, although it is whole.
func TestBlocksAreChained(t *testing.T) {
	t.Parallel()
	book := NewDictionary(testRun)
	h := &History{Header: header(), Book: book, Events: contended(random(t), book, 4, 3*maxEvents), Complete: true}
	file := written(t, h)
	_, at := headerEnd(t, file)
	var blocks [][]byte
	for rest := file[at:]; len(rest) > 0; {
		n := frameHead + int(rest[1]) + int(rest[2])<<8 + int(rest[3])<<16 + frameTail
		blocks = append(blocks, rest[:n])
		rest = rest[n:]
	}
	if len(blocks) != 5 { // texts, three of events, footer
		t.Fatalf("%d blocks", len(blocks))
	}
	for name, order := range map[string][]int{"missing": {0, 1, 3, 4}, "twice": {0, 1, 2, 2, 3, 4}, "swapped": {0, 2, 1, 3, 4}, "texts missing": {1, 2, 3, 4}} {
		spoilt := bytes.Clone(file[:at])
		for _, i := range order {
			spoilt = append(spoilt, blocks[i]...)
		}
		if got, err := read(spoilt); err != nil || got.Complete || !strings.Contains(got.Why, "damaged") {
			t.Errorf("%s: %v, %+v", name, err, got.Why)
		}
	}
}

// assembled is a file made by the test, with correct checks.
func assembled(header string, blocks ...string) []byte {
	c, file := newChain(), []byte(signature)
	for i, b := range append([]string{"H" + header}, blocks...) {
		from := len(file)
		file = append(openFrame(file, b[0]), b[1:]...)
		file = c.closeFrame(file, from)
		_ = i
	}
	return file
}

func TestFilesWithContentsThatCannotBe(t *testing.T) {
	t.Parallel()
	const good = `{"format":1,"run":"5f3a1b2c"}`
	end := func(events, blocks uint64) string { return "F" + string(footer{events, blocks, 5}.append(nil)) }
	for _, c := range []struct {
		name string
		file []byte
		want string // part of the error, or of Why
	}{
		{"empty", nil, "is not a history"},
		{"text", []byte("once upon a time"), "is not a history"},
		{"a first block of another kind", append([]byte(signature), assembledAs("E", "")[len(signature):]...), "no header"},
		{"a header that is no JSON", assembled("{"), "header cannot be read"},
		{"a header of no run", assembled(`{"format":1}`), "no run"},
		{"a later format", assembled(`{"format":2,"run":"5f3a1b2c"}`), "use a newer version"},
		{"nothing but a header", assembled(good), "without a footer"},
		{"a complete history of nothing", assembled(good, end(0, 1)), ""},
		{"a short footer", assembled(good, "Fxyz"), "footer cannot be read"},
		{"more events in the footer", assembled(good, end(1, 1)), "counts 1 events"},
		{"more blocks in the footer", assembled(good, end(0, 2)), "in 2 blocks"},
		{"a second footer", assembled(good, end(0, 1), end(0, 1)), "follow the footer"},
		{"an unknown kind", assembled(good, "X"), "unknown kind"},
		{"a second header", assembled(good, "H"+good), "unknown kind"},
		{"events that end at once", assembled(good, "E"), "claims 0 events"},
		{"too many events", assembled(good, "E\x81\x20\x00"), "claims 4097 events"},
		{"fewer events than claimed", assembled(good, "E\x01\x00"), "within an event"},
		{"a shape that is not defined", assembled(good, "E\x01\x00\x05"), "shape 5"},
		{"a shape of unknown fields", assembled(good, "E\x01\x00\x00abc\xff\xff\xff\x7f\x00\x00\x00"), "cannot be read"},
		{"a code without text", assembled(good, "E\x01\x00\x00abc\x07\x00\x01\x00"), "no text"},
		{"a key without name", assembled(good, "E\x01\x00\x00abc\x01\x00\x00\x00\x09"), "no name"},
		{"a token without text", assembled(good, "E\x01\x00\x00abc\x87\x01\x00\x00\x00\x80\x02"), "no text"},
		{"bytes behind the events", assembled(good, "E\x00\x00abc"), "3 bytes follow"},
		{"texts of no table", assembled(good, "T\x7f\x00\x00"), "cannot be read"},
		{"texts that leave a gap", assembled(good, "T\x00\x05\x01\x01a"), "text 5"},
		{"a text that is cut", assembled(good, "T\x00\x01\x01\x09a"), "within a text"},
		{"many texts that are not there", assembled(good, "T\x00\x01\xff\xff\xff\xff\xff\xff\x01"), "within a text"},
	} {
		got, err := read(c.file)
		switch {
		case err != nil:
			if c.want == "" || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v, want %q", c.name, err, c.want)
			}
		case got.Complete != (c.want == "") || !strings.Contains(got.Why, c.want):
			t.Errorf("%s: complete %v, why %q, want %q", c.name, got.Complete, got.Why, c.want)
		}
	}
}

// assembledAs is assembled with a first block of another kind.
func assembledAs(kind, contents string) []byte {
	c, file := newChain(), []byte(signature)
	file = append(openFrame(file, kind[0]), contents...)
	return c.closeFrame(file, len(signature))
}

func TestReadFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, book := filepath.Join(dir, "history.ifm"), NewDictionary(testRun)
	want := &History{Header: header(), Book: book, Events: contended(random(t), book, 8, 10_000), To: 77, Complete: true}
	if err := WriteFile(path, want); err != nil {
		t.Fatal(err)
	}
	r, err := OpenFile(path)
	if err != nil || r.Expected() != len(want.Events) || r.Close() != nil {
		t.Errorf("the file promises %d events, want %d: %v", r.Expected(), len(want.Events), err)
	}
	got, err := ReadFile(path)
	if err != nil || !got.Complete || cap(got.Events) != len(want.Events) {
		t.Fatalf("%v, complete %v, room for %d events", err, got.Complete, cap(got.Events))
	}
	if diff := cmp.Diff(want.Events, got.Events); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := WriteFile(path, want); err == nil {
		t.Error("WriteFile wrote over a file")
	}
	for _, p := range []string{dir, filepath.Join(dir, "none")} {
		if _, err := ReadFile(p); err == nil {
			t.Errorf("ReadFile(%s): no error", p)
		}
	}
	cut := filepath.Join(dir, "cut.ifm")
	want.Complete = false
	if err := WriteFile(cut, want); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(cut); err != nil || got.Complete || len(got.Events) != len(want.Events) {
		t.Errorf("without a footer: %v, complete %v, %d events", err, got.Complete, len(got.Events))
	}
	lie := filepath.Join(dir, "lie.ifm")
	file := assembled(`{"format":1,"run":"5f3a1b2c"}`, "F"+string(footer{1 << 60, 1, 0}.append(nil)))
	if err := os.WriteFile(lie, file, 0o600); err != nil {
		t.Fatal(err)
	}
	if n := expected(bytes.NewReader(file), int64(len(file))); n > len(file) {
		t.Errorf("a file of %d bytes gets room for %d events", len(file), n)
	}
}

func FuzzReader(f *testing.F) {
	book := NewDictionary(testRun)
	h := &History{Header: header(), Book: book, Events: contended(rand.New(rand.NewPCG(1, 2)), book, 4, 40), Complete: true}
	h.Started = time.Unix(0, 0)
	file := written(f, h)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add([]byte(signature))
	f.Fuzz(func(t *testing.T, file []byte) { _, _ = read(file) })
}

// The contents of blocks are fuzzed without their checks, which no fuzzer gets past.
func FuzzEvents(f *testing.F) {
	book := NewDictionary(testRun)
	events := odd(rand.New(rand.NewPCG(1, 2)), book, 30)
	w, err := newWriter(io.Discard, header(), book)
	if err != nil {
		f.Fatal(err)
	}
	if err := w.texts(); err != nil {
		f.Fatal(err)
	}
	texts := string(w.buf[frameHead : len(w.buf)-frameTail])
	for _, n := range []int{0, 1, 5, len(events)} {
		var c encoder
		contents := []byte{byte(n), 0}
		for i := range events[:n] {
			contents = c.append(contents, &events[i])
		}
		f.Add(contents)
	}
	f.Fuzz(func(t *testing.T, contents []byte) {
		h, err := read(assembled(`{"format":1,"run":"5f3a1b2c"}`, "T"+texts, "E"+string(contents)))
		if err != nil {
			t.Fatal(err)
		}
		for i := range h.Events { // events that were accepted can be used, and written again
			e := &h.Events[i]
			_ = fmt.Sprint(h.Book.KeyText(e.Key), h.Book.NameText(e.Name), h.Book.CodeText(e.Code), h.Book.Text(e.If), h.Book.Text(e.Tag))
		}
		again, err := read(written(t, h))
		if err != nil || len(again.Events) != len(h.Events) {
			t.Fatalf("%v, %d of %d events again: %s", err, len(again.Events), len(h.Events), again.Why)
		}
		for i := range h.Events {
			if again.Events[i] != h.Events[i] {
				t.Fatalf("event %d (-first +again):\n%s", i, cmp.Diff(h.Events[i], again.Events[i]))
			}
		}
	})
}

func FuzzTexts(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x01a\x02bc\x05\x00\x01\x00"))
	f.Fuzz(func(t *testing.T, contents []byte) {
		book := NewDictionary(testRun)
		if book.enter(contents) != nil {
			return
		}
		for i := range book.tables {
			size := 0
			for _, text := range book.tables[i].list {
				size += len(text)
			}
			if size > len(contents) {
				t.Errorf("table %d has %d bytes of text out of %d", i, size, len(contents))
			}
		}
		_ = book.Key("another")
	})
}

// An event in memory has no gaps except three bytes at its end.
func TestSizeOfEvent(t *testing.T) {
	t.Parallel()
	if n := unsafe.Sizeof(Event{}); n != 112 {
		t.Errorf("an event takes %d bytes", n)
	}
}

func TestBytesPerEvent(t *testing.T) {
	t.Parallel()
	const clients, n = 32, 100_000
	book := NewDictionary(testRun)
	events := byLog(contended(random(t), book, clients, n), clients, 12_000)
	file := written(t, &History{Header: header(), Book: book, Events: events, Complete: true})
	if per := float64(len(file)) / n; per > 20 {
		t.Errorf("an event of blob-cas takes %.1f bytes, want at most 20", per)
	}
}

func BenchmarkEncode(b *testing.B) {
	const clients, n = 32, 100_000
	book := NewDictionary(testRun)
	h := &History{Header: header(), Book: book, Events: byLog(contended(random(b), book, clients, n), clients, 12_000), Complete: true}
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := h.write(&out); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/event")
	b.ReportMetric(float64(out.Len())/n, "B/event")
}

func BenchmarkRead(b *testing.B) {
	const clients, n = 32, 1_000_000
	book, path := NewDictionary(testRun), filepath.Join(b.TempDir(), "history.ifm")
	events := byLog(contended(random(b), book, clients, n), clients, 12_000)
	if err := WriteFile(path, &History{Header: header(), Book: book, Events: events, Complete: true}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if h, err := ReadFile(path); err != nil || len(h.Events) != n {
			b.Fatal(err)
		}
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
}
