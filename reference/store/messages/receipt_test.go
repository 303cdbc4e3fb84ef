package messages_test

import (
	"testing"
	"time"

	"ifmatch/reference/guid"
	"ifmatch/reference/store/messages"
)

func TestReceiptHoldsItsInstant(t *testing.T) {
	t.Parallel()
	ids := guid.NewSource(1)
	seen := map[string]bool{}
	for i := range 1000 {
		at := epoch.Add(time.Duration(i%3) * 100)
		r := messages.NewReceipt(at, ids.Next())
		if got := r.NextVisible(); !got.Equal(at) {
			t.Errorf("the receipt of %v holds %v", at, got)
		}
		if seen[r.String()] {
			t.Errorf("two receipts are %s", r)
		}
		seen[r.String()] = true
		if back, ok := messages.ParseReceipt(r.String()); !ok || back != r {
			t.Errorf("ParseReceipt(%s) = %s, %v", r, back, ok)
		}
	}
}

func FuzzParseReceipt(f *testing.F) {
	f.Add(messages.NewReceipt(epoch, guid.GUID{7}).String())
	for _, s := range []string{"", "invalid", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAB=", "AAAAAAAAAAAAAAAAAAAAAAAAAAA=\n", "////////////////////////////"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if r, ok := messages.ParseReceipt(s); ok && r.String() != s {
			t.Errorf("%q and %q are one receipt", s, r)
		}
	})
}
