package payload

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/thorough"
)

const run = "5f3a1b2c"

// random is seeded with IFMATCH_SEED if it is set.
func random(t testing.TB) *rand.Rand {
	return rand.New(rand.NewPCG(thorough.Seed(t), 0))
}

func TestBodiesTellTheirValue(t *testing.T) {
	t.Parallel()
	for size := range 300 {
		value := uint64(size)<<32 | 7
		body := Fill([]byte("before"), size, run, value)
		if !bytes.HasPrefix(body, []byte("before")) {
			t.Fatalf("Fill changed what was there: %q", body)
		}
		body = body[len("before"):]
		if len(body) != max(size, Min) {
			t.Fatalf("Fill of %d bytes made %d", size, len(body))
		}
		if got, err := Verify(body, run); got != value || err != nil {
			t.Errorf("Verify of %d bytes = %d, %v, want %d", size, got, err, value)
		}
		text := FillText([]byte("before"), size, run, value)[len("before"):]
		if want := max((size+3)/4*4, MinText); len(text) != want {
			t.Errorf("FillText of %d bytes made %d, want %d", size, len(text), want)
		}
		if got, err := VerifyText(text, run); got != value || err != nil {
			t.Errorf("VerifyText of %d bytes = %d, %v, want %d", size, got, err, value)
		}
	}
}

func TestWhatIsNotAsWritten(t *testing.T) {
	t.Parallel()
	body := Fill(nil, 500, run, 42)
	other := Fill(nil, 500, run, 43)
	changed := func(i int) []byte { b := bytes.Clone(body); b[i] ^= 1; return b }
	for _, c := range []struct {
		name  string
		body  []byte
		run   string
		value uint64
		want  error
	}{
		{"nothing", nil, run, 0, ErrForeign},
		{"cut within the header", body[:Min-1], run, 0, ErrForeign},
		{"cut after the header", body[:Min], run, 42, ErrTorn},
		{"cut by one byte", body[:499], run, 42, ErrTorn},
		{"continued", append(bytes.Clone(body), 0), run, 42, ErrTorn},
		{"first byte", changed(0), run, 0, ErrForeign},
		{"run", changed(4), run, 0, ErrTorn},
		{"value", changed(8), run, 0, ErrTorn},
		{"length", changed(16), run, 0, ErrTorn},
		{"check", changed(20), run, 0, ErrTorn},
		{"first byte after the header", changed(Min), run, 42, ErrTorn},
		{"last byte", changed(499), run, 42, ErrTorn},
		{"halves of two", append(bytes.Clone(body[:250]), other[250:]...), run, 42, ErrTorn},
		{"another run", body, "5f3a1b2d", 0, ErrForeign},
		{"zeros", make([]byte, 500), run, 0, ErrForeign},
	} {
		if got, err := Verify(c.body, c.run); got != c.value || !errors.Is(err, c.want) {
			t.Errorf("%s: %d, %v, want %d, %v", c.name, got, err, c.value, c.want)
		}
		if c.run != run {
			continue
		}
		if _, err := VerifyText([]byte(text.EncodeToString(c.body)), run); !errors.Is(err, c.want) {
			t.Errorf("%s, as text: %v, want %v", c.name, err, c.want)
		}
	}
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"no text of ours":        {"{not base64}", ErrForeign},
		"an impossible length":   {string(FillText(nil, 100, run, 42)[:97]), ErrTorn},
		"a letter out of place":  {string(FillText(nil, 100, run, 42)[:98]) + "!!", ErrTorn},
		"the alphabet of others": {"+///", ErrForeign},
	} {
		if _, err := VerifyText([]byte(c.text), run); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestEveryChangedBitShows(t *testing.T) {
	t.Parallel()
	for _, size := range []int{Min, 25, 31, 87, 88, 89, 152, 200} {
		body := Fill(nil, size, run, 1<<32|5)
		for bit := range size * 8 {
			body[bit/8] ^= 1 << (bit % 8)
			if _, err := Verify(body, run); err == nil {
				t.Errorf("bit %d of %d bytes", bit, size)
			}
			body[bit/8] ^= 1 << (bit % 8)
		}
	}
}

func TestNextReadsBodyAfterBody(t *testing.T) {
	t.Parallel()
	var all []byte
	for v := range uint64(5) {
		all = Fill(all, 50*int(v), run, v)
	}
	for v := range uint64(5) {
		got, n, err := Next(all, run)
		if got != v || n != max(Min, 50*int(v)) || err != nil {
			t.Fatalf("Next = %d, %d, %v, want body %d", got, n, err, v)
		}
		all = all[n:]
	}
	if len(all) > 0 {
		t.Errorf("%d bytes are left", len(all))
	}
}

// TestBodiesDiffer: a body is not the beginning of a longer one, and the bodies of
// two values have no equal cell.
func TestBodiesDiffer(t *testing.T) {
	t.Parallel()
	r := random(t)
	for range 1000 {
		size := Min + cellSize + r.IntN(500)
		a, b := Fill(nil, size, run, r.Uint64()), Fill(nil, size, run, r.Uint64())
		for from := Min; from+word <= size; from += word {
			if bytes.Equal(a[from:from+word], b[from:from+word]) {
				t.Errorf("two bodies agree at byte %d", from)
			}
		}
		longer := Fill(nil, size+1, run, 9)
		if _, err := Verify(longer[:size], run); !errors.Is(err, ErrTorn) {
			t.Errorf("the beginning of a longer body: %v", err)
		}
	}
}

func TestFillReusesItsBuffer(t *testing.T) {
	body := Fill(nil, 1000, run, 1)
	line := FillText(nil, 1000, run, 1)
	for name, f := range map[string]func(){
		"Fill":       func() { body = Fill(body[:0], 1000, run, 2) },
		"FillText":   func() { line = FillText(line[:0], 1000, run, 2) },
		"Verify":     func() { _, _ = Verify(body, run) },
		"VerifyText": func() { _, _ = VerifyText(line, run) },
	} {
		if n := testing.AllocsPerRun(100, f); n >= 1 { // the pool may be emptied now and then
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func FuzzVerify(f *testing.F) {
	f.Add(Fill(nil, 100, run, 42))
	f.Add(Fill(nil, Min, run, 42))
	f.Add(FillText(nil, 100, run, 42))
	f.Add([]byte("ifm1"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if value, err := Verify(body, run); err == nil && !bytes.Equal(body, Fill(nil, len(body), run, value)) {
			t.Errorf("Verify takes % x for the body of %d", body, value)
		}
		if value, err := VerifyText(body, run); err == nil && !bytes.Equal(body, FillText(nil, len(body), run, value)) {
			t.Errorf("VerifyText takes %q for the body of %d", body, value)
		}
	})
}

func BenchmarkPayload(b *testing.B) {
	for _, size := range []int{64, 1024, 65536} {
		body, line := Fill(nil, size, run, 42), FillText(nil, size, run, 42)
		for name, f := range map[string]func(){
			"fill":        func() { body = Fill(body[:0], size, run, 42) },
			"verify":      func() { _, _ = Verify(body, run) },
			"fill-text":   func() { line = FillText(line[:0], size, run, 42) },
			"verify-text": func() { _, _ = VerifyText(line, run) },
		} {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					f()
				}
			})
		}
	}
}

func TestRuns(t *testing.T) {
	t.Parallel()
	const run = "5f3a1b2c"
	one, two := FillAtoms(nil, 40, run, 1), FillAtoms(nil, 32, run, 1<<32|2)
	zeros := make([]byte, 32)
	damaged := slices.Clone(two)
	damaged[20] ^= 1
	torn := slices.Concat(one[:24], two[8:])
	for name, tt := range map[string]struct {
		body []byte
		want []Run
	}{
		"nothing":     {nil, nil},
		"one writer":  {one, []Run{{0, 48, 1, false}}},
		"zeros":       {zeros, []Run{{0, 32, 0, false}}},
		"two writers": {slices.Concat(one, two, zeros), []Run{{0, 48, 1, false}, {48, 32, 1<<32 | 2, false}, {80, 32, 0, false}}},
		"damaged":     {damaged, []Run{{0, 16, 1<<32 | 2, false}, {16, 16, 1<<32 | 0x01000002, true}}},
		"within":      {torn, []Run{{0, 16, 1, false}, {16, 16, 1, true}, {32, 16, 1<<32 | 2, false}}},
		"cut":         {one[:20], []Run{{0, 16, 1, false}, {16, 4, 0, true}}},
		"another run": {FillAtoms(nil, 16, "other", 1), []Run{{0, 16, 1, true}}},
	} {
		if diff := cmp.Diff(tt.want, Runs(nil, tt.body, run)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// FuzzRuns demands that the runs are the whole body, and that a run with a value has
// exactly the bytes that its writer would have written.
func FuzzRuns(f *testing.F) {
	f.Add(FillAtoms(make([]byte, 16), 48, "5f3a1b2c", 7))
	f.Add([]byte("short"))
	f.Fuzz(func(t *testing.T, body []byte) {
		at := 0
		for _, r := range Runs(nil, body, "5f3a1b2c") {
			if r.At != at || r.Length <= 0 {
				t.Fatalf("a run of %d bytes at %d, where %d was next", r.Length, r.At, at)
			}
			at += r.Length
			want := FillAtoms(nil, r.Length, "5f3a1b2c", r.Value)
			if r.Value == 0 {
				clear(want)
			}
			if got := body[r.At:at]; !r.Mixed && !slices.Equal(got, want) && !slices.Equal(got, FillAtoms(nil, r.Length, "5f3a1b2c", 0)) {
				t.Errorf("% x counts as written with %d", got, r.Value)
			}
		}
		if at != len(body) {
			t.Errorf("the runs are %d of %d bytes", at, len(body))
		}
	})
}
