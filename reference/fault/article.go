package fault

import (
	"net/http"
	"slices"
	"sync"

	"ifmatch/reference/errcode"
	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
)

// refuse answers a request with a refusal.
func refuse(w http.ResponseWriter, status int, code errcode.Code) {
	if code != "" {
		w.Header().Set("x-ms-error-code", string(code))
	}
	w.WriteHeader(status)
}

// conditionsRefused refuses requests that have one of some headers, as if a condition were unmet.
func conditionsRefused(of []op.Operation, headers ...string) func() op.Middleware {
	return wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if slices.ContainsFunc(headers, func(h string) bool { return r.Header.Get(h) != "" }) {
			refuse(w, http.StatusPreconditionFailed, errcode.ConditionNotMet)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// answeringOther makes operations answer with the ETag of nothing.
func answeringOther(of ...op.Operation) func() op.Middleware {
	return answering(of, func(a *held.Answer, _ *http.Request) { a.Header().Set("ETag", `"0x8D0000000000000"`) })
}

// unperformed answers requests with success, and does nothing.
func unperformed(of op.Operation, status int) func() op.Middleware {
	return wrapping([]op.Operation{of}, func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { w.WriteHeader(status) })
}

// accepting answers with 202 what is refused with a status.
func accepting(of op.Operation, status int) func() op.Middleware {
	return wrapping([]op.Operation{of}, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if a := held.By(w, r, next); a.Status != status {
			a.Send(w)
			return
		}
		w.WriteHeader(http.StatusAccepted)
	})
}

// onlyFirst performs the first request to each resource, and handles the later ones in another way.
func onlyFirst(of []op.Operation, later http.HandlerFunc) func() op.Middleware {
	return func() op.Middleware {
		var done sync.Map
		return wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			if _, again := done.LoadOrStore(r.URL.Path+" "+r.URL.RawQuery, true); again {
				later(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})()
	}
}

// everyCondition are the conditional headers.
var everyCondition = []string{"If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"}
