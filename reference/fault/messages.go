package fault

import (
	"time"

	"ifmatch/reference/store/messages"
)

// shortWindows is a store that shows a message again before the instant that it has promised to who got it.
type shortWindows struct{ messages.Store }

// early is by how much.
const early = time.Second

func showingEarly(s messages.Store) messages.Store { return shortWindows{s} }

func (s shortWindows) Take(queue string, n int, change messages.Change) ([]messages.Message, error) {
	var promised []time.Time
	taken, err := s.Store.Take(queue, n, func(m *messages.Message, now time.Time) {
		change(m, now)
		promised = append(promised, m.NextVisible)
		if m.NextVisible.After(now) {
			m.NextVisible = m.NextVisible.Add(-early)
		}
	})
	for i := range taken {
		taken[i].NextVisible = promised[i]
	}
	return taken, err
}
