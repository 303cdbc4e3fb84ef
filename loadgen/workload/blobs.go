package workload

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// blob is one contended blob.
type blob struct {
	path   string // "/container/name"
	key    uint32
	newest newest
}

// blobSet is what workloads on blobs share: a container with the blobs that the
// actors contend for, and how requests to them are made and answers understood.
type blobSet struct {
	env       Env
	container string // path of the container
	blobs     []*blob
	get, head, put, delete,
	putBlock, putBlockList, appendBlock uint16 // names of operations
}

// maxBlob is the largest body of a write. The service takes larger ones, but a
// load of those measures a network.
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
	}
	for i := range env.Options.Keys {
		s.blobs = append(s.blobs, s.blob("b"+strconv.Itoa(i)))
	}
	return s, nil
}

// blob is the blob with a name in the container.
func (s *blobSet) blob(name string) *blob {
	path := s.container + "/" + name
	return &blob{path: path, key: s.env.Book.Key("blob " + path)}
}

// create makes the container and in it every blob, with contents of its own.
func (s *blobSet) create(ctx context.Context, c Conn) error {
	if err := s.createContainer(ctx, c); err != nil {
		return err
	}
	for _, b := range s.blobs {
		if err := s.createBlob(ctx, c, b); err != nil {
			return err
		}
	}
	return nil
}

func (s *blobSet) createContainer(ctx context.Context, c Conn) error {
	step := Step{Service: target.Blob, Method: "PUT", Path: s.container + "?restype=container"}
	// An earlier try that nobody answered may have made it.
	if err := plain(ctx, c, step, nil, history.Lost); err != nil {
		return fmt.Errorf("create the container: %w", err)
	}
	return nil
}

// createBlob makes a blob by a recorded Put Blob, so that its first version is
// known.
func (s *blobSet) createBlob(ctx context.Context, c Conn, b *blob) error {
	turn := blobTurn{set: s, blob: b}
	e, err := insist(ctx, c, turn.putStep(), func(r *Request, id Identity) { turn.fillPut(r, id, history.Create) },
		func(x *Exchange) history.Event { return turn.judgeWrite(x, history.Create, s.put) }, true)
	switch {
	case err != nil:
		return fmt.Errorf("create a blob: %w", err)
	case e.Outcome == history.Won, e.Outcome == history.Lost: // lost to an earlier try that nobody answered
		return nil
	}
	return fmt.Errorf("create a blob: the service answered %d %s to Put Blob", e.Status, s.env.Book.CodeText(e.Code))
}

// Drain reads every blob once.
func (s *blobSet) Drain(ctx context.Context, c Conn) error {
	for _, b := range s.blobs {
		turn := blobTurn{set: s, blob: b}
		_, err := insist(ctx, c, turn.getStep(), func(r *Request, _ Identity) { turn.fillGet(r, nil) },
			func(x *Exchange) history.Event { return turn.judgeRead(x, s.get) }, true)
		if err != nil {
			return fmt.Errorf("read the final state: %w", err)
		}
	}
	return nil
}

// Clean deletes the container with all that is in it.
func (s *blobSet) Clean(ctx context.Context, c Conn) error {
	step := Step{Service: target.Blob, Method: "DELETE", Path: s.container + "?restype=container"}
	if err := plain(ctx, c, step, nil, history.Absent); err != nil {
		return fmt.Errorf("delete the container: %w", err)
	}
	return nil
}

// blobTurn is one exchange about one blob, from the choice to the answer.
type blobTurn struct {
	set   *blobSet
	blob  *blob
	named *version // whose ETag the request names; nil: none
	flags history.Flags
}

func (t *blobTurn) getStep() Step {
	return Step{Service: target.Blob, Method: "GET", Path: t.blob.path}
}

func (t *blobTurn) headStep() Step {
	return Step{Service: target.Blob, Method: "HEAD", Path: t.blob.path}
}

func (t *blobTurn) putStep() Step {
	return Step{Service: target.Blob, Method: "PUT", Path: t.blob.path}
}

func (t *blobTurn) deleteStep() Step {
	return Step{Service: target.Blob, Method: "DELETE", Path: t.blob.path}
}

// fillGet completes Get Blob and Get Blob Properties. unless is the version that
// the client has already, nil for none.
func (t *blobTurn) fillGet(r *Request, unless *version) {
	t.named, t.flags = unless, 0
	if unless != nil {
		t.flags = history.IfNoneMatch
		r.set("If-None-Match", unless.text)
	}
}

// fillPut completes Put Blob: unconditional for a Write, never over an existing
// blob for a Create.
func (t *blobTurn) fillPut(r *Request, id Identity, op history.Op) {
	t.named, t.flags = nil, history.Attempt
	r.set("x-ms-blob-type", "BlockBlob")
	if op == history.Create {
		r.set("If-None-Match", "*")
	}
	r.Body = payload.Fill(r.Body[:0], t.set.env.Options.Size, t.set.env.Run, id.Value())
}

// fillSwap completes Put Blob with If-Match.
func (t *blobTurn) fillSwap(r *Request, id Identity, replaced *version) {
	t.fillPut(r, id, history.Swap)
	t.named = replaced
	r.set("If-Match", replaced.text)
}

// fillDelete completes Delete Blob; victim is nil to delete whatever is there.
func (t *blobTurn) fillDelete(r *Request, victim *version) {
	t.named, t.flags = victim, 0
	if victim != nil {
		r.set("If-Match", victim.text)
	}
}

// told begins the event of an exchange about the blob.
func (t *blobTurn) told(x *Exchange, op history.Op, name uint16) history.Event {
	e := told(t.set.env.Book, x, t.blob.key, op, name, field(x.Reply.Header, "x-ms-error-code"))
	e.Flags = t.flags
	if t.named != nil {
		e.If = t.named.token
	}
	return e
}

// judgeRead understands the answer to Get Blob and Get Blob Properties.
func (t *blobTurn) judgeRead(x *Exchange, name uint16) history.Event {
	e := t.told(x, history.Read, name)
	book := t.set.env.Book
	switch {
	case e.Outcome == history.Absent:
		t.blob.newest.see(x, "", history.None, 0, history.None)
	case e.Outcome != history.Won:
	case e.Status == 304 && t.flags&history.IfNoneMatch != 0:
		e.Tag = e.If
	case e.Status != 200:
		irregular(book, &e, unexpectedStatus)
	default:
		text := field(x.Reply.Header, "ETag")
		if text == "" {
			irregular(book, &e, noETag)
			break
		}
		e.Tag = book.Token(text)
		if t.flags&history.IfNoneMatch != 0 && e.Tag == e.If {
			irregular(book, &e, not304)
			break
		}
		if name != t.set.head {
			t.set.verify(&e, x.Reply.Body)
		}
		t.blob.newest.see(x, text, e.Tag, e.Value, history.None)
	}
	return e
}

// verify finds out whose contents a body holds.
func (s *blobSet) verify(e *history.Event, body []byte) {
	value, err := payload.Verify(body, s.env.Run)
	if err != nil {
		e.Flags |= history.Torn
		return
	}
	e.Value = value
}

// judgeWrite understands the answer to a Put Blob or Put Block List whose body
// carries the value of its own exchange.
func (t *blobTurn) judgeWrite(x *Exchange, op history.Op, name uint16) history.Event {
	e := t.told(x, op, name)
	e.Value = x.ID.Value()
	t.settle(x, &e)
	return e
}

// settle takes the new version out of the answer to a write.
func (t *blobTurn) settle(x *Exchange, e *history.Event) {
	if e.Outcome != history.Won {
		return
	}
	book := t.set.env.Book
	text := field(x.Reply.Header, "ETag")
	switch {
	case e.Status != 201:
		irregular(book, e, unexpectedStatus)
	case text == "":
		irregular(book, e, noETag)
	default:
		e.Tag = book.Token(text)
		t.blob.newest.see(x, text, e.Tag, e.Value, e.If)
	}
}

// judgeDelete understands the answer to Delete Blob.
func (t *blobTurn) judgeDelete(x *Exchange) history.Event {
	e := t.told(x, history.Delete, t.set.delete)
	switch {
	case e.Outcome == history.Absent:
		t.blob.newest.see(x, "", history.None, 0, history.None)
	case e.Outcome != history.Won:
	case e.Status != 202:
		irregular(t.set.env.Book, &e, unexpectedStatus)
	default:
		t.blob.newest.see(x, "", history.None, 0, e.If)
	}
	return e
}

// blobActor is what the actors on a set of blobs have in common.
type blobActor struct {
	blobTurn
	keys chooser
	rng  *rand.Rand
	o    Options
	// cache holds versions that the actor itself read or wrote, which is what
	// clients name in If-None-Match. The newest that anybody knows would not do:
	// a 304 that comes too late could never be proved wrong.
	cache map[*blob]*version
}

// maxCache bounds a cache.
const maxCache = 64

func (s *blobSet) actor(rng *rand.Rand) blobActor {
	return blobActor{
		blobTurn: blobTurn{set: s}, keys: newChooser(rng, s.env.Options), rng: rng, o: s.env.Options,
		cache: map[*blob]*version{},
	}
}

// choose turns to a key by chance.
func (a *blobActor) choose() { a.blob = a.set.blobs[a.keys.next()] }

// keep puts the version that an event tells of into the cache.
func (a *blobActor) keep(x *Exchange, e history.Event) {
	if e.Outcome != history.Won || e.Tag == history.None || e.Status == 304 {
		return
	}
	if len(a.cache) == maxCache && a.cache[a.blob] == nil {
		clear(a.cache)
	}
	a.cache[a.blob] = a.seen(x, e)
}

// seen is the version that a read saw, to be named later.
func (t *blobTurn) seen(x *Exchange, e history.Event) *version {
	if v := t.blob.newest.present(); v != nil && v.token == e.Tag {
		return v
	}
	return &version{text: strings.Clone(field(x.Reply.Header, "ETag")), token: e.Tag, value: e.Value, invoke: x.Invoke, ret: x.Return}
}
