package fault

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
)

// late is how long after the answer an effect stays hidden.
const late = 20 * time.Millisecond

// hiding notes what was changed a moment ago, and what readers were shown before.
type hiding struct {
	until   sync.Map // when a change begins to show, by the path of what it changed
	answers sync.Map // the last answer to each read
}

// late adds a fault in which some reads show what some operations do only a while after those are answered. A reader gets
// the answer that it got before, or waits.
func (g *group) late(name, sentence, at string, changes []op.Operation, reads ...op.Operation) {
	g.serving(name, sentence, at, func() op.Middleware {
		var h hiding
		change, read := wrapping(changes, h.change)(), wrapping(reads, h.read)()
		return func(o op.Operation, next http.Handler) http.Handler { return change(o, read(o, next)) }
	})
}

func (h *hiding) change(w http.ResponseWriter, r *http.Request, next http.Handler) {
	hide := func() { h.until.Store(r.URL.Path, time.Now().Add(late)) }
	hide() // from those who read meanwhile
	a := held.By(w, r, next)
	if a.Status < 300 {
		hide()
	}
	a.Send(w)
}

func (h *hiding) read(w http.ResponseWriter, r *http.Request, next http.Handler) {
	asked, hidden := question(r), h.hidden(r.URL.Path)
	if before, found := h.answers.Load(asked); found && hidden > 0 {
		before.(*held.Answer).Send(w)
		return
	}
	time.Sleep(hidden)
	a := held.By(w, r, next)
	a.WriteHeader(http.StatusOK) // if it has no status yet: from now on others may send it, too
	h.answers.Store(asked, a)
	a.Send(w)
}

// question is what a read asks, whoever sends it, and when.
func question(r *http.Request) string {
	header := r.Header.Clone()
	for _, own := range []string{"Authorization", "X-Ms-Date", "X-Ms-Client-Request-Id"} {
		header.Del(own)
	}
	return fmt.Sprint(r.Method, r.URL, header)
}

// hidden is for how long changes of what is at a path, of what that lies in, or of what lies in it, are hidden.
func (h *hiding) hidden(path string) (longest time.Duration) {
	h.until.Range(func(of, until any) bool {
		left := time.Until(until.(time.Time))
		if left <= 0 {
			h.until.Delete(of)
		} else if lies(path, of.(string)) || lies(of.(string), path) {
			longest = max(longest, left)
		}
		return true
	})
	return longest
}

// lies reports whether a path is that of something, or of something in it.
func lies(path, in string) bool {
	rest, found := strings.CutPrefix(path, strings.TrimSuffix(in, "()")) // a query of a table ends with ()
	return found && (rest == "" || strings.ContainsAny(rest[:1], "/("))
}

// caching is for how long readingForAWhile keeps an answer.
const caching = 50 * time.Millisecond

// readingForAWhile gives the answer to a read to whoever asks the same in the next moments.
func readingForAWhile(of ...op.Operation) func() op.Middleware {
	return func() op.Middleware {
		type kept struct {
			*held.Answer
			until time.Time
		}
		var answers sync.Map
		return wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			asked := question(r)
			if before, found := answers.Load(asked); found && time.Now().Before(before.(kept).until) {
				before.(kept).Send(w)
				return
			}
			a := held.By(w, r, next)
			a.WriteHeader(http.StatusOK) // if it has no status yet: from now on others may send it, too
			answers.Store(asked, kept{a, time.Now().Add(caching)})
			a.Send(w)
		})()
	}
}

// readingCached gives the answer to a read to whoever asks the same next.
func readingCached(of ...op.Operation) func() op.Middleware {
	return func() op.Middleware {
		var answers sync.Map
		return answering(of, func(a *held.Answer, r *http.Request) {
			fresh := *a
			if before, found := answers.Swap(question(r), &fresh); found {
				*a = *before.(*held.Answer)
			}
		})()
	}
}
