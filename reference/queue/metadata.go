package queue

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/store/messages"
)

// metadata reads the x-ms-meta- headers of a request. Names are kept in lower case: Go's server has lost the case that
// they were sent in, and the service compares them without it.
func (c *call) metadata() ([]messages.Pair, error) {
	var m []messages.Pair
	size := 0
	for name, values := range c.r.Header {
		if !strings.HasPrefix(name, hMetadata) {
			continue
		}
		key := strings.ToLower(name[len(hMetadata):])
		if key == "" {
			return nil, errcode.New(errcode.EmptyMetadataKey)
		}
		if !identifier(key) {
			return nil, errcode.New(errcode.InvalidMetadata)
		}
		value := strings.Join(values, ",")
		size += len(key) + len(value)
		m = append(m, messages.Pair{Name: key, Value: value})
	}
	if size > c.s.rules.Queue.Limits.Metadata {
		return nil, errcode.New(errcode.MetadataTooLarge)
	}
	slices.SortFunc(m, func(a, b messages.Pair) int { return strings.Compare(a.Name, b.Name) })
	return m, nil
}

// identifier reports whether a metadata name follows the naming rules for C# identifiers, as far as headers go.
func identifier(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', c == '_':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return true
}

// getMetadata is Get Queue Metadata. The number of messages is exact, and includes the invisible ones. // QUEUE-CNT-01 QUEUE-CNT-02
func getMetadata(c *call, w http.ResponseWriter) error {
	q := c.s.store.Queue(c.queue)
	if q == nil {
		return messages.ErrNoQueue
	}
	n, err := c.s.store.Count(c.queue)
	if err != nil {
		return err
	}
	h := w.Header()
	for _, p := range q.Metadata {
		h[http.CanonicalHeaderKey(hMetadata+p.Name)] = []string{p.Value}
	}
	set(h, hCount, strconv.Itoa(n))
	return answer(w, http.StatusOK)
}

// setMetadata is Set Queue Metadata. It replaces all of it, unconditionally. // QUEUE-LWW-02 QUEUE-LWW-05 QUEUE-LWW-06
func setMetadata(c *call, w http.ResponseWriter) error {
	m, err := c.metadata()
	if err != nil {
		return err
	}
	return c.update(w, func(next *messages.Queue) { next.Metadata = m })
}
