// Package scenario holds what one scenario knows: its view of the target, the resources
// it built, its clients with what they remember, the passing of time, and the answers to
// many concurrent clients. It knows no service: each service is a room that brings tables
// of kinds, states, operations, request terms, response subjects and sentences (see
// Service).
package scenario

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"

	"github.com/google/uuid"
)

// Stage is what the scenarios of one run share.
type Stage struct {
	Target   target.Target
	Language *Language
	Gate     *wire.Gate
	Names    Names
	Seed     int64
	Timeout  time.Duration // bounds one exchange
	Strict   bool          // judge weakly attested times, too
	Keep     bool          // leave behind what the run created
	// Abandon ends all clean-up.
	Abandon context.Context
	// Now is the time of this machine, by which clients of a story are too late or not.
	Now func() time.Time
	// Account is held by a scenario that changes what the whole account shares.
	Account sync.Mutex
	// CleanupSlots has room for the scenarios that may clean up at the same time.
	CleanupSlots chan struct{}
	// Waits is told until when a case lets real time pass.
	Waits func(id string, until time.Time)
	// Halves tracks bodies that are half sent.
	Halves Halves
	// Behind holds the reads, each with a field, that did not catch up when they were waited for.
	Behind sync.Map
	// Wary says that looks at set-ups leave out nothing any more: see Glance.
	Wary atomic.Bool
	// Gone says that the target no longer answers, so that clean-up is pointless.
	Gone atomic.Bool
	// Left is why something that the run created is left behind; nil if nothing is.
	Left atomic.Pointer[string]
}

// World is everything one scenario knows. Nothing outlives the scenario and nothing
// is shared between scenarios but the Stage.
type World struct {
	*Stage
	Case plan.Case
	Rand *rand.Rand

	Session   *target.Session
	Transport *Transport // of all clients; nil before the scenario has begun
	Time      *Timeline
	Findings  Findings
	Resources Resources
	Cast      Cast
	Cleanups  Cleanups
	// Keeper prepares and observes; it is no client of the story.
	Keeper *Actor
	// Name is the wire name of the scenario's container, queue or the like that has no name
	// in the story.
	Name string

	Subject *Resource // the resource of the last act
	Last    *Actor    // the client that acted last
	Crowd   *Crowd    // the last act of many at once
	// Code is the verdict on an error code that was not as promised although the status was.
	Code *verdict.Verdict
	// Missing is the first act whose answer says that the target has no such operation.
	Missing atomic.Pointer[Act]
	// IDs are the GUIDs that the story calls by a letter: A, B, C, and X for one that the
	// service made up.
	IDs map[string]string
	// Deadlines are verdicts on the clients of the story: whether one did too late what the
	// service waits for.
	Deadlines []func() error
	// Tries is how often the case has been tried before.
	Tries int
	// Round is how often the race of the case went well before.
	Round int

	Glances  []*Glance      // at what the set-up made
	Recorder *wire.Recorder // holds the exchanges of the scenario; nil before it has begun
	started  time.Time      // on the target's clock
}

// NewWorld makes the world of a case, for its first try or a later one. A later try uses other
// names, because the name of a resource just deleted stays taken for a while.
func NewWorld(st *Stage, cs plan.Case, again int) *World {
	w := &World{Stage: st, Case: cs, Rand: rand.New(rand.NewPCG(uint64(st.Seed), hash(cs.ID))), Cast: Cast{byName: map[string]*Actor{}}, IDs: map[string]string{}}
	for _, letter := range []string{"A", "B", "C"} {
		w.IDs[letter] = w.GUID()
	}
	w.IDs["B"] = alike(w.IDs["A"])
	w.Name = st.Names.Of(cs.ID)
	if w.Tries = again; again > 0 {
		w.Name = st.Names.Of(fmt.Sprintf("%s again %d", cs.ID, again))
	}
	return w
}

// alike is an id that differs from another in the last digit: a service that compares less of them takes one for the other.
func alike(id string) string {
	last := len(id) - 1
	if id[last] == '0' {
		return id[:last] + "1"
	}
	return id[:last] + "0"
}

// Next is the world of the same case for another round, under other names.
func (w *World) Next(round int) *World {
	next := NewWorld(w.Stage, w.Case, w.Tries)
	next.Name = w.Names.Of(fmt.Sprintf("%s again %d round %d", w.Case.ID, w.Tries, round))
	next.Round = round - 1
	return next
}

// Called is the wire name of what the scenario calls name; for an empty name, the nameless one's.
func (w *World) Called(name string) string {
	if name == "" {
		return w.Name
	}
	return w.Name + "-" + name
}

// GUID makes an id that repeats with the seed.
func (w *World) GUID() string {
	var b [16]byte
	for i := range b {
		b[i] = byte(w.Rand.Uint32())
	}
	id, _ := uuid.NewRandomFromReader(strings.NewReader(string(b[:])))
	return id.String()
}

// LastAct is the last act of a client; without a name, of the client that acted last.
func (w *World) LastAct(who string) (*Act, error) {
	a := w.Last
	if who != "" {
		a = w.Cast.Actor(who)
	}
	if a == nil || a.Last == nil {
		return nil, verdict.Miswritten("%s has sent nothing yet", cmp.Or(who, "a client"))
	}
	return a.Last, nil
}

// Begin opens the scenario's view of the target.
func (w *World) Begin(ctx context.Context) error {
	services := []target.Service{target.Service(w.Case.Service)}
	for _, need := range w.Case.Needs {
		if service := target.Service(need); slices.Contains(target.Services, service) {
			services = append(services, service)
		} else if !w.Target.Has(need) {
			return verdict.Skipped(fmt.Sprintf("the target has no %s", need), reports.Lack{Kind: reports.LacksCapability, Name: string(need)})
		}
	}
	s, err := w.Target.Session(target.Needing(ctx, w.Case.Needs), w.Case.ID)
	if err != nil {
		return verdict.Blocked("open a session on the target", err)
	}
	for _, service := range services {
		if s.Endpoints[service] == "" {
			s.Close()
			return verdict.Skipped(fmt.Sprintf("the target has no %s service", service), reports.Lack{Kind: reports.LacksCapability, Name: string(service) + " service"})
		}
	}
	w.Session = s
	w.Time = NewTimeline(s.Clock)
	w.Time.waits = func(until time.Time) { w.Waits(w.Case.ID, until) }
	w.started = s.Clock.Now()
	w.record(s)
	w.Cast.open = func(s target.Service, access Access) Client {
		return w.Language.Service(s).Open(w.Session, w.Transport, access)
	}
	w.Keeper = w.Cast.newActor("keeper")
	return nil
}

// record records the exchanges of the session.
func (w *World) record(s *target.Session) {
	urgent, finish := w.Case.Wait() >= longWait, 2*time.Second
	if s.Private { // nothing is cleaned up
		finish = 0
	}
	w.Recorder = wire.NewRecorder(&holdTransport{next: s.Transport}, w.Gate, wire.Options{
		Urgent:  func() bool { return urgent },
		Timeout: w.Timeout,
		Secrets: []string{s.Credential.Key.Reveal(), s.Credential.SAS.Reveal()},
		// The clean-up waits so long for the answer to a request that is under way when the run is interrupted.
		Finish: finish, Abandon: w.Abandon,
	})
	w.Findings.rec = w.Recorder
	w.Transport = &Transport{next: w.Recorder, beside: w.Halves.hear}
}

// longWait is the wait from which a case starts before others: the run ends with its longest
// wait, so that wait must begin first.
const longWait = 10 * time.Second

// Late is the verdict if a client of the story missed a deadline; nil if none did.
func (w *World) Late() error {
	for _, missed := range w.Deadlines {
		if err := missed(); err != nil {
			return err
		}
	}
	return nil
}

// Elapsed is how long the scenario has played on the target's clock.
func (w *World) Elapsed() time.Duration {
	if w.Recorder == nil {
		return 0
	}
	return w.Session.Clock.Now().Sub(w.started)
}

// End cleans up, best effort and in bounded time; it never returns a verdict.
func (w *World) End(ctx context.Context) {
	if w.Session == nil {
		return
	}
	for _, a := range w.Cast.byName {
		if a.Held != nil {
			a.Held.LetGo()
			defer a.Held.Abandon()
		}
	}
	for _, end := range w.Cleanups.hangUp {
		end()
	}
	if !w.Session.Private {
		w.cleanUp(ctx)
	}
	w.Session.Close()
}

// cleanUp waits for its turn. After Ctrl-C a thousand scenarios clean up at once. The time limit of
// each begins with its turn, or most would leave everything behind.
func (w *World) cleanUp(ctx context.Context) {
	w.CleanupSlots <- struct{}{}
	defer func() { <-w.CleanupSlots }()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTime)
	defer cancel()
	defer context.AfterFunc(w.Abandon, cancel)()
	w.Recorder.Step("clean up")
	if w.Abandon.Err() != nil {
		return
	}
	if w.Gone.Load() { // the target may have stopped answering meanwhile
		if !w.Keep && w.Cleanups.remove != nil {
			w.Left.CompareAndSwap(nil, new("the target stopped answering"))
		}
	} else if err := w.Cleanups.run(ctx, w.Keep); err != nil {
		w.Left.CompareAndSwap(nil, new(err.Error()))
	}
}

// cleanupTime bounds the clean-up of one scenario: enough for a few exchanges with a slow
// service, without waiting for a dead one.
const cleanupTime = 10 * time.Second

// NewResource names a resource without making it.
func (w *World) NewResource(kind *Kind, name string) (*Resource, error) {
	label := cmp.Or(name, kind.Label)
	if w.Resources.Get(label) != nil {
		return nil, verdict.Miswritten("there is a %s already", label)
	}
	if kind.Pick != nil {
		if kind = kind.Pick(w, label); kind == nil {
			return nil, verdict.Miswritten("no kind of resource takes every operation that is sent to the %s", label)
		}
	}
	t := &Resource{Label: label, Kind: kind, Address: kind.Name(w, name)}
	if kind.Own != nil {
		t.Own, t.Made = kind.Own(w, t.Address)
	}
	return t, nil
}

// Read brings t.Now up to date.
func (w *World) Read(ctx context.Context, t *Resource) (State, error) {
	if t.Now != nil {
		return t.Now, nil
	}
	st, err := w.Snapshot(ctx, t)
	if err != nil {
		return nil, err
	}
	t.Now = st
	t.Note(st.Common().ETag)
	return t.Now, nil
}

// Again reads t anew, regardless of what is known about it.
func (w *World) Again(ctx context.Context, t *Resource) (State, error) {
	t.Now = nil
	return w.Read(ctx, t)
}

// Snapshot reads t without recording the result.
func (w *World) Snapshot(ctx context.Context, t *Resource) (State, error) {
	c := w.Keeper.Client(t.Kind.Service)
	st, err := t.Kind.Read(WithIDs(Reading(ctx), w.IDs), w, c, t.Address)
	if err != nil {
		return nil, fmt.Errorf("reading the state of %s: %w", t.Address, err)
	}
	return st, nil
}

type ids struct{}

// WithIDs gives the reads of a snapshot the GUIDs that the story calls by letters.
func WithIDs(ctx context.Context, byLetter map[string]string) context.Context {
	return context.WithValue(ctx, ids{}, byLetter)
}

// IDs are the GUIDs that WithIDs added.
func IDs(ctx context.Context) []string {
	all, _ := ctx.Value(ids{}).(map[string]string)
	return slices.Sorted(maps.Values(all))
}

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}
