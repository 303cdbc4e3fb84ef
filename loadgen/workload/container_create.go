package workload

// container-create is the race for the name of a container: actors try to create the
// same container, and read who won. The name of a deleted container is blocked for half
// a minute, so nobody deletes. Some time after a name is taken, the race continues with
// the next name.
//
// Invariant: a name has one winner. Every other attempt is answered 409. From the
// winner's answer on, every read shows the container with the winner's metadata.
//
// The think time is how long the race for a name continues after it is won.

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

var containerCreate = Workload{
	Name:       "container-create",
	Sentence:   "race to create containers, name after name, and check who won",
	Invariant:  "the name of a container has one winner, and everybody sees what the winner made",
	Attempt:    "a Create Container",
	Commit:     "a Create Container that created the container",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 4, Reads: 0.3, Size: 128, Think: 100 * time.Millisecond},
	Heeds:      heeds("think"),
	Operations: []string{"Create Container", "Get Container Properties"},
	Needs:      []string{"creates", "creates refused", "reads"},
	New: on(newContainerSet, func(set *containerSet) Instance {
		r := &containerRaces{containerSet: set}
		for _, c := range set.containers {
			race := &nameRace{all: []*resource{c}}
			race.now.Store(c)
			r.races = append(r.races, race)
		}
		return r
	}),
}

// containerRaces is one run: a race for each key.
type containerRaces struct {
	*containerSet
	races []*nameRace
}

// nameRace holds the names of one key. All actors race for the last.
type nameRace struct {
	now atomic.Pointer[resource]

	mu      sync.Mutex
	all     []*resource
	opening bool // one actor reads whether the next name is free
}

// after returns the name that follows about, the one that all race for. It returns nil
// if the race for about is over, or if another actor opens the next race. Only one actor
// of a process reads whether the name is free, so that the name's history begins with
// this read and an absent container. If the name is taken, another shard of the run was
// first.
func (s *containerSet) after(race *nameRace, about *resource, key int) *resource {
	race.mu.Lock()
	defer race.mu.Unlock()
	if race.opening || race.now.Load() != about {
		return nil
	}
	race.opening = true
	return s.container(strconv.Itoa(key) + "n" + strconv.Itoa(len(race.all)))
}

// open begins the race for the next name, or joins it. If the state of the name is
// unknown, another actor reads it again.
func (race *nameRace) open(next *resource, known bool) {
	race.mu.Lock()
	defer race.mu.Unlock()
	race.opening = false
	if known {
		race.all = append(race.all, next)
		race.now.Store(next)
	}
}

// names returns all names of the run so far.
func (r *containerRaces) names() []*resource {
	var out []*resource
	for _, race := range r.races {
		race.mu.Lock()
		out = append(out, race.all...)
		race.mu.Unlock()
	}
	return out
}

// Prepare checks that no container exists yet.
func (r *containerRaces) Prepare(ctx context.Context, c Conn) error {
	return each("look for a container", r.names(), func(k *resource) error {
		exchange := r.exchange(k)
		return exchange.ensure(ctx, c, exchange.step("HEAD", ""), func(*Request, Identity) {}, exchange.judgeRead, history.Absent)
	})
}

func (r *containerRaces) Actor(_ int, rng *rand.Rand) Actor {
	return &containerRacer{exchange: r.exchange(nil), run: r, keys: newChooser(rng, r.env.Options), rng: rng}
}

// containerRacer is an actor of container-create.
type containerRacer struct {
	exchange containerExchange
	run      *containerRaces
	keys     chooser
	rng      *rand.Rand
	race     *nameRace
	reads    bool
	opens    bool // reads whether the next name is free
	blind    int  // losses in a row to an unknown version
}

// Next races or reads. An actor that finds a race over begins the next one.
func (a *containerRacer) Next() Step {
	key := a.keys.next()
	a.race = a.run.races[key]
	a.exchange.about, a.exchange.flags, a.opens = a.race.now.Load(), 0, false
	if v := a.exchange.about.newest.present(); v != nil && a.exchange.env.Now()-v.ret > int64(a.exchange.env.Options.Think) {
		if next := a.run.after(a.race, a.exchange.about, key); next != nil {
			a.exchange.about, a.opens = next, true
		}
	}
	unseen := a.blind >= blindLosses && a.exchange.about.newest.present() == nil
	if a.reads = a.opens || unseen || a.rng.Float64() < a.exchange.env.Options.Reads; a.reads {
		return a.exchange.step("HEAD", "")
	}
	return a.exchange.step("PUT", "")
}

// Fill completes Create Container.
func (a *containerRacer) Fill(r *Request, id Identity) {
	if !a.reads {
		a.exchange.flags = history.Attempt
		a.exchange.fillMetadata(r, id)
	}
}

// Done opens the race for a name that is free.
func (a *containerRacer) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	if !a.reads {
		e := a.exchange.judgeWrite(x, history.Create, a.exchange.containers.create)
		if a.blind++; e.Outcome != history.Lost {
			a.blind = 0
		}
		return append(events, e), next(e)
	}
	a.blind = 0
	e := a.exchange.judgeRead(x)
	if a.opens {
		a.race.open(a.exchange.about, e.Outcome == history.Absent || e.Outcome == history.Won)
	}
	return append(events, e), next(e)
}

// Drain reads every container once.
func (r *containerRaces) Drain(ctx context.Context, c Conn) error {
	return each(finally, r.names(), func(k *resource) error {
		exchange := r.exchange(k)
		_, err := retry(ctx, c, exchange.step("HEAD", ""), nil, exchange.judgeRead, true)
		return err
	})
}

// Clean deletes every container.
func (r *containerRaces) Clean(ctx context.Context, c Conn) error {
	return each("delete a container", r.names(), func(k *resource) error {
		exchange := r.exchange(k)
		return plain(ctx, c, exchange.step("DELETE", ""), nil, history.Absent)
	})
}
