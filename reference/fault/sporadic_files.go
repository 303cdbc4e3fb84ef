package fault

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"ifmatch/reference/errcode"
	"ifmatch/reference/operation"
)

// shown names a request in the log of what a fault did.
func (d *dice) shown(r *http.Request) {
	d.show(r.Method, r.URL.Path, r.Header.Get("x-ms-client-request-id"))
}

// middle makes a middleware of what stands before one operation.
func middle(of operation.Operation, serve func(w http.ResponseWriter, r *http.Request, next http.Handler)) operation.Middleware {
	return func(o operation.Operation, next http.Handler) http.Handler {
		if o != of {
			return next
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { serve(w, r, next) })
	}
}

// droppingRanges answers some writes behind the first byte of a file with success, and forgets them.
func droppingRanges(d *dice) operation.Middleware {
	var mu sync.Mutex
	n := 0
	return middle(operation.PutRange, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if strings.HasPrefix(r.Header.Get("x-ms-range"), "bytes=0-") || r.Header.Get("x-ms-write") != "update" || !d.hit() {
			next.ServeHTTP(w, r)
			return
		}
		d.shown(r)
		mu.Lock()
		n++
		tag := fmt.Sprintf(`"0x%016X"`, n)
		mu.Unlock()
		w.Header().Set("ETag", tag)
		w.Header().Set("Last-Modified", r.Header.Get("x-ms-date"))
		w.WriteHeader(http.StatusCreated)
	})
}

// keptAnswers is how many answers to one request are remembered.
const keptAnswers = 64

// answeringOldParts answers some reads of a part of a file as the same request was answered long ago.
func answeringOldParts(d *dice) operation.Middleware {
	var mu sync.Mutex
	answers := map[string][]*held{}
	return middle(operation.GetFile, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		a := hold(w)
		next.ServeHTTP(a, r)
		part := r.Header.Get("x-ms-range")
		if part == "" || a.status != http.StatusPartialContent {
			a.send(w)
			return
		}
		mu.Lock()
		name := r.URL.Path + " " + part
		past := append(answers[name], a)
		if len(past) > keptAnswers {
			past = past[1:]
		}
		answers[name] = past
		if old := past[0]; !bytes.Equal(old.body.Bytes(), a.body.Bytes()) && d.hit() {
			d.shown(r)
			a = old
		}
		mu.Unlock()
		a.send(w)
	})
}

// damagingParts alters the first byte of some reads of a part of a file.
func damagingParts(d *dice) operation.Middleware {
	return middle(operation.GetFile, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		a := hold(w)
		next.ServeHTTP(a, r)
		if b := a.body.Bytes(); a.status == http.StatusPartialContent && len(b) > 0 && d.hit() {
			d.shown(r)
			b[0] ^= 0xee
		}
		a.send(w)
	})
}

// keepingFileLeases takes back some changes of lease ids, and tells nobody.
func keepingFileLeases(d *dice) operation.Middleware {
	return middle(operation.LeaseFileChange, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		a := hold(w)
		next.ServeHTTP(a, r)
		old, proposed := r.Header.Get("x-ms-lease-id"), r.Header.Get("x-ms-proposed-lease-id")
		if a.status < 300 && old != proposed && d.hit() {
			d.show(r.URL.Path, proposed)
			back := r.Clone(r.Context())
			back.Header.Set("x-ms-lease-id", proposed)
			back.Header.Set("x-ms-proposed-lease-id", old)
			next.ServeHTTP(hold(w), back)
		}
		a.send(w)
	})
}

// refusingRanges refuses some writes of parts as if somebody had the file open.
func refusingRanges(d *dice) operation.Middleware {
	return middle(operation.PutRange, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.Header.Get("x-ms-lease-id") != "" || !d.hit() {
			next.ServeHTTP(w, r)
			return
		}
		d.shown(r)
		w.Header().Set("x-ms-error-code", string(errcode.SharingViolation))
		w.WriteHeader(http.StatusConflict)
	})
}

// grantingFileLeases answers some acquires of leases of files that are held as if they were granted.
func grantingFileLeases(d *dice) operation.Middleware {
	return middle(operation.LeaseFileAcquire, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		a := hold(w)
		next.ServeHTTP(a, r)
		proposed := r.Header.Get("x-ms-proposed-lease-id")
		if a.status == http.StatusConflict && proposed != "" && d.hit() {
			d.show(r.URL.Path, proposed)
			a = hold(w)
			a.header.Set("ETag", `"0x1"`)
			a.header.Set("Last-Modified", r.Header.Get("x-ms-date"))
			a.header.Set("x-ms-lease-id", proposed)
			a.WriteHeader(http.StatusCreated)
		}
		a.send(w)
	})
}

// writingPastLeases performs some writes of leased files that name no lease, or with foreign another.
func writingPastLeases(foreign bool) func(*dice) operation.Middleware {
	return func(d *dice) operation.Middleware { return writingAsHolder(foreign, d) }
}

// writingAsHolder performs some writes that were refused under the id of the holder.
func writingAsHolder(foreign bool, d *dice) operation.Middleware {
	var mu sync.Mutex
	holders := map[string]string{} // lease ids by path
	write := twice([]operation.Operation{operation.PutRange}, func(r *http.Request, answer *held, d *dice) http.Header {
		mu.Lock()
		id := holders[r.URL.Path]
		mu.Unlock()
		named := r.Header.Get("x-ms-lease-id")
		if foreign != (named != "") || named == id || answer.status != http.StatusPreconditionFailed || id == "" || !d.hit() {
			return nil
		}
		return with(r, "x-ms-lease-id", id)
	})(d)
	return func(o operation.Operation, next http.Handler) http.Handler {
		if o != operation.LeaseFileAcquire && o != operation.LeaseFileChange {
			return write(o, next)
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			a := hold(w)
			next.ServeHTTP(a, r)
			if id := a.header.Get("x-ms-lease-id"); a.status < 300 && id != "" {
				mu.Lock()
				holders[r.URL.Path] = id
				mu.Unlock()
			}
			a.send(w)
		})
	}
}
