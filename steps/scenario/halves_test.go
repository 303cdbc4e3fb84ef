package scenario

import (
	"errors"
	"testing"
)

// Halves end once they block other requests, not because one request was lost.
func TestHalvesAreEndedOnceTheyKeepOthersOut(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		heard []bool
		want  bool
	}{
		{"nothing is heard of", nil, false},
		{"two are lost", []bool{false, false}, false},
		{"one is answered in between", []bool{false, false, true, false, false}, false},
		{"three in a row are silent", []bool{true, false, false, false}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var s Halves
			ended := 0
			for range 2 {
				if err := s.Begin(NewHeldBody(), func() { ended++ }); err != nil {
					t.Fatal(err)
				}
			}
			for _, answered := range tc.heard {
				s.hear(answered)
			}
			if got := ended == 2; got != tc.want || ended == 1 {
				t.Errorf("%d of 2 were ended", ended)
			}
			if err := s.Begin(NewHeldBody(), func() {}); errors.Is(err, errOneAtATime) != tc.want {
				t.Errorf("another begins: %v", err)
			}
		})
	}
}

// Silence after a body was sent in full has another cause, so later halves are still tried.
func TestWhatIsSentIsNotInTheWay(t *testing.T) {
	t.Parallel()
	var s Halves
	h := NewHeldBody()
	if err := s.Begin(h, func() { t.Error("a body that was sent is ended") }); err != nil {
		t.Fatal(err)
	}
	s.Leave(h)
	for range mute {
		s.hear(false)
	}
	if s.End() {
		t.Error("there was nothing to end")
	}
	if err := s.Begin(h, func() {}); err != nil {
		t.Error(err)
	}
	if !s.End() {
		t.Error("there was one to end")
	}
}
