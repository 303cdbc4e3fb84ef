package fault

import (
	"net/http"

	"ifmatch/reference/operation"
)

// withoutHeader hides a request header from one operation. The sender was verified before, so the signature, which
// covers the header, stays valid.
func withoutHeader(name string, of operation.Operation) func() operation.Middleware {
	return func() operation.Middleware {
		return func(o operation.Operation, next http.Handler) http.Handler {
			if o != of {
				return next
			}
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r = r.Clone(r.Context())
				r.Header.Del(name)
				next.ServeHTTP(w, r)
			})
		}
	}
}
