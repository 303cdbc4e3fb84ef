package fault

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"ifmatch/reference/errcode"
	"ifmatch/reference/handles"
	"ifmatch/reference/held"
	"ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

// shown records a request in the log of the fault.
func (d *dice) shown(r *http.Request) {
	d.show(r.Method, r.URL.Path, r.Header.Get("x-ms-client-request-id"))
}

// answeredAs makes a middleware that may replace the answers of one operation.
func answeredAs(of operation.Operation, judge func(a *held.Answer, w http.ResponseWriter, r *http.Request, next http.Handler) *held.Answer) operation.Middleware {
	return wrapping([]operation.Operation{of}, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		judge(held.By(w, r, next), w, r, next).Send(w)
	})()
}

// laterRange reports whether a request writes after the first byte of a file.
func laterRange(r *http.Request) bool {
	return !strings.HasPrefix(r.Header.Get("x-ms-range"), "bytes=0-") && r.Header.Get("x-ms-write") == "update"
}

// keptAnswers is how many answers to one request are remembered.
const keptAnswers = 64

// answeringOldParts answers some reads of a part of a file with an old answer to the same request.
func answeringOldParts(d *dice) operation.Middleware {
	var answers history[string, *held.Answer]
	return answeredAs(operation.GetFile, func(a *held.Answer, _ http.ResponseWriter, r *http.Request, _ http.Handler) *held.Answer {
		part := r.Header.Get("x-ms-range")
		if part == "" || a.Status != http.StatusPartialContent {
			return a
		}
		name := r.URL.Path + " " + part
		answers.add(name, a, keptAnswers)
		if old := answers.all(name)[0]; !bytes.Equal(old.Body.Bytes(), a.Body.Bytes()) && d.hit() {
			d.shown(r)
			return old
		}
		return a
	})
}

// damagingParts alters the first byte of some reads of a part of a file.
func damagingParts(d *dice) operation.Middleware {
	return answeredAs(operation.GetFile, func(a *held.Answer, _ http.ResponseWriter, r *http.Request, _ http.Handler) *held.Answer {
		if b := a.Body.Bytes(); a.Status == http.StatusPartialContent && len(b) > 0 && d.hit() {
			d.shown(r)
			b[0] ^= 0xee
		}
		return a
	})
}

// keepingFileLeases silently undoes some changes of lease ids.
func keepingFileLeases(d *dice) operation.Middleware {
	return answeredAs(operation.LeaseFileChange, func(a *held.Answer, w http.ResponseWriter, r *http.Request, next http.Handler) *held.Answer {
		old, proposed := r.Header.Get("x-ms-lease-id"), r.Header.Get("x-ms-proposed-lease-id")
		if a.Status < 300 && old != proposed && d.hit() {
			d.show(r.URL.Path, proposed)
			back := r.Clone(r.Context())
			back.Header.Set("x-ms-lease-id", proposed)
			back.Header.Set("x-ms-proposed-lease-id", old)
			held.By(w, back, next)
		}
		return a
	})
}

// refusingRanges refuses some writes of parts as if another client had the file open.
func refusingRanges(d *dice) operation.Middleware {
	return wrapping([]operation.Operation{operation.PutRange}, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.Header.Get("x-ms-lease-id") != "" || !d.hit() {
			next.ServeHTTP(w, r)
			return
		}
		d.shown(r)
		refuse(w, http.StatusConflict, errcode.SharingViolation)
	})()
}

// creatingOverDeletions answers some creations of files that wait for their deletion as if they were performed.
func creatingOverDeletions(d *dice) operation.Middleware {
	var n atomic.Int64
	return answeredAs(operation.CreateFile, func(a *held.Answer, w http.ResponseWriter, r *http.Request, _ http.Handler) *held.Answer {
		if errcode.Code(a.Header().Get("x-ms-error-code")) == errcode.DeletePending && d.hit() {
			d.shown(r)
			a = held.New(w)
			pretend(a, r, http.StatusCreated, n.Add(1))
		}
		return a
	})
}

// grantingFileLeases answers some acquires of held leases of files as if they were granted.
func grantingFileLeases(d *dice) operation.Middleware {
	return answeredAs(operation.LeaseFileAcquire, func(a *held.Answer, w http.ResponseWriter, r *http.Request, _ http.Handler) *held.Answer {
		proposed := r.Header.Get("x-ms-proposed-lease-id")
		if a.Status == http.StatusConflict && proposed != "" && d.hit() {
			d.show(r.URL.Path, proposed)
			a = held.New(w)
			a.Header().Set("x-ms-lease-id", proposed)
			pretend(a, r, http.StatusCreated, 1)
		}
		return a
	})
}

// writingPastLeases performs some writes to leased files as if they came from the holder. The writes have no lease id
// or, if foreign is set, a wrong one.
func writingPastLeases(foreign bool) func(*dice) operation.Middleware {
	return func(d *dice) operation.Middleware {
		var holders sync.Map // lease ids by path
		write := twice([]operation.Operation{operation.PutRange}, func(r *http.Request, answer *held.Answer, d *dice) http.Header {
			id, known := holders.Load(r.URL.Path)
			named := r.Header.Get("x-ms-lease-id")
			if foreign != (named != "") || !known || named == id || answer.Status != http.StatusPreconditionFailed || !d.hit() {
				return nil
			}
			return with(r, "x-ms-lease-id", id.(string))
		})(d)
		learn := wrapping([]operation.Operation{operation.LeaseFileAcquire, operation.LeaseFileChange}, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			a := held.By(w, r, next)
			if id := a.Header().Get("x-ms-lease-id"); a.Status < 300 && id != "" {
				holders.Store(r.URL.Path, id)
			}
			a.Send(w)
		})()
		return func(o operation.Operation, next http.Handler) http.Handler { return write(o, learn(o, next)) }
	}
}

// pastShareModes is a store that performs some operations denied by a share mode.
type pastShareModes struct {
	files.Store
	d              *dice
	reads, changes bool
}

func (s pastShareModes) before(behind files.Store, d *dice) files.Store {
	s.Store, s.d = behind, d
	return s
}

// anything lets any two openings coexist.
func anything(handles.Access, handles.Access, handles.Access, handles.Access) bool { return true }

// denied reports whether a share mode was the reason for a refusal, and the fault appears.
func (s pastShareModes) denied(err error, share string) bool {
	hit := (errors.Is(err, handles.ErrSharing) || refusedAs(err, errcode.SharingViolation)) && s.d.hit()
	if hit {
		s.d.show(share)
	}
	return hit
}

func (s pastShareModes) Read(share, snapshot string, look func(t *files.Tree) error) error {
	return s.Store.Read(share, snapshot, func(t *files.Tree) error {
		err := look(t)
		if s.reads && s.denied(err, share) {
			view := *t // a copy, because others read the tree too
			view.Handles.Rule = anything
			return look(&view)
		}
		return err
	})
}

func (s pastShareModes) Change(share string, change func(t *files.Tree, at files.Moment) error) error {
	return s.Store.Change(share, func(t *files.Tree, at files.Moment) error {
		err := change(t, at)
		if s.changes && s.denied(err, share) {
			t.Handles.Rule = anything
			defer func() { t.Handles.Rule = nil }()
			return change(t, at)
		}
		return err
	})
}

// leavingHandles leaves some handles open that are closed.
func leavingHandles(s files.Store, d *dice) files.Store {
	return changing(func(s files.Store, share string, change treeChange) error {
		return s.Change(share, func(t *files.Tree, at files.Moment) error {
			before := t.Handles.All()
			err := change(t, at)
			if len(before) != t.Handles.Len()+1 || !d.hit() {
				return err
			}
			for _, h := range before {
				if _, open := t.Handles.Handle(h.ID); !open && t.ByID(h.File) != nil {
					d.show(share)
					h.Session = 0 // no session ends this handle
					_, _ = t.Handles.Open(h.File, h.Opening, at.Now)
				}
			}
			return err
		})
	})(s)
}
