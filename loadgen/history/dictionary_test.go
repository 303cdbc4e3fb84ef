package history

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
)

const testRun = "5f3a1b2c"

// wire are texts as services send them, and their likes that differ a little.
var wire = []struct {
	text string
	form form
}{
	{`"0x8DE28A1B2C3D4E5"`, quotedHex},
	{`0x8DE28A1B2C3D4E5`, bareHex},
	{`"0x0"`, quotedHex},
	{`"0xFFFFFFFFFFFFFFF"`, quotedHex},
	{`"0x08D"`, entered},
	{`"0x8de28a1b2c3d4e5"`, entered},
	{`"0X8DE"`, entered},
	{`"0x"`, entered},
	{`"0x1FFFFFFFFFFFFFFFF"`, entered},
	{`"0x8DE`, entered},
	{`W/"0x8DE28A1B2C3D4E5"`, entered},
	{`W/"datetime'2026-11-21T12%3A55%3A42.1234567Z'"`, instant},
	{`W/"datetime'2026-11-21T12%3A55%3A42.5Z'"`, instant},
	{`W/"datetime'2026-11-21T12%3A55%3A42Z'"`, instant},
	{`W/"datetime'2026-11-21T12%3A55%3A42.1234560Z'"`, instant7},
	{`W/"datetime'2026-11-21T12%3A55%3A42.0000000Z'"`, instant7},
	{`W/"datetime'2026-11-21T12%3A55%3A42.50Z'"`, entered},
	{`W/"datetime'2026-11-21T12%3A55%3A42.12345678Z'"`, entered},
	{`W/"datetime'2026-11-21T12%3a55%3a42.1234567Z'"`, entered},
	{`W/"datetime'2026-11-21T12:55:42.1234567Z'"`, entered},
	{`W/"datetime'2024-02-29T23%3A59%3A59.9999999Z'"`, instant},
	{`W/"datetime'2023-02-29T23%3A59%3A59.9999999Z'"`, entered},
	{`W/"datetime'2026-13-01T00%3A00%3A00Z'"`, entered},
	{`W/"datetime'2026-00-01T00%3A00%3A00Z'"`, entered},
	{`W/"datetime'2026-12-31T24%3A00%3A00Z'"`, entered},
	{`W/"datetime'2026-12-31T23%3A60%3A00Z'"`, entered},
	{`W/"datetime'2026-12-31T23%3A59%3A60Z'"`, entered},
	{`W/"datetime'0001-01-01T00%3A00%3A00Z'"`, instant},
	{`W/"datetime'0000-01-01T00%3A00%3A00Z'"`, entered},
	{`W/"datetime'3600-12-31T23%3A59%3A59.9999999Z'"`, instant},
	{`W/"datetime'3601-01-01T00%3A00%3A00Z'"`, entered},
	{`W/"datetime'2026-11-21T12%3A55%3A42.Z'"`, entered},
	{`0`, number},
	{`4096`, number},
	{`007`, entered},
	{`999999999999999999`, number},
	{`1000000000000000000`, entered},
	{`-1`, entered},
	{`*`, entered},
	{`"*"`, entered},
	{`"`, entered},
	{`""`, entered},
	{`W`, entered},
	{`5f3a1b2c-0000-4000-8700-00000000002a`, leaseID},
	{`5F3A1B2C-0000-4000-8700-00000000002A`, entered},
	{`5f3a1b2d-0000-4000-8700-00000000002a`, entered}, // of another run
	{`5f3a1b2c-0000-4000-8700-00001000002a`, entered},
	{`5f3a1b2c-0000-4000-8710-00000000002a`, entered},
	{`AgAAAAMAAAAAAAAAgpcu4L7S2AE=`, entered},
}

func TestTokensGiveBackTheirTexts(t *testing.T) {
	t.Parallel()
	d := NewDictionary(testRun)
	seen := map[Token]string{None: ""}
	for range 2 {
		for _, c := range wire {
			got := d.Token(c.text)
			if got.form() != c.form {
				t.Errorf("Token(%s) has form %d, want %d", c.text, got.form(), c.form)
			}
			if again := d.Text(got); again != c.text {
				t.Errorf("Text(Token(%s)) = %s", c.text, again)
			}
			if other, ok := seen[got]; ok && other != c.text {
				t.Errorf("%s and %s share the token %#x", c.text, other, uint64(got))
			}
			seen[got] = c.text
			if !d.has(got) {
				t.Errorf("the dictionary denies the token of %s", c.text)
			}
		}
	}
	if d.Token("") != None || d.Text(None) != "" {
		t.Errorf("Token(\"\") = %v, Text(None) = %q", d.Token(""), d.Text(None))
	}
}

func FuzzToken(f *testing.F) {
	for _, c := range wire {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := NewDictionary(testRun)
		d.Token("something else")
		got := d.Token(text)
		if again := d.Text(got); again != text {
			t.Errorf("Text(Token(%q)) = %q", text, again)
		}
		if (got == None) != (text == "") {
			t.Errorf("Token(%q) = %d", text, got)
		}
	})
}

func TestTextOfForeignTokens(t *testing.T) {
	t.Parallel()
	d := NewDictionary(testRun)
	for _, foreign := range []Token{1, 64, 1 << 20, restMask, Token(leaseID+1) << formShift, math.MaxUint64} {
		if got := d.Text(foreign); got != "" {
			t.Errorf("Text(%#x) = %q, want none", uint64(foreign), got)
		}
		if d.has(foreign) {
			t.Errorf("the dictionary claims %#x", uint64(foreign))
		}
	}
	for f := quotedHex; f <= leaseID; f++ { // the highest of each form: no panic
		_ = d.Text(f.token(restMask))
	}
}

func TestPositions(t *testing.T) {
	t.Parallel()
	d := NewDictionary(testRun)
	for _, n := range []int64{0, 1, 4194304, maxPosition - 1, maxPosition, math.MaxInt64, -1, math.MinInt64} {
		if got, want := d.Position(n), d.Token(fmt.Sprint(n)); got != want || d.Text(got) != fmt.Sprint(n) {
			t.Errorf("Position(%d) = %#x with the text %s, want %#x", n, uint64(got), d.Text(got), uint64(want))
		}
	}
}

func TestLeaseIDs(t *testing.T) {
	t.Parallel()
	for _, run := range []string{testRun, "ffffffff", "a run", ""} {
		d := NewDictionary(run)
		seen := map[string]bool{}
		for _, client := range []uint32{0, 1, 15, 16, 0xfffff, 0xabcdef12, math.MaxUint32} {
			for _, seq := range []uint32{0, 1, 1<<leaseSeqBits - 1, 1 << leaseSeqBits, math.MaxUint32} {
				text, token := d.LeaseID(client, seq)
				if len(text) != leaseIDLength || text[14] != '4' || text[19] != '8' || strings.Count(text, "-") != 4 {
					t.Errorf("LeaseID(%d, %d) = %s is no GUID", client, seq, text)
				}
				if seen[text] {
					t.Errorf("LeaseID(%d, %d) = %s was made before", client, seq, text)
				}
				seen[text] = true
				if d.Token(text) != token || d.Text(token) != text {
					t.Errorf("LeaseID(%d, %d) = %s, %#x; its token is %#x, whose text is %s", client, seq, text, uint64(token), uint64(d.Token(text)), d.Text(token))
				}
				if packed := token.form() == leaseID; packed != (seq < 1<<leaseSeqBits) {
					t.Errorf("LeaseID(%d, %d) is packed: %v", client, seq, packed)
				}
			}
		}
	}
}

func TestNumbersOfTexts(t *testing.T) {
	t.Parallel()
	d := NewDictionary(testRun)
	for i := 1; i <= 3; i++ {
		key := fmt.Sprintf("blob /c/b%d", i)
		if got := d.Key(key); got != uint32(i) || d.KeyText(got) != key {
			t.Errorf("Key(%s) = %d, whose text is %s", key, got, d.KeyText(got))
		}
	}
	if d.Keys() != 4 {
		t.Errorf("Keys() = %d", d.Keys())
	}
	if got := d.Name("Put Blob"); got != d.Name("Put Blob") || d.NameText(got) != "Put Blob" {
		t.Errorf("Name(Put Blob) = %d, whose text is %s", got, d.NameText(got))
	}
	if d.Code("") != 0 || d.CodeText(0) != "" {
		t.Errorf("Code(\"\") = %d", d.Code(""))
	}
	if d.KeyText(77) != "" || d.NameText(77) != "" || d.CodeText(77) != "" {
		t.Error("numbers that are not in use have texts")
	}
}

func TestNumbersThatAreUsedUp(t *testing.T) {
	t.Parallel()
	d := NewDictionary(testRun)
	for i := range math.MaxUint16 + 10 {
		code := fmt.Sprint("code ", i)
		got := d.CodeText(d.Code(code))
		if want := i < math.MaxUint16-2; (got == code) != want || !want && got != others {
			t.Fatalf("text of code %d is %s", i, got)
		}
	}
}

func TestDictionaryInUseByMany(t *testing.T) {
	t.Parallel()
	d := NewDictionary(testRun)
	var wg sync.WaitGroup
	tokens := make([][]Token, 8)
	for g := range tokens {
		wg.Go(func() {
			for i := range 500 {
				text := fmt.Sprint("receipt ", i)
				token := d.Token(text)
				if d.Text(token) != text {
					t.Errorf("Text(Token(%s)) = %s", text, d.Text(token))
				}
				tokens[g] = append(tokens[g], token)
			}
		})
	}
	wg.Wait()
	for g := range tokens {
		for i := range tokens[g] {
			if tokens[g][i] != tokens[0][i] {
				t.Fatalf("receipt %d has the tokens %d and %d", i, tokens[g][i], tokens[0][i])
			}
		}
	}
}

func BenchmarkToken(b *testing.B) {
	d := NewDictionary(testRun)
	lease, _ := d.LeaseID(7, 42)
	for _, c := range []struct{ name, text string }{
		{"blob", `"0x8DE28A1B2C3D4E5"`},
		{"entity", `W/"datetime'2026-11-21T12%3A55%3A42.1234567Z'"`},
		{"lease", lease},
		{"receipt", "AgAAAAMAAAAAAAAAgpcu4L7S2AE="},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if d.Token(c.text) == None {
					b.Fatal("no token")
				}
			}
		})
	}
}

func BenchmarkKey(b *testing.B) {
	d := NewDictionary(testRun)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			d.Key("blob /ifm-5f3a1b2c/b0")
		}
	})
}
