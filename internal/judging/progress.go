package judging

import (
	"sync"
	"time"

	"ifmatch/steps"
)

// progressSum is the combined progress of two runs.
type progressSum struct {
	mu     sync.Mutex
	of     [2]steps.Progress
	at     [2]time.Time
	update func(steps.Progress)
}

func (s *progressSum) take(i int, p steps.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of[i], s.at[i] = p, time.Now()
	p.Done, p.Total, p.Failed = s.of[0].Done+s.of[1].Done, s.of[0].Total+s.of[1].Total, s.of[0].Failed+s.of[1].Failed
	for k, other := range s.of {
		p.Waiting = max(p.Waiting, other.Waiting-time.Since(s.at[k]))
	}
	s.update(p)
}
