package workload

import (
	"testing"

	"ifmatch/loadgen/history"
)

// TestAppendsFollowTheEnd lets one actor append alone: it always knows where the
// end is, and continues with a new blob when the old one is full.
func TestAppendsFollowTheEnd(t *testing.T) {
	t.Parallel()
	d := drive(t, blobAppend, func(o *Options) { o.Reads = 0 })
	shorten(d)
	d.prepare()
	p := d.player(0)
	const blocks, blobs = 30, 5
	positions := 0
	for range blobs*blocks + blobs - 1 { // every blob but the first is created before its first block
		p.step()
		e := p.events[0]
		if e.Outcome != history.Won {
			t.Fatalf("%s: outcome %d", d.env.Book.NameText(e.Name), e.Outcome)
		}
		if e.If != history.None {
			positions++
		}
	}
	if positions == 0 || positions == blobs*blocks {
		t.Errorf("%d of %d appends named a position", positions, blobs*blocks)
	}
	lengths := map[string]int64{}
	for _, e := range d.finish() {
		if e.Op == history.Read && e.Flags&history.Outside != 0 {
			lengths[d.env.Book.KeyText(e.Key)] = e.Got
		}
	}
	if len(lengths) != blobs {
		t.Errorf("%d blobs were read in the end, want %d", len(lengths), blobs)
	}
	for name, length := range lengths {
		if want := int64(blocks * d.env.Options.Size); length != want {
			t.Errorf("%s is %d bytes long, want %d", name, length, want)
		}
	}
}

func TestAppendReadsAfterARefusal(t *testing.T) {
	t.Parallel()
	d := drive(t, blobAppend, func(o *Options) { o.Reads, o.Keys = 0, 8 })
	d.prepare()
	p, other := d.player(0), d.player(1)
	refused := 0
	for refused < 20 {
		p.begin() // names the current end
		path := p.x.Step.Path
		for other.step(); other.x.Step.Path != path || other.events[0].Outcome != history.Won; {
			other.step()
		}
		p.send()
		p.end()
		if p.events[0].Outcome == history.Won {
			continue // it named no position
		}
		refused++
		p.step()
		if e := p.events[0]; e.Op != history.Read || e.Outcome != history.Won || p.x.Step.Path+"?comp=appendblock" != path {
			t.Fatalf("after the refusal on %s: operation %d on %s", path, e.Op, p.x.Step.Path)
		}
	}
}

func TestBlocksPerBlob(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		size int
		want int64
	}{{24, 10_000}, {512, 10_000}, {64 << 10, 512}, {maxBlob, 16}} {
		if got := blocksPerBlob(test.size); got != test.want {
			t.Errorf("blocks of %d bytes: %d, want %d", test.size, got, test.want)
		}
	}
}

func TestContentRange(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text          string
		first, length int64
		ok            bool
	}{
		{"bytes 512-1023/1024", 512, 1024, true},
		{"bytes 0-0/1", 0, 1, true},
		{"bytes 0-0/9", 0, 9, true},
		{"", 0, 0, false},
		{"bytes 512-1023/*", 0, 0, false},
		{"bytes */1024", 0, 0, false},
		{"512-1023/1024", 0, 0, false},
		{"bytes 9-8/10", 0, 0, false},
		{"bytes 0-10/10", 0, 0, false},
		{"bytes -1-8/10", 0, 0, false},
		{"bytes 0-8/99999999999999999999", 0, 0, false},
	} {
		first, length, err := contentRange(test.text)
		if (err == nil) != test.ok || test.ok && (first != test.first || length != test.length) {
			t.Errorf("contentRange(%q) = %d, %d, %v", test.text, first, length, err)
		}
	}
}

func FuzzContentRange(f *testing.F) {
	f.Add("bytes 512-1023/1024")
	f.Add("bytes 0-/")
	f.Fuzz(func(t *testing.T, text string) {
		first, length, err := contentRange(text)
		if err == nil && (first < 0 || length <= first) {
			t.Errorf("contentRange(%q) = %d, %d", text, first, length)
		}
	})
}
