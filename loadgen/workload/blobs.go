package workload

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// blobSet is shared by the workloads on blobs: a container with the contended
// blobs. It makes the requests to them and interprets the answers.
type blobSet struct {
	env       Env
	container string // path of the container
	blobs     []*resource
	get, head, put, delete,
	putBlock, putBlockList, appendBlock,
	list, setMetadata uint16 // names of operations in the history
}

// maxBlob is the largest body of a write. The service takes larger ones, but a
// load of those measures the network.
const maxBlob = 4 << 20

// newBlobSet names the blobs of a run; nothing is sent yet.
func newBlobSet(env Env) (*blobSet, error) {
	if err := env.Options.check(maxBlob); err != nil {
		return nil, err
	}
	s := &blobSet{
		env:          env,
		container:    "/" + env.Prefix + env.Run,
		get:          env.Book.Name("Get Blob"),
		head:         env.Book.Name("Get Blob Properties"),
		put:          env.Book.Name("Put Blob"),
		delete:       env.Book.Name("Delete Blob"),
		putBlock:     env.Book.Name("Put Block"),
		putBlockList: env.Book.Name("Put Block List"),
		appendBlock:  env.Book.Name("Append Block"),
		list:         env.Book.Name("List Blobs"),
		setMetadata:  env.Book.Name("Set Blob Metadata"),
	}
	for i := range env.Options.Keys {
		s.blobs = append(s.blobs, s.blob("b"+strconv.Itoa(i)))
	}
	return s, nil
}

// blob returns the blob with a name in the container.
func (s *blobSet) blob(name string) *resource {
	path := s.container + "/" + name
	return &resource{path: path, key: s.env.Book.Key("blob " + path)}
}

// locks returns the leases of the blobs.
func (s *blobSet) locks() *lockSet { return newLockSet(&s.env, "Blob", "?comp=lease", s.blobs...) }

// Prepare creates the container and every blob in it, each with contents of its
// own.
func (s *blobSet) Prepare(ctx context.Context, c Conn) error {
	if err := s.createContainer(ctx, c); err != nil {
		return err
	}
	return each("create a blob", s.blobs, func(b *resource) error { return s.createBlob(ctx, c, b) })
}

func (s *blobSet) createContainer(ctx context.Context, c Conn) error {
	step := Step{Service: target.Blob, Method: "PUT", Path: s.container + "?restype=container"}
	// An earlier, unanswered try may have created it.
	if err := plain(ctx, c, step, nil, history.Lost); err != nil {
		return fmt.Errorf("create the container: %w", err)
	}
	return nil
}

// createBlob creates a blob by a recorded Put Blob, so that its first version is
// known.
func (s *blobSet) createBlob(ctx context.Context, c Conn, b *resource) error {
	exchange := s.exchange(b)
	return exchange.ensure(ctx, c, exchange.step("PUT", ""), func(r *Request, id Identity) { exchange.fillPut(r, id, history.Create) },
		func(x *Exchange) history.Event { return exchange.judgeWrite(x, history.Create, s.put) },
		history.Won, history.Lost) // lost to an earlier, unanswered try
}

// onBlobs returns the New function of a workload on blobs that exist from the
// start, whose clients are made by client.
func onBlobs(client func(s *blobSet, slot int, rng *rand.Rand) Actor) func(Env) (Instance, error) {
	return on(newBlobSet, func(s *blobSet) Instance {
		return run{s, func(slot int, rng *rand.Rand) Actor { return client(s, slot, rng) }}
	})
}

// Drain reads every blob once.
func (s *blobSet) Drain(ctx context.Context, c Conn) error {
	return each(finally, s.blobs, func(b *resource) error {
		exchange := s.exchange(b)
		_, err := retry(ctx, c, exchange.step("GET", ""), func(r *Request, _ Identity) { exchange.fillGet(r, nil) },
			func(x *Exchange) history.Event { return exchange.judgeRead(x, s.get) }, true)
		return err
	})
}

// Clean deletes the container and everything in it.
func (s *blobSet) Clean(ctx context.Context, c Conn) error {
	step := Step{Service: target.Blob, Method: "DELETE", Path: s.container + "?restype=container"}
	if err := plain(ctx, c, step, nil, history.Absent); err != nil {
		return fmt.Errorf("delete the container: %w", err)
	}
	return nil
}

// blobExchange is one exchange about one blob.
type blobExchange struct {
	exchange
	set *blobSet
}

func (s *blobSet) exchange(b *resource) blobExchange {
	return blobExchange{exchange{env: &s.env, service: target.Blob, about: b}, s}
}

// fillGet completes Get Blob and Get Blob Properties. unless is the version that
// the client already has, nil for none.
func (t *blobExchange) fillGet(r *Request, unless *version) {
	t.named, t.flags = unless, 0
	if unless != nil {
		t.flags = history.IfNoneMatch
		r.set("If-None-Match", unless.text)
	}
}

// fillPut completes Put Blob: unconditional for a Write, never over an existing
// blob for a Create.
func (t *blobExchange) fillPut(r *Request, id Identity, op history.Op) {
	t.named, t.flags = nil, history.Attempt
	r.set("x-ms-blob-type", "BlockBlob")
	if op == history.Create {
		r.set("If-None-Match", "*")
	}
	r.Body = payload.Fill(r.Body[:0], t.env.Options.Size, t.env.Run, id.Value())
}

// fillSwap completes Put Blob with If-Match.
func (t *blobExchange) fillSwap(r *Request, id Identity, replaced *version) {
	t.fillPut(r, id, history.Swap)
	t.named = replaced
	r.set("If-Match", replaced.text)
}

// fillDelete completes Delete Blob; a nil victim deletes any version.
func (t *blobExchange) fillDelete(r *Request, victim *version) {
	t.named, t.flags = victim, 0
	if victim != nil {
		r.set("If-Match", victim.text)
	}
}

// judgeRead interprets the answer to Get Blob and Get Blob Properties.
func (t *blobExchange) judgeRead(x *Exchange, name uint16) history.Event {
	e, tag := t.exchange.judgeRead(x, name)
	if tag == "" {
		return e
	}
	if name != t.set.head {
		value, err := payload.Verify(x.Reply.Body, t.env.Run)
		verified(&e, value, err)
	}
	t.about.newest.see(x, tag, e.Tag, e.Value, history.None)
	return e
}

// judgeDelete interprets the answer to Delete Blob.
func (t *blobExchange) judgeDelete(x *Exchange) history.Event {
	return t.about.newest.deleted(x, t.told(x, history.Delete, t.set.delete), t.env.Book, 202)
}

// blobActor is what the actors on a set of blobs have in common.
type blobActor struct {
	blobExchange
	keys chooser
	rng  *rand.Rand
	o    Options
	// cache holds versions that the actor itself read or wrote. It names these
	// in If-None-Match, as clients do. The newest version known to the run would
	// not work: a 304 that comes too late could never be proved wrong.
	cache map[*resource]*version
}

// maxCache bounds a cache.
const maxCache = 64

func (s *blobSet) actor(rng *rand.Rand) blobActor {
	return blobActor{
		blobExchange: s.exchange(nil), keys: newChooser(rng, s.env.Options), rng: rng, o: s.env.Options,
		cache: map[*resource]*version{},
	}
}

// choose turns to a random key.
func (a *blobActor) choose() { a.about = a.set.blobs[a.keys.next()] }

// keep puts the version of an event into the cache.
func (a *blobActor) keep(x *Exchange, e history.Event) {
	if e.Outcome != history.Won || e.Tag == history.None || e.Status == 304 {
		return
	}
	if len(a.cache) == maxCache && a.cache[a.about] == nil {
		clear(a.cache)
	}
	a.cache[a.about] = a.about.newest.seen(x, e)
}
