package frontend

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/guid"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// ShowCopy sets the headers about the last copy to a blob or file. It sets none if c is nil.
func ShowCopy(h http.Header, c *store.Copy) {
	if c == nil {
		return
	}
	header.Set(h, "X-Ms-Copy-Id", c.ID)
	header.Set(h, "X-Ms-Copy-Source", c.Source)
	header.Set(h, "X-Ms-Copy-Status", string(c.Status))
	header.Set(h, "X-Ms-Copy-Progress", CopyProgress(c))
	header.Set(h, "X-Ms-Copy-Status-Description", c.Description)
	if !c.Completed.IsZero() {
		header.Set(h, "X-Ms-Copy-Completion-Time", etag.HTTPDate(c.Completed))
	}
}

// CopyProgress returns how much of a copy is done, as bytes copied/total.
func CopyProgress(c *store.Copy) string {
	return strconv.FormatInt(c.Copied, 10) + "/" + strconv.FormatInt(c.Total, 10)
}

// CopyToAbort reads the id of the copy that a request aborts.
func (c *Call) CopyToAbort() (string, error) {
	id, ok := guid.Parse(c.Query.Get("copyid"))
	if !ok {
		return "", errcode.BadQuery("copyid", c.Query.Get("copyid")) // BLOB-COPY-13
	}
	return id.String(), nil
}

// AbortCopy returns the copy to a blob or file in its aborted state.
func AbortCopy(c *store.Copy, id string, now time.Time) (*store.Copy, error) {
	if c == nil || c.Status != store.CopyPending {
		return nil, errcode.New(errcode.NoPendingCopyOperation) // BLOB-COPY-12
	}
	if c.ID != id {
		return nil, errcode.New(errcode.CopyIDMismatch)
	}
	aborted := *c
	aborted.Status, aborted.Completed = store.CopyAborted, now
	return &aborted, nil
}

// Copies are the held asynchronous copies of a service. A server that serves from memory has no slow copies of its own.
// P is the data kept for each copy.
type Copies[P any] struct {
	mu      sync.Mutex
	held    bool
	pending []P
}

// Holding reports whether copies stay pending.
func (c *Copies[P]) Holding() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held
}

// Add adds a copy. It returns the copies to finish now: the new one, unless copies are held.
func (c *Copies[P]) Add(p P) []P {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.held {
		return []P{p}
	}
	c.pending = append(c.pending, p)
	return nil
}

// Hold starts or stops holding copies. It returns the copies to finish now, in the order in which they began.
func (c *Copies[P]) Hold(held bool) []P {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held = held; held {
		return nil
	}
	released := c.pending
	c.pending = nil
	return released
}
