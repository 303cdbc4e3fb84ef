package messages_test

import (
	"fmt"
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

// filled makes a queue with n messages.
func filled(b *testing.B, n int) (*scene, []guid.GUID) {
	s := newScene(b)
	ids := make([]guid.GUID, n)
	for i := range ids {
		ids[i] = s.put(b, "", 0, time.Hour+time.Duration(i*7919%n)*time.Millisecond)
	}
	return s, ids
}

// BenchmarkStore measures the cost of an operation in short and in long queues. It must grow only logarithmically.
func BenchmarkStore(b *testing.B) {
	for _, n := range []int{1_000, 1_000_000} {
		s, ids := filled(b, n)
		hide := func(m *messages.Message, now time.Time) { m.NextVisible = now.Add(time.Second) }
		b.Run(fmt.Sprintf("get/%d", n), func(b *testing.B) {
			for b.Loop() {
				if taken, _ := s.Take("q", 1, hide); len(taken) == 0 {
					s.clock.Advance(time.Second)
				}
			}
		})
		b.Run(fmt.Sprintf("peek32/%d", n), func(b *testing.B) {
			s.clock.Advance(time.Second)
			for b.Loop() {
				_, _ = s.Take("q", 32, func(*messages.Message, time.Time) {})
			}
		})
		b.Run(fmt.Sprintf("update/%d", n), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				_, _ = s.Update("q", ids[i*7919%n], func(m *messages.Message, now time.Time) error {
					m.NextVisible = now.Add(time.Duration(i%1000) * time.Millisecond)
					return nil
				})
			}
		})
		b.Run(fmt.Sprintf("delete and put/%d", n), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				k := i * 7919 % n
				if err := s.Delete("q", ids[k], func(messages.Message) error { return nil }); err != nil {
					b.Fatal(err)
				}
				ids[k] = s.put(b, "", 0, time.Hour)
			}
		})
	}
}
