package payload

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPartsOfTornBodies(t *testing.T) {
	t.Parallel()
	const size = 600
	a, b := Fill(nil, size, run, 1), Fill(nil, size, run, 2)
	noise := make([]byte, size)
	for _, c := range []struct {
		name string
		body []byte
		want []Part
	}{
		{"nothing", nil, nil},
		{"as written", a, []Part{{0, size, 1, true}}},
		{"cut", a[:333], []Part{{0, 333, 1, true}}},
		{"torn between cells", slices.Concat(a[:Min+cellSize], b[Min+cellSize:]), []Part{{0, Min + cellSize, 1, true}, {Min + cellSize, size, 2, true}}},
		{"torn within a cell", slices.Concat(a[:300], b[300:]), []Part{{0, 300, 1, true}, {300, size, 2, true}}},
		{"torn after the header", slices.Concat(a[:Min], b[Min:]), []Part{{0, Min, 1, true}, {Min, size, 2, true}}},
		{"torn within the last cell", slices.Concat(a[:size-5], b[size-5:]), []Part{{0, size - 5, 1, true}, {size - 5, size, 0, false}}},
		{"a piece in the middle", slices.Concat(a[:200], b[200:400], a[400:]), []Part{{0, 200, 1, true}, {200, 400, 2, true}, {400, size, 1, true}}},
		{"a hole", slices.Concat(a[:200], noise[200:400], b[400:]), []Part{{0, 200, 1, true}, {200, 400, 0, false}, {400, size, 2, true}}},
		{"no header", slices.Concat(noise[:Min], b[Min:]), []Part{{0, Min, 0, false}, {Min, size, 2, true}}},
		{"nothing of ours", noise, []Part{{0, size, 0, false}}},
		{"too short", noise[:5], []Part{{0, 5, 0, false}}},
	} {
		if diff := cmp.Diff(c.want, Parts(c.body, run)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestPartsOfTornTexts(t *testing.T) {
	t.Parallel()
	a, b := FillText(nil, 400, run, 1), FillText(nil, 400, run, 2)
	want := []Part{{0, 200, 1, true}, {200, 400, 2, true}}
	if diff := cmp.Diff(want, PartsText(slices.Concat(a[:200], b[200:]), run)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := PartsText([]byte("no text of ours!"), run); got != nil {
		t.Errorf("parts of a foreign text: %v", got)
	}
}
