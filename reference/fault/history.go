package fault

import "sync"

// history holds the last values under each name. It is safe for concurrent use.
type history[K comparable, V any] struct {
	mu sync.Mutex
	of map[K][]V // the oldest first
}

// add adds a value, and forgets the oldest if there are more than most.
func (h *history[K, V]) add(name K, v V, most int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of == nil {
		h.of = map[K][]V{}
	}
	all := append(h.of[name], v)
	h.of[name] = all[max(0, len(all)-most):]
}

// all lists the values under a name.
func (h *history[K, V]) all(name K) []V {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.of[name]
}

// take removes the oldest value under a name.
func (h *history[K, V]) take(name K) (v V, found bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if found = len(h.of[name]) > 0; found {
		v, h.of[name] = h.of[name][0], h.of[name][1:]
	}
	return v, found
}
