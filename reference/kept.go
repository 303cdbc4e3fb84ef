package reference

import (
	"net/http"
	"strings"

	"ifmatch/reference/journal"
	"ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

// bound returns the stores of an account, and the properties of its services, as what a journal can keep.
func bound(parts map[byte]journal.Part, bare map[operation.Service]http.Handler) *journal.Book {
	b := new(journal.Book)
	for _, name := range []byte("bqtf") {
		b.Add(name, parts[name])
	}
	for _, of := range services {
		if h, ok := bare[of.name].(interface{ Settings() journal.Part }); ok {
			b.Add(strings.ToUpper(string(of.name))[0], h.Settings())
		}
	}
	return b
}

// settled returns a service that answers only after everything that its answer may show is kept.
func settled(h http.Handler, book func() *journal.Book) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b := book()
		if !b.Kept() {
			h.ServeHTTP(w, r)
			return
		}
		if err := b.Settle(); err != nil { // change nothing that cannot be kept
			unkept(w, err)
			return
		}
		a := &settledAnswer{ResponseWriter: w, settle: b.Settle}
		h.ServeHTTP(a, r)
		a.begin() // the answer may have neither a body nor a status
	})
}

// settledAnswer waits before its first byte, and again if it shows more.
type settledAnswer struct {
	http.ResponseWriter
	settle func() error
	begun  bool
	failed error
}

func (a *settledAnswer) begin() {
	if !a.begun {
		a.begun = true
		if a.failed = a.settle(); a.failed != nil {
			unkept(a.ResponseWriter, a.failed)
		}
	}
}

// WriteHeader sends the status, or a refusal in its place.
func (a *settledAnswer) WriteHeader(status int) {
	if a.begin(); a.failed == nil {
		a.ResponseWriter.WriteHeader(status)
	}
}

// Write sends a part of the body.
func (a *settledAnswer) Write(p []byte) (int, error) {
	if a.begin(); a.failed != nil {
		return len(p), nil
	}
	if err := a.settle(); err != nil {
		panic(http.ErrAbortHandler) // the client must not take what it has for the whole
	}
	return a.ResponseWriter.Write(p)
}

// Unwrap supports http.ResponseController.
func (a *settledAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// unkept answers that a change, or what an answer would show of one, cannot be kept.
func unkept(w http.ResponseWriter, err error) {
	h := w.Header()
	clear(h)
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Ms-Error-Code", "InternalError")
	w.WriteHeader(http.StatusInternalServerError)
	_, _ = w.Write([]byte("InternalError: " + err.Error() + "\n")) // the client may be gone
}

// settledFiles are the files for a server of another protocol. It must not show what is not kept either.
type settledFiles struct {
	files.Store
	book *journal.Book
}

// Share returns a version of a share that is kept.
func (f settledFiles) Share(name string) *files.Share {
	s := f.Store.Share(name)
	if f.book.Settle() != nil {
		return nil
	}
	return s
}

// UpdateShare returns when the new version is kept.
func (f settledFiles) UpdateShare(name string, change files.ShareChange) (*files.Share, error) {
	s, err := f.Store.UpdateShare(name, change)
	return s, f.after(err)
}

// Read returns when what it has shown is kept.
func (f settledFiles) Read(share, snapshot string, look func(t *files.Tree) error) error {
	return f.after(f.Store.Read(share, snapshot, look))
}

// Change returns when the change is kept.
func (f settledFiles) Change(share string, change func(t *files.Tree, at files.Moment) error) error {
	return f.after(f.Store.Change(share, change))
}

func (f settledFiles) after(err error) error {
	if unkept := f.book.Settle(); unkept != nil {
		return unkept
	}
	return err
}
