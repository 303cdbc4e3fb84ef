package messages

// The orders in which the messages of a queue are kept.
const (
	byVisibility = iota // the next visible first
	byExpiry            // the next that expires first
	orders
)

// entry holds one message.
type entry struct {
	Message
	due    [orders]int64 // nanoseconds since the Unix epoch
	at     [orders]int   // position in each heap
	number uint64        // if two are due at once, the smaller goes first
}

// heap is a binary heap of messages in one of their orders. Entries know their position, so that any of them can be
// moved or removed in O(log n).
type heap struct {
	order   int
	entries []*entry
}

func (h *heap) before(a, b *entry) bool {
	if a.due[h.order] != b.due[h.order] {
		return a.due[h.order] < b.due[h.order]
	}
	return a.number < b.number
}

func (h *heap) put(e *entry, at int) {
	h.entries[at] = e
	e.at[h.order] = at
}

func (h *heap) push(e *entry) {
	h.entries = append(h.entries, e)
	e.at[h.order] = len(h.entries) - 1
	h.fix(e)
}

func (h *heap) remove(e *entry) {
	at, end := e.at[h.order], len(h.entries)-1
	last := h.entries[end]
	h.entries[end] = nil // for the garbage collector
	h.entries = h.entries[:end]
	if at < end {
		h.put(last, at)
		h.fix(last)
	}
}

// fix moves an entry to its right position.
func (h *heap) fix(e *entry) {
	at := e.at[h.order]
	for at > 0 {
		parent := (at - 1) / 2
		if !h.before(e, h.entries[parent]) {
			break
		}
		h.put(h.entries[parent], at)
		at = parent
	}
	for {
		child := 2*at + 1
		if child >= len(h.entries) {
			break
		}
		if right := child + 1; right < len(h.entries) && h.before(h.entries[right], h.entries[child]) {
			child = right
		}
		if !h.before(h.entries[child], e) {
			break
		}
		h.put(h.entries[child], at)
		at = child
	}
	h.put(e, at)
}

// first lists up to n entries that are due by the given instant, in their order. It looks at no more than 2n+1 entries,
// since an entry never comes before its parent.
func (h *heap) first(n int, until int64) []*entry {
	var found []*entry
	next := make([]int, 0, 2*n+1)
	add := func(at int) {
		if at < len(h.entries) && h.entries[at].due[h.order] <= until {
			next = append(next, at)
		}
	}
	for add(0); len(found) < n && len(next) > 0; {
		best := 0
		for i := range next {
			if h.before(h.entries[next[i]], h.entries[next[best]]) {
				best = i
			}
		}
		at := next[best]
		next[best] = next[len(next)-1]
		next = next[:len(next)-1]
		found = append(found, h.entries[at])
		add(2*at + 1)
		add(2*at + 2)
	}
	return found
}
