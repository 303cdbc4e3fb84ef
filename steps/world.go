package steps

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/steps/ops"
	"ifmatch/steps/plan"

	"github.com/google/uuid"
)

// world is everything one scenario knows: its view of the target, the resources
// it built, the clients that act in it, and their last answers. Nothing outlives
// the scenario and nothing is shared between scenarios.
type world struct {
	run  *run
	cs   plan.Case
	rand *rand.Rand

	session *target.Session
	rec     *wire.Recorder
	hold    *holdTransport
	time    *timeline
	// keeper prepares and observes; it is nobody in the story.
	keeper *ops.Client

	container, table string            // the names of those that have none in the story
	tagged           bool              // the story is about blob index tags: reads of the state show them
	things           map[string]*thing // by label: see labelOf
	subject          *thing            // what the last act was about
	actors           map[string]*actor
	last             *actor // who acted last
	crowd            *crowd // the last act of many at once

	leases  map[string]string // letter → lease id
	started time.Time         // on the target's clock
	err     error             // what ended the scenario, nil while it runs
	undo    []func(context.Context)
	leave   func()                  // gives the scenario's place to another, nil if it needs none
	restore []func(context.Context) // what others share: done even where things are kept
}

// thing is a resource of the scenario with what is known of its versions.
type thing struct {
	label  string
	res    ops.Resource
	etags  []string   // every ETag it was seen under, oldest first
	known  []string   // those before the last act
	now    *ops.State // as last read; nil when something may have changed it
	before *ops.State // before the last act
	act    *act       // the last act on it
	// Of the last copy onto it.
	copyID  string
	copying *copying // nil: it is not pending
	// What the set-up's last answer claimed, for verify: its ETag, and the metadata
	// that was set; empty where there is nothing to hold it to.
	claimed, version string
	receipts         []string // of a message: every pop receipt that was given out, oldest first
	held             []string // of a queue: the ids of the messages that its set-up put
	// What the set-up asked for as a whole, of what is not a blob or container.
	made ops.State
}

// act is one operation that a client asked for, with its answer.
type act struct {
	op       ops.Operation
	req      ops.Request
	resp     ops.Response
	thing    *thing
	sent     time.Time
	answered time.Time
	memory   memory     // what the client knew of the thing before the answer
	before   *ops.State // of the thing, as the request was made
	left     left       // of the thing's lease when the request came
}

// actor is a client with a memory.
type actor struct {
	name    string
	client  *ops.Client
	last    *act
	seen    map[*thing]memory
	pending chan result // of an act whose body is held back
	release func()
}

// memory is what a client knows of a resource from its own requests.
type memory struct {
	etag, lastModified string
	content            []byte
	lease              string // id granted to this client
	receipt            string // pop receipt given to this client
}

type result struct {
	act *act
	err error
}

func newWorld(r *run, cs plan.Case) *world {
	seed := uint64(r.cfg.Seed)
	w := &world{run: r, cs: cs, rand: rand.New(rand.NewPCG(seed, fnv(cs.ID))),
		things: map[string]*thing{}, actors: map[string]*actor{}, leases: map[string]string{}}
	for _, letter := range []string{"A", "B", "C"} {
		w.leases[letter] = w.guid()
	}
	w.tagged = slices.ContainsFunc(cs.Steps, func(s string) bool { return strings.Contains(strings.ToLower(s), "tags") })
	return w
}

// guid makes a lease id that repeats with the seed.
func (w *world) guid() string {
	var b [16]byte
	for i := range b {
		b[i] = byte(w.rand.Uint32())
	}
	id, _ := uuid.NewRandomFromReader(strings.NewReader(string(b[:])))
	return id.String()
}

// begin opens the scenario's view of the target.
func (w *world) begin(ctx context.Context) error {
	services := []target.Service{target.Service(w.cs.Service)}
	for _, need := range w.cs.Needs {
		if service := target.Service(need); slices.Contains(target.Services, service) {
			services = append(services, service)
		} else if !w.run.cfg.Target.Has(need) {
			return skipped(fmt.Sprintf("the target has no %s", need))
		}
	}
	s, err := w.run.cfg.Target.Session(ctx, w.cs.ID)
	if err != nil {
		return blocked("open a session on the target", err)
	}
	for _, service := range services {
		if s.Endpoints[service] == "" {
			s.Close()
			return skipped(fmt.Sprintf("the target has no %s service", service))
		}
	}
	w.session = s
	w.time = newTimeline(s.Clock)
	w.time.waits = func(until time.Time) { w.run.waiting(w.cs.ID, until) }
	w.started = s.Clock.Now()
	urgent := nominalWait(w.cs.Steps) >= longWait
	w.hold = &holdTransport{next: s.Transport}
	w.rec = wire.NewRecorder(w.hold, w.run.gate, wire.Options{
		Urgent:  func() bool { return urgent },
		Timeout: w.run.cfg.Timeout,
		Secrets: []string{s.Credential.Key.Reveal(), s.Credential.SAS.Reveal()},
	})
	w.container, w.table = w.run.names.container(w.cs.ID), w.run.names.table(w.cs.ID)
	if w.run.again {
		// The name of what was just deleted is taken for a while.
		w.container, w.table = w.run.names.container(w.cs.ID+" again"), w.run.names.table(w.cs.ID+" again")
	}
	w.keeper, err = ops.NewClient(s, w.rec, ops.ClientOptions{})
	if err != nil {
		return blocked("make a client", err)
	}
	return nil
}

// end cleans up, best effort and bounded: never a verdict.
func (w *world) end(ctx context.Context) {
	if w.session == nil {
		return
	}
	for _, a := range w.actors {
		if a.release != nil {
			a.release()
		}
	}
	if !w.session.Private {
		undo := w.restore
		if !w.run.cfg.Keep {
			undo = append(undo, w.undo...)
		}
		// After Ctrl-C a thousand scenarios clean up at once: their time begins when
		// it is their turn, or most would leave everything behind.
		w.run.brooms <- struct{}{}
		defer func() { <-w.run.brooms }()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTime)
		defer cancel()
		w.rec.Step("clean up")
		for i := len(undo) - 1; i >= 0; i-- {
			undo[i](ctx)
		}
	}
	w.session.Close()
}

// cleanupTime bounds the clean-up of one scenario: a few exchanges with a
// service that may be slow, but nobody waits for a dead one.
const cleanupTime = 10 * time.Second

// actor returns the client called name, made on first use. "A client",
// "another client" and the like are names as good as "Ann".
func (w *world) actor(name string) (*actor, error) {
	name = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "a "), "an "), "the "))
	if a, ok := w.actors[name]; ok {
		return a, nil
	}
	c, err := ops.NewClient(w.session, w.rec, ops.ClientOptions{})
	if err != nil {
		return nil, blocked("make a client", err)
	}
	a := &actor{name: name, client: c, seen: map[*thing]memory{}}
	w.actors[name] = a
	return a, nil
}

// thing returns the resource under that label.
func (w *world) thing(label string) (*thing, error) {
	if t, ok := w.things[label]; ok {
		return t, nil
	}
	return nil, miswritten("the scenario has no %s yet", label)
}

// target returns the resource that an operation addresses when the sentence does
// not name one.
func (w *world) target(op ops.Operation, name string) (*thing, error) {
	if name != "" {
		return w.thing(name)
	}
	return w.thing(placeOf(op))
}

// read brings t.now up to date.
func (w *world) read(ctx context.Context, t *thing) (*ops.State, error) {
	if t.now != nil {
		return t.now, nil
	}
	st, err := ops.ReadStateWith(ctx, w.keeper, t.res, ops.ReadOptions{Tags: w.tagged})
	if err != nil {
		return nil, err
	}
	t.now = &st
	t.note(st.ETag)
	return t.now, nil
}

// note remembers an ETag that the resource was seen under.
func (t *thing) note(etag string) {
	if etag != "" && (len(t.etags) == 0 || t.etags[len(t.etags)-1] != etag) {
		t.etags = append(t.etags, etag)
	}
}

// changed forgets what was read of every resource: an act may have changed it.
func (w *world) changed() {
	for _, t := range w.things {
		t.now = nil
	}
}

func fnv(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}
