package structured

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math"
	"testing"
)

func pack(t testing.TB, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Pack(&b, int64(len(content)), func(from, to int64) []byte { return content[from:to] }); err != nil {
		t.Fatal(err)
	}
	if int64(b.Len()) != Size(int64(len(content))) {
		t.Errorf("a message of %d bytes, and Size says %d", b.Len(), Size(int64(len(content))))
	}
	return b.Bytes()
}

// TestPack knows the check value of the CRC, that of CRC-64/NVME.
func TestPack(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"":          "01270000000000000001000100" + "01000000000000000000" + "0000000000000000" + "0000000000000000",
		"123456789": "01300000000000000001000100" + "01000900000000000000" + "313233343536373839" + "8898790a86148bae" + "8898790a86148bae",
	} {
		if got := hex.EncodeToString(pack(t, []byte(content))); got != want {
			t.Errorf("%q is packed as\n%s, want\n%s", content, got, want)
		}
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	for content, want := range map[int64]int64{0: 39, 1: 40, 4 << 20: 4<<20 + 39, 4<<20 + 1: 4<<20 + 58, 190 << 30 * 2: 190<<30*2 + 21 + 65535*18} {
		if got := Size(content); got != want {
			t.Errorf("Size(%d) = %d, want %d", content, got, want)
		}
		if n := count(content); n < 1 || n > math.MaxUint16 || n*sizeOf(content) < content || (n-1)*sizeOf(content) > content {
			t.Errorf("%d bytes have %d segments of %d", content, n, sizeOf(content))
		}
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 511, segmentContent - 1, segmentContent, segmentContent + 1, 3*segmentContent + 7} {
		content := make([]byte, n)
		for i := range content {
			content[i] = byte(i * 7)
		}
		if got, err := Unpack(pack(t, content)); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes come back as %d, %v", n, len(got), err)
		}
	}
}

// TestDamage changes every byte of a message. No change may go unnoticed.
func TestDamage(t *testing.T) {
	t.Parallel()
	whole := pack(t, []byte("some content"))
	for i := range whole {
		message := bytes.Clone(whole)
		message[i] ^= 0x10
		want := ErrMalformed
		if i >= headerSize+segmentSize {
			want = ErrChecksum
		}
		if _, err := Unpack(message); !errors.Is(err, want) {
			t.Errorf("byte %d is wrong: %v, want %v", i, err, want)
		}
		if _, err := Unpack(whole[:i]); !errors.Is(err, ErrMalformed) {
			t.Errorf("only %d bytes: %v", i, err)
		}
	}
	if _, err := Unpack(append(bytes.Clone(whole), 0)); !errors.Is(err, ErrMalformed) {
		t.Errorf("a byte too many: %v", err)
	}
}

// FuzzUnpack checks that Unpack never fails badly, and that the content of a message of one segment gives the message.
func FuzzUnpack(f *testing.F) {
	f.Add(pack(f, []byte("one")))
	f.Add(pack(f, nil))
	f.Fuzz(func(t *testing.T, message []byte) {
		content, err := Unpack(bytes.Clone(message))
		if err != nil || len(message) != int(Size(int64(len(content)))) {
			return
		}
		if again := pack(t, content); !bytes.Equal(again, message) {
			t.Errorf("%x holds %x, which is packed as %x", message, content, again)
		}
	})
}
