package fit_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/reference"
)

// front is a reference whose requests are counted.
type front struct {
	wrap func(http.Handler) http.Handler // nil: nothing is changed
	old  bool                            // it refuses versions from 2026 on, as an older emulator does

	arrived   atomic.Int64
	mu        sync.Mutex
	greetings map[string]int // what is read of nothing that a case made, by URL and version
}

// serve starts the servers, and returns the connection string.
func (f *front) serve(t *testing.T) string {
	t.Helper()
	s := reference.InProcess(t)
	f.greetings = map[string]int{}
	text := fmt.Sprintf("AccountName=%s;AccountKey=%s", s.Account(), s.Key())
	for _, service := range reference.Services() {
		h := s.Handler(service)
		if f.wrap != nil {
			h = f.wrap(h)
		}
		one := httptest.NewServer(f.counting(h))
		t.Cleanup(one.Close)
		name := string(service)
		text += fmt.Sprintf(";%sEndpoint=%s/%s", strings.ToUpper(name[:1])+name[1:], one.URL, s.Account())
	}
	return text
}

func (f *front) counting(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.arrived.Add(1)
		version := r.Header.Get("X-Ms-Version")
		if r.Method == http.MethodGet && !strings.Contains(r.URL.Path, "ifmatch") {
			f.mu.Lock()
			f.greetings["http://"+r.Host+r.URL.String()+" "+version]++
			f.mu.Unlock()
		}
		if f.old && version > "2025-12" {
			w.Header().Set("X-Ms-Error-Code", "InvalidHeaderValue")
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, "The API version is not supported.")
			return
		}
		h.ServeHTTP(w, r)
	})
}

// refusing412 answers 412 where a blob is there that was to be created.
func refusing412(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(&changed{w, r.Header.Get("If-None-Match") == "*"}, r)
	})
}

type changed struct {
	http.ResponseWriter
	creates bool
}

func (c *changed) WriteHeader(status int) {
	if c.creates && status == http.StatusConflict {
		status = http.StatusPreconditionFailed
		c.Header().Set("X-Ms-Error-Code", "ConditionNotMet")
	}
	c.ResponseWriter.WriteHeader(status)
}

// sending is a target that counts what is sent to it.
type sending struct {
	target.Target
	sent *atomic.Int64
}

func (s sending) Session(ctx context.Context, name string) (*target.Session, error) {
	opened, err := s.Target.Session(ctx, name)
	if err == nil {
		opened.Transport = counted{opened.Transport, s.sent}
	}
	return opened, err
}

type counted struct {
	next http.RoundTripper
	sent *atomic.Int64
}

func (c counted) RoundTrip(r *http.Request) (*http.Response, error) {
	c.sent.Add(1)
	return c.next.RoundTrip(r)
}
