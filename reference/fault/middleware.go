package fault

import (
	"net/http"
	"slices"
	"strings"

	"ifmatch/reference/held"
	"ifmatch/reference/operation"
)

// Small middleware from which faults are made. The sender was verified before, so alterations do not invalidate the
// signature, which covers the headers.

// wrapping makes a middleware that puts a handler around another, for some operations.
func wrapping(of []operation.Operation, serve func(w http.ResponseWriter, r *http.Request, next http.Handler)) func() operation.Middleware {
	return func() operation.Middleware {
		return func(o operation.Operation, next http.Handler) http.Handler {
			if !slices.Contains(of, o) {
				return next
			}
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { serve(w, r, next) })
		}
	}
}

// serveAltered serves an altered request.
func serveAltered(alter func(r *http.Request)) func(w http.ResponseWriter, r *http.Request, next http.Handler) {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		r = r.Clone(r.Context())
		alter(r)
		next.ServeHTTP(w, r)
	}
}

// asking alters requests on their way in.
func asking(of []operation.Operation, alter func(r *http.Request)) func() operation.Middleware {
	return wrapping(of, serveAltered(alter))
}

// serveAll serves requests for an operation.
type serveAll = func(o operation.Operation, w http.ResponseWriter, r *http.Request, next http.Handler)

// aroundAll makes a middleware that puts a handler around those of all operations. Each server has one of its own.
func aroundAll(make func() serveAll) func() operation.Middleware {
	return func() operation.Middleware {
		serve := make()
		return func(o operation.Operation, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { serve(o, w, r, next) })
		}
	}
}

// answering alters answers that report success.
func answering(of []operation.Operation, alter func(a *held.Answer, r *http.Request)) func() operation.Middleware {
	return wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		a := held.By(w, r, next)
		if a.Status < 300 {
			alter(a, r)
		}
		a.Send(w)
	})
}

func lower(s string) string { return strings.ReplaceAll(strings.ToLower(s), " ", "-") }

// addressed splits the path /account/container/blob. The result ok reports whether the path has this form.
func addressed(path string) (container, blob string, ok bool) {
	_, path, _ = strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return strings.Cut(path, "/")
}
