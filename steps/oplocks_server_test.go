package steps_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"ifmatch/internal/target"
)

// The parts of a cache.
const (
	stateR, stateH, stateW = 1, 2, 4
)

// habits are the deviations of a service with oplocks.
type habits struct {
	silent       bool // it breaks no oplock
	impatient    bool // it answers as if no client had answered, however fast one was
	hasty        bool // it does not wait for an answer
	tooFar       bool // reads also take the cache of reads
	lists        bool // lists break caches as reads do
	unhurried    bool // it waits where nothing was written
	forgiving    bool // it goes on when no client answers
	stubborn     bool // a sharing conflict leaves cached handles alone
	early        bool // it reads before it breaks
	anyDeletion  bool // a deletion also takes the cache of writes
	again        bool // a client that has flushed is told to break again
	talkative    bool // changes over REST are notified over SMB
	flushedBy    int  // the status when no client answers; 0: 408
	grants       uint32
	grantsOnlyIf bool // the field grants says what it grants
}

// patience is how long the service waits for a client: longer than the suite's clients take.
const patience = 3 * time.Second

// oplocked is the reference with oplocks and change notifications, as documented except for its habits.
type oplocked struct {
	target.Target
	habits habits
}

// Session puts the box around a server.
func (o oplocked) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := o.Target.Session(ctx, name)
	if err != nil {
		return nil, err
	}
	b := &box{habits: o.habits, rest: s.Transport}
	dial := s.DialSMB
	s.Transport = b
	s.DialSMB = func(ctx context.Context) (net.Conn, error) {
		conn, err := dial(ctx)
		if err != nil {
			return nil, err
		}
		return between(b, conn), nil
	}
	return s, nil
}

// lease is the cache that a client has of a file.
type lease struct {
	m     *middle
	o     *open
	key   [16]byte
	state uint32
	moved chan struct{} // closed at the next answer to a break, or at the close
	gone  bool
}

func newLease(m *middle, o *open, key [16]byte, state uint32) *lease {
	return &lease{m: m, o: o, key: key, state: state, moved: make(chan struct{})}
}

// box holds the oplocks of one server.
type box struct {
	habits habits
	rest   http.RoundTripper

	mu      sync.Mutex
	leases  []*lease
	watcher *middle
	watched []byte // the request of the watch
	news    []string
}

func (b *box) grants(l *lease) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.habits.grantsOnlyIf {
		l.state &= b.habits.grants
	}
	b.leases = append(b.leases, l)
	return l.state != 0
}

// of lists the caches of a file, or of all files for an empty path.
func (b *box) of(path string) (list []*lease) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.leases {
		if !l.gone && (path == "" || strings.EqualFold(l.o.path, path)) {
			list = append(list, l)
		}
	}
	return list
}

// move records an answer to a break, or a close.
func (b *box) move(l *lease, how func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	how()
	close(l.moved)
	l.moved = make(chan struct{})
}

func (b *box) acknowledge(key [16]byte, keeps uint32) {
	b.mu.Lock()
	var found *lease
	for _, l := range b.leases {
		if l.key == key {
			found = l
		}
	}
	b.mu.Unlock()
	if found != nil {
		b.move(found, func() { found.state = keeps })
	}
}

func (b *box) forget(l *lease) { b.move(l, func() { l.gone = true }) }

// breaks breaks a cache, and waits for the client if told to. It reports whether the client answered.
func (b *box) breaks(l *lease, to uint32, waits bool) bool {
	b.mu.Lock()
	from, moved := l.state, l.moved
	b.mu.Unlock()
	if b.habits.silent || from == to && !b.habits.again {
		return true
	}
	l.m.tells(l.key, from, to)
	if !waits || b.habits.hasty {
		b.mu.Lock()
		l.state = to
		b.mu.Unlock()
		return true
	}
	select {
	case <-moved:
		return !b.habits.impatient
	case <-time.After(patience):
		return b.habits.forgiving
	}
}

// beforeOpen breaks what an open over SMB breaks: the handle caches of conflicting opens, else the write caches.
func (b *box) beforeOpen(o *open) {
	for _, l := range b.of(o.path) {
		conflict := o.access&^l.o.share != 0 || l.o.access&^o.share != 0
		switch {
		case conflict && l.state&stateH != 0 && !b.habits.stubborn:
			b.breaks(l, l.state&^stateH, true)
		case !conflict && l.state&stateW != 0:
			b.breaks(l, l.state&^stateW, true)
		}
	}
}

// RoundTrip sends a REST request once the caches of its file are broken.
func (b *box) RoundTrip(q *http.Request) (*http.Response, error) {
	var body []byte
	if q.Body != nil {
		body, _ = io.ReadAll(q.Body)
		_ = q.Body.Close()
	}
	ask := func() (*http.Response, error) {
		once := q.Clone(q.Context())
		if body != nil {
			once.Body = io.NopCloser(bytes.NewReader(body))
		}
		return b.rest.RoundTrip(once)
	}
	_, file, _ := strings.Cut(strings.TrimPrefix(q.URL.Path, "/"), "/")
	file = strings.ReplaceAll(file, "/", `\`)
	kind := kindOf(q)
	var before *http.Response
	if b.habits.early && kind == reading {
		before, _ = ask()
	}
	for _, l := range b.concerned(kind, file) {
		to, waits := b.leaves(kind, l)
		if !b.breaks(l, to, waits) {
			return tooLate(q, b.habits.flushedBy), nil
		}
	}
	if before != nil {
		return before, nil
	}
	resp, err := ask()
	if err == nil && resp.StatusCode == http.StatusConflict && !b.habits.stubborn {
		for _, l := range b.of(file) {
			if l.state&stateH != 0 && b.breaks(l, l.state&^stateH, true) {
				resp, err = ask()
			}
		}
	}
	if err == nil && resp.StatusCode < 300 && b.habits.talkative && kind != reading && kind != nothing {
		b.changed(file, false)
	}
	return resp, err
}

// concerned lists the caches that a request breaks: those of its file, or of all files if lists break them.
func (b *box) concerned(kind asks, file string) (list []*lease) {
	if kind == listing && b.habits.lists {
		return b.of("")
	}
	return b.of(file)
}

// leaves is Microsoft's table: what remains of a cache, and whether the request waits.
func (b *box) leaves(kind asks, l *lease) (to uint32, waits bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch kind {
	case reading, listing:
		if to = l.state &^ stateW; b.habits.tooFar {
			to = 0
		}
		return to, l.state&stateW != 0
	case writing:
		return 0, l.state&stateW != 0 || b.habits.unhurried
	case deleting:
		if to = l.state &^ stateH; b.habits.anyDeletion {
			to &^= stateW
		}
		return to, true
	}
	return l.state, false
}

// asks are the kinds of requests.
type asks int

const (
	nothing asks = iota
	reading
	listing
	writing
	creating
	deleting
)

func kindOf(q *http.Request) asks {
	comp, of := q.URL.Query().Get("comp"), q.URL.Query().Get("restype")
	switch {
	case of == "directory" && comp == "list":
		return listing
	case of != "", comp == "listhandles", comp == "forceclosehandles", comp == "lease":
		return nothing
	case q.Method == http.MethodDelete:
		return deleting
	case q.Method != http.MethodPut:
		return reading
	case comp == "":
		return creating
	}
	return writing
}

// tooLate is the answer if a client did not flush in time.
func tooLate(q *http.Request, status int) *http.Response {
	if status == 0 {
		status = http.StatusRequestTimeout
	}
	const code = "ClientCacheFlushDelay"
	return &http.Response{StatusCode: status, Request: q, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"X-Ms-Error-Code": {code}, "Content-Type": {"application/xml"}},
		Body: io.NopCloser(strings.NewReader("<Error><Code>" + code + "</Code></Error>"))}
}

// watch remembers a client that wants to hear of changes.
func (b *box) watch(m *middle, q []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.watcher, b.watched = m, bytes.Clone(q)
}

// changed notes that a file has changed. A watching client is notified at the next change over SMB.
func (b *box) changed(file string, overSMB bool) {
	b.mu.Lock()
	b.news = append(b.news, path.Base(strings.ReplaceAll(file, `\`, "/")))
	m, q, news := b.watcher, b.watched, b.news
	if overSMB {
		b.watcher, b.news = nil, nil
	}
	b.mu.Unlock()
	if overSMB && m != nil {
		m.notifies(q, news)
	}
}
