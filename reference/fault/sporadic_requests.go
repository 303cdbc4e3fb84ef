package fault

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"

	"ifmatch/reference/errcode"
	"ifmatch/reference/held"
	"ifmatch/reference/operation"
)

// repeating executes some requests of the operations a second time, with another value of a header field ("" for none): of
// those that have the field, and whose answer is of a kind.
func repeating(name, value string, kind func(*held.Answer) bool, of ...operation.Operation) func(*dice) operation.Middleware {
	return twice(of, func(r *http.Request, answer *held.Answer, d *dice) http.Header {
		if r.Header.Get(name) == "" || !kind(answer) || !d.hit() {
			return nil
		}
		return with(r, name, value)
	})
}

// acceptingStale performs some writes that were refused with 412. It ignores the version named by If-Match, as long as
// the resource exists.
func acceptingStale(of ...operation.Operation) func(*dice) operation.Middleware {
	return repeating("If-Match", "*", conditionUnmet, of...)
}

// ignoring performs some requests that were refused with 412, as if they had no header field with a name.
func ignoring(name string, of ...operation.Operation) func(*dice) operation.Middleware {
	return repeating(name, "", func(a *held.Answer) bool { return a.Status == http.StatusPreconditionFailed }, of...)
}

// creatingTwice performs some creations that were refused because the blob exists.
var creatingTwice = repeating("If-None-Match", "", func(a *held.Answer) bool { return a.Status == http.StatusConflict }, operation.PutBlob, operation.PutBlockList)

// refusingApplied answers some performed writes with a refusal: that of a request whose If-Match is no version's ETag.
func refusingApplied(nobody string, of ...operation.Operation) func(*dice) operation.Middleware {
	return repeating("If-Match", nobody, func(a *held.Answer) bool { return a.Status < 300 }, of...)
}

// dropping answers some requests with success, and forgets them.
func dropping(of operation.Operation, status int, affects func(*http.Request) bool) func(*dice) operation.Middleware {
	return func(d *dice) operation.Middleware {
		var n atomic.Int64
		return wrapping([]operation.Operation{of}, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			if !affects(r) || !d.hit() {
				next.ServeHTTP(w, r)
				return
			}
			d.shown(r)
			pretend(w, r, status, n.Add(1))
		})()
	}
}

// pretend answers that a request made its n-th version.
func pretend(w http.ResponseWriter, r *http.Request, status int, n int64) {
	w.Header().Set("ETag", fmt.Sprintf(`"0x%016X"`, n))
	w.Header().Set("Last-Modified", r.Header.Get("x-ms-date"))
	w.WriteHeader(status)
}

func anyRequest(*http.Request) bool { return true }

// conditionUnmet reports whether a refusal is for another version, and not for a lease. The Table service has only the
// first, and shows its code in the body.
func conditionUnmet(answer *held.Answer) bool {
	code := errcode.Code(answer.Header().Get("x-ms-error-code"))
	return answer.Status == http.StatusPreconditionFailed && (code == errcode.ConditionNotMet || code == "")
}

// with returns the header of a request with one field set, or without the field if the value is empty.
func with(r *http.Request, name, value string) http.Header {
	h := r.Header.Clone()
	if h.Del(name); value != "" {
		h.Set(name, value)
	}
	return h
}

// twice executes some requests of the operations a second time, with the header returned by again, and answers with the
// second answer. again gets the first answer, which the client has not seen, and returns nil to let it stand. The
// sender was verified before, so the signature, which covers the header, stays valid.
func twice(of []operation.Operation, again func(r *http.Request, answer *held.Answer, d *dice) http.Header) func(*dice) operation.Middleware {
	return repeated(of, again, func(_, second *held.Answer) *held.Answer { return second })
}

// repeated is twice with one of both answers.
func repeated(of []operation.Operation, again func(r *http.Request, answer *held.Answer, d *dice) http.Header, told func(first, second *held.Answer) *held.Answer) func(*dice) operation.Middleware {
	return func(d *dice) operation.Middleware {
		return wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			body := r.Body
			if body == nil {
				body = http.NoBody
			}
			var read bytes.Buffer
			r = r.Clone(r.Context())
			r.Body = io.NopCloser(io.TeeReader(body, &read))
			answer := held.By(w, r, next)
			if h := again(r, answer, d); h != nil {
				d.shown(r)
				r.Header = h
				r.Body = io.NopCloser(io.MultiReader(&read, body))
				answer = told(answer, held.By(w, r, next))
			}
			answer.Send(w)
		})()
	}
}
