package workload

// A small engine for tests. It drives a workload over the reference's in-process transport, as the real
// engine does over sockets, and keeps the events.
//
// It drives in two ways. simulate lets many actors overlap in virtual time, in an order that the seed
// determines; each exchange is sent, acted on and answered at three separate moments. race runs actors on
// goroutines.

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/smbclient"
	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/operation"
	"ifmatch/reference/smb"
)

const testRun = "5f3a1b2c"

// meddler is between a driver and the server. It may drop the request, and change the answer.
type meddler func(x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error)

// driver drives one instance of one workload.
type driver struct {
	t        *testing.T
	rng      *rand.Rand
	clock    *clock.Virtual
	server   *reference.Server
	files    *smb.Server // its files over SMB; nil: not used yet
	key      *sharedkey.Key
	env      Env
	instance Instance
	meddle   meddler

	// began is the server's time 0. ticks make stamps differ while the server's clock does not move.
	began time.Time
	ticks int64
	moves sync.RWMutex // held to move the clock; shared by the exchanges under way
	mu    sync.Mutex   // guards ticks, events, acts

	events []history.Event
	acts   []act             // acts of the server, in its order if simulated
	signer *sharedkey.Signer // of the conn
	conn   conn
}

// act is a request that reached the server, and the server's true answer.
type act struct {
	id    Identity
	reply *transport.Reply
}

// drive makes a driver of a workload against a server of its own. adjust changes the default options. Nothing
// is sent yet.
func drive(t *testing.T, w Workload, adjust func(*Options)) *driver {
	t.Helper()
	return driveServer(t, w, adjust, reference.Options{})
}

// untilSeen plays a workload on a server of its own. play returns what is missing. If something is missing by
// chance, untilSeen plays again with another seed, and fails only if ten runs all miss it. Most things show
// early: unless everything is to be tried, the first two runs have a tenth and a third of the exchanges.
func untilSeen(t *testing.T, w Workload, o reference.Options, exchanges int, play func(d *driver, exchanges int) []string) {
	t.Helper()
	var missing []string
	s := thorough.Seed(t)
	for run := range 10 {
		length := exchanges
		if run < 2 && !thorough.All() {
			length = exchanges / []int{10, 3}[run]
		}
		if missing = play(driveSeed(t, w, nil, o, s+uint64(run)), length); len(missing) == 0 || t.Failed() {
			return
		}
	}
	t.Errorf("not seen in ten runs: %s", strings.Join(missing, "; "))
}

// driveServer is drive with reference options, such as faults.
func driveServer(t *testing.T, w Workload, adjust func(*Options), o reference.Options) *driver {
	t.Helper()
	return driveSeed(t, w, adjust, o, thorough.Seed(t))
}

// driveSeed is driveServer with a given seed.
func driveSeed(t *testing.T, w Workload, adjust func(*Options), o reference.Options, s uint64) *driver {
	t.Helper()
	d := &driver{t: t, began: time.Date(2026, 11, 21, 13, 0, 0, 0, time.UTC)}
	d.rng = rand.New(rand.NewPCG(s, 1))
	d.clock = clock.NewVirtual(d.began)
	o.Clock, o.Seed = d.clock, 1
	d.server = reference.New(o)
	var err error
	if d.key, err = sharedkey.New(d.server.Account(), d.server.Key()); err != nil {
		t.Fatal(err)
	}
	d.signer = d.key.Signer()
	d.conn = conn{driver: d, id: Identity{Client: 1<<history.SlotBits - 1}}
	options := w.Defaults
	if adjust != nil {
		adjust(&options)
	}
	d.env = Env{Run: testRun, Prefix: "ifm-", Seed: s, Options: options, Book: history.NewDictionary(testRun), Now: d.now, Clients: 4}
	d.env.SMB = d.logIn
	d.env.Endpoints = map[target.Service]string{target.Table: d.server.InProcessEndpoint(operation.TableService), target.Blob: d.server.InProcessEndpoint(operation.BlobService)}
	if d.instance, err = w.New(d.env); err != nil {
		t.Fatalf("%s: %v", w.Name, err)
	}
	return d
}

// logIn opens a session over SMB, in this process. Its Break and Close return after the server has released
// the open handles.
func (d *driver) logIn(_ context.Context, share string) (*smbclient.Client, error) {
	d.mu.Lock()
	if d.files == nil {
		d.files = smb.New(smb.Options{Files: d.server.Files(), Account: d.server.Account(), Key: d.server.Key()})
		d.t.Cleanup(d.files.Close)
	}
	d.mu.Unlock()
	near, far := net.Pipe()
	return smbclient.Dial(&released{near, d.files.ServeConn(far)}, smbclient.Login{Account: d.server.Account(), Key: d.server.Key()}, share)
}

// released is a connection whose Close returns after the server has noticed the end.
type released struct {
	net.Conn
	ended <-chan struct{}
}

func (r *released) Close() error {
	err := r.Conn.Close()
	<-r.ended
	return err
}

// now returns the run's clock: the server's time plus one tick for every call.
func (d *driver) now() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ticks++
	return int64(d.clock.Now().Sub(d.began)) + d.ticks
}

// pass moves the clock when no exchange is under way.
func (d *driver) pass(t time.Duration) {
	d.moves.Lock()
	defer d.moves.Unlock()
	d.clock.Advance(t)
}

// prepare prepares the workload.
func (d *driver) prepare() {
	d.t.Helper()
	if err := d.instance.Prepare(context.Background(), &d.conn); err != nil {
		d.t.Fatalf("prepare: %v", err)
	}
}

// finish drains the workload and cleans up.
func (d *driver) finish() []history.Event {
	d.t.Helper()
	if err := d.instance.Drain(context.Background(), &d.conn); err != nil {
		d.t.Fatalf("drain: %v", err)
	}
	if err := d.instance.Clean(context.Background(), &d.conn); err != nil {
		d.t.Fatalf("clean: %v", err)
	}
	slices.SortStableFunc(d.events, func(a, b history.Event) int { return int(a.Invoke - b.Invoke) })
	return d.events
}

// player is one actor in play.
type player struct {
	d       *driver
	actor   Actor
	signer  *sharedkey.Signer
	id      Identity
	request Request
	x       *Exchange
	events  []history.Event
}

func (d *driver) player(slot int) *player {
	rng := rand.New(rand.NewPCG(d.env.Seed, uint64(slot)+2))
	return &player{d: d, actor: d.instance.Actor(slot, rng), signer: d.key.Signer(), id: Identity{Client: uint32(slot)}}
}

// begin chooses and fills in the next request.
func (p *player) begin() {
	step := p.actor.Next()
	p.id.Seq++
	p.request.Header = p.request.Header[:0]
	p.request.Body = p.request.Body[:0]
	p.x = &Exchange{ID: p.id, Step: step, Request: &p.request, Invoke: p.d.now()}
	p.actor.Fill(&p.request, p.id)
}

// send lets the server act.
func (p *player) send() { p.d.send(p.signer, p.x) }

// end hands the answer to the actor, and returns how it continues.
func (p *player) end() After {
	p.x.Return = p.d.now()
	var after After
	p.events, after = p.actor.Done(p.x, p.events[:0])
	p.d.record(p.x, p.events, 0)
	p.id = p.d.identity(p.id, p.events)
	return after
}

// step is a whole exchange.
func (p *player) step() After {
	p.begin()
	p.send()
	return p.end()
}

// identity returns the identity after an exchange: a new one if the outcome is unknown.
func (d *driver) identity(id Identity, events []history.Event) Identity {
	if slices.ContainsFunc(events, func(e history.Event) bool { return e.Outcome.Uncertain() }) {
		return Identity{Client: id.Client + 1<<history.SlotBits}
	}
	return id
}

// record keeps the events of an exchange: one, and those that follow it.
func (d *driver) record(x *Exchange, events []history.Event, flags history.Flags) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(events) == 0 {
		d.t.Errorf("%s %s: the exchange left no event", x.Step.Method, x.Step.Path)
	}
	for i, e := range events {
		if follows := e.Flags&history.Follow != 0; follows != (i > 0) && e.Group == 0 {
			d.t.Errorf("%s %s: event %d of %d follows: %t", x.Step.Method, x.Step.Path, i+1, len(events), follows)
		}
		if e.Op == 0 || e.Outcome == 0 || e.Name == 0 || e.Key == 0 {
			d.t.Errorf("%s %s: event without operation, outcome, name or key: %+v", x.Step.Method, x.Step.Path, e)
		}
		e.Invoke, e.Intended, e.Return = x.Invoke, x.Invoke, x.Return
		if e.Outcome.Uncertain() {
			e.Return = history.Open
		}
		e.Client, e.Seq, e.Flags = x.ID.Client, x.ID.Seq, e.Flags|flags
		d.events = append(d.events, e)
	}
}

// send sends a completed request and stores the answer in x.
func (d *driver) send(signer *sharedkey.Signer, x *Exchange) {
	send := func() (*transport.Reply, error) {
		reply, err := d.roundTrip(signer, x)
		if err == nil {
			truth := *reply
			d.mu.Lock()
			d.acts = append(d.acts, act{x.ID, &truth})
			d.mu.Unlock()
		}
		return reply, err
	}
	reply, err := (*transport.Reply)(nil), error(nil)
	if d.meddle != nil {
		reply, err = d.meddle(x, send)
	} else {
		reply, err = send()
	}
	if err != nil {
		reply = &transport.Reply{}
	}
	x.Reply, x.Err = reply, err
}

func (d *driver) roundTrip(signer *sharedkey.Signer, x *Exchange) (*transport.Reply, error) {
	if call := x.Step.Call; call != nil {
		if err := call.Call(context.Background(), x.ID); err != nil {
			return nil, err
		}
		return &transport.Reply{}, nil
	}
	services := map[target.Service]operation.Service{target.Blob: operation.BlobService, target.Queue: operation.QueueService, target.Table: operation.TableService, target.File: operation.FileService}
	u, err := url.Parse(d.server.InProcessEndpoint(services[x.Step.Service]) + x.Step.Path)
	if err != nil {
		d.t.Errorf("a path that is no URL: %v", err)
		return nil, err
	}
	header := append(sharedkey.Header{
		{Name: "x-ms-date", Value: sharedkey.Date(d.server.Now())},
		{Name: "x-ms-version", Value: "2021-12-02"},
		{Name: "x-ms-client-request-id", Value: testRun + "-" + strconv.Itoa(int(x.ID.Client)) + "-" + strconv.Itoa(int(x.ID.Seq))},
	}, x.Request.Header...)
	scheme := sharedkey.Blob
	if x.Step.Service == target.Table {
		scheme = sharedkey.Table
	}
	r := &http.Request{Method: x.Step.Method, URL: u, Host: u.Host, Header: http.Header{}, ContentLength: int64(len(x.Request.Body))}
	if len(x.Request.Body) > 0 {
		r.Body = io.NopCloser(bytes.NewReader(slices.Clone(x.Request.Body)))
	}
	for _, f := range header {
		r.Header.Add(f.Name, f.Value)
	}
	r.Header.Set("Authorization", signer.Authorization(scheme, x.Step.Method, u.RequestURI(), header, len(x.Request.Body)))
	answer, err := d.server.RoundTripper().RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	reply := &transport.Reply{Status: answer.StatusCode}
	if reply.Body, err = io.ReadAll(answer.Body); err != nil {
		return nil, err
	}
	for name, values := range answer.Header {
		for _, v := range values {
			reply.Header = append(reply.Header, sharedkey.Field{Name: name, Value: v})
		}
	}
	return reply, nil
}

// simulate plays actors in virtual time until they have begun a number of exchanges, and completes those
// under way.
func (d *driver) simulate(actors, exchanges int) {
	d.t.Helper()
	type moment struct {
		at   time.Time
		next func() time.Duration // the actor's next move; it returns the time until the one after
	}
	const never = -1
	agenda := make([]moment, actors)
	for i := range agenda {
		p := d.player(i)
		var begin, send, end func() time.Duration
		short := func() time.Duration { return time.Duration(d.rng.Int64N(int64(2 * time.Millisecond))) }
		begin = func() time.Duration {
			if exchanges == 0 {
				return never
			}
			exchanges--
			p.begin()
			agenda[i].next = send
			return short()
		}
		send = func() time.Duration {
			p.send()
			agenda[i].next = end
			return short()
		}
		end = func() time.Duration {
			after := p.end()
			agenda[i].next = begin
			if after.Retry {
				return after.Pause + short()
			}
			return after.Pause
		}
		agenda[i] = moment{d.clock.Now(), begin}
	}
	for len(agenda) > 0 {
		first := -1
		for i, m := range agenda {
			if m.next != nil && (first < 0 || m.at.Before(agenda[first].at)) {
				first = i
			}
		}
		if first < 0 {
			return
		}
		m := &agenda[first]
		if wait := m.at.Sub(d.clock.Now()); wait > 0 {
			d.clock.Advance(wait)
		}
		if wait := m.next(); wait == never {
			m.next = nil
		} else {
			m.at = d.clock.Now().Add(wait)
		}
	}
}

// race plays actors on goroutines, each for a number of exchanges. A pause moves the clock for all of them.
func (d *driver) race(actors, exchanges int) {
	var wg sync.WaitGroup
	for slot := range actors {
		wg.Add(1)
		go func() {
			defer wg.Done()
			p := d.player(slot)
			for range exchanges {
				d.moves.RLock()
				after := p.step()
				d.moves.RUnlock()
				if after.Pause > 0 {
					d.pass(after.Pause)
				}
			}
		}()
	}
	wg.Wait()
}

// conn is the Conn of a driver.
type conn struct {
	driver *driver
	id     Identity
	last   *Exchange
}

func (c *conn) Send(ctx context.Context, s Step, fill func(*Request, Identity)) (*Exchange, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.id.Seq++
	x := &Exchange{ID: c.id, Step: s, Request: &Request{}, Invoke: c.driver.now()}
	if fill != nil {
		fill(x.Request, x.ID)
	}
	c.driver.send(c.driver.signer, x)
	x.Return = c.driver.now()
	if x.Err != nil || x.Reply.Status >= 500 {
		c.id = Identity{Client: c.id.Client + 1<<history.SlotBits}
	}
	c.last = x
	return x, nil
}

func (c *conn) Record(events ...history.Event) {
	c.driver.record(c.last, events, history.Outside)
}

func (c *conn) Pause(ctx context.Context, t time.Duration) error {
	c.driver.pass(t)
	return ctx.Err()
}

// errCut is the error of a broken connection.
var errCut = errors.New("connection reset by peer")

// answer returns a reply with a status and an error code.
func answer(status int, code string) *transport.Reply {
	r := &transport.Reply{Status: status}
	if code != "" {
		r.Header = sharedkey.Header{{Name: "x-ms-error-code", Value: code}}
	}
	return r
}

// without returns a copy of a reply that lacks a header field.
func without(r *transport.Reply, name string) *transport.Reply {
	r.Header = slices.DeleteFunc(slices.Clone(r.Header), func(f sharedkey.Field) bool { return http.CanonicalHeaderKey(f.Name) == http.CanonicalHeaderKey(name) })
	return r
}
