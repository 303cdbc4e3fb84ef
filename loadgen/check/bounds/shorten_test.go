package bounds

import "testing"

// TestShortenLeavesTheWorld: a way may begin with a world that is too long, so only a copy of it loses its oldest states.
func TestShortenLeavesTheWorld(t *testing.T) {
	t.Parallel()
	s := New(burning{3}, lamp{}, nil, 1, nil)
	w := &world[lamp]{zone: nowhere()}
	for k := range s.limits.spans + 2 {
		w.zone, w.spans = w.zone.with(k+1), append(w.spans, span[lamp]{})
	}
	v := s.shorten(w)
	if len(w.spans) != s.limits.spans+2 || w.zone.n != s.limits.spans+3 {
		t.Errorf("the world has %d states and %d variables left", len(w.spans), w.zone.n)
	}
	if len(v.spans) != s.limits.spans || v.zone.n != s.limits.spans+1 || !s.short {
		t.Errorf("the copy has %d states and %d variables, want %d states", len(v.spans), v.zone.n, s.limits.spans)
	}
}
