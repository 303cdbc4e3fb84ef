package workload

import (
	"context"
	"fmt"
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// container is one contended container.
type container struct {
	path string // "/name?restype=container"
	key  uint32
}

// containerSet is what the workload about containers works on. What is written and
// read of a container is one metadata value.
type containerSet struct {
	env                      Env
	containers               []*container
	create, get, set, delete uint16 // names of operations
}

// metadata is the header field that holds the contents of a container.
const metadata = "x-ms-meta-body"

// maxMetadata is the largest body: the service takes 8 KiB of metadata, names
// included.
const maxMetadata = 7 << 10

// newContainerSet names the containers of a run; nothing is sent yet.
func newContainerSet(env Env) (*containerSet, error) {
	if err := env.Options.check(maxMetadata); err != nil {
		return nil, err
	}
	s := &containerSet{
		env:    env,
		create: env.Book.Name("Create Container"),
		get:    env.Book.Name("Get Container Properties"),
		set:    env.Book.Name("Set Container Metadata"),
		delete: env.Book.Name("Delete Container"),
	}
	for i := range env.Options.Keys {
		name := "/" + env.Prefix + env.Run + "-c" + strconv.Itoa(i)
		s.containers = append(s.containers, &container{path: name + "?restype=container", key: env.Book.Key("blob " + name)})
	}
	return s, nil
}

// locks are the leases of the containers.
func (s *containerSet) locks() *lockSet {
	l := newLockSet(s.env, "Container")
	for _, c := range s.containers {
		l.locks = append(l.locks, &lock{path: c.path + "&comp=lease", key: c.key})
	}
	return l
}

// containerTurn is one exchange about one container, from the choice to the
// answer.
type containerTurn struct {
	containers *containerSet
	container  *container
	under      history.Token // lease id that the request names
	text       []byte
}

func (t *containerTurn) getStep() Step {
	return Step{Service: target.Blob, Method: "HEAD", Path: t.container.path}
}

func (t *containerTurn) setStep() Step {
	return Step{Service: target.Blob, Method: "PUT", Path: t.container.path + "&comp=metadata"}
}

func (t *containerTurn) createStep() Step {
	return Step{Service: target.Blob, Method: "PUT", Path: t.container.path}
}

func (t *containerTurn) deleteStep() Step {
	return Step{Service: target.Blob, Method: "DELETE", Path: t.container.path}
}

// fillMetadata completes Create Container and Set Container Metadata.
func (t *containerTurn) fillMetadata(r *Request, id Identity) {
	t.text = payload.FillText(t.text[:0], t.containers.env.Options.Size, t.containers.env.Run, id.Value())
	r.set(metadata, string(t.text))
}

// name makes the request carry a lease id.
func (t *containerTurn) name(r *Request, id string, token history.Token) {
	t.under = token
	r.set("x-ms-lease-id", id)
}

// told begins the event of an exchange about the container.
func (t *containerTurn) told(x *Exchange, op history.Op, name uint16) history.Event {
	e := told(t.containers.env.Book, x, t.container.key, op, name, field(x.Reply.Header, "x-ms-error-code"))
	e.Lease = t.under
	return e
}

// judgeRead understands the answer to Get Container Properties.
func (t *containerTurn) judgeRead(x *Exchange) history.Event {
	e := t.told(x, history.Read, t.containers.get)
	book := t.containers.env.Book
	if e.Outcome != history.Won {
		return e
	}
	tag, body := field(x.Reply.Header, "ETag"), field(x.Reply.Header, metadata)
	switch {
	case e.Status != 200:
		irregular(book, &e, unexpectedStatus)
	case tag == "":
		irregular(book, &e, noETag)
	default:
		e.Tag = book.Token(tag)
		t.text = append(t.text[:0], body...)
		value, err := payload.VerifyText(t.text, t.containers.env.Run)
		if err != nil {
			e.Flags |= history.Torn
			break
		}
		e.Value = value
	}
	return e
}

// judgeWrite understands the answer to Create Container (201) and Set Container
// Metadata (200).
func (t *containerTurn) judgeWrite(x *Exchange, op history.Op, name, success uint16) history.Event {
	e := t.told(x, op, name)
	e.Value = x.ID.Value()
	if e.Outcome != history.Won {
		return e
	}
	book := t.containers.env.Book
	tag := field(x.Reply.Header, "ETag")
	switch {
	case e.Status != success:
		irregular(book, &e, unexpectedStatus)
	case tag == "":
		irregular(book, &e, noETag)
	default:
		e.Tag = book.Token(tag)
	}
	return e
}

// judgeDelete understands the answer to Delete Container.
func (t *containerTurn) judgeDelete(x *Exchange) history.Event {
	e := t.told(x, history.Delete, t.containers.delete)
	if e.Outcome == history.Won && e.Status != 202 {
		irregular(t.containers.env.Book, &e, unexpectedStatus)
	}
	return e
}

// Prepare creates every container with contents of its own.
func (s *containerSet) Prepare(ctx context.Context, c Conn) error {
	for _, k := range s.containers {
		turn := containerTurn{containers: s, container: k}
		e, err := insist(ctx, c, turn.createStep(), turn.fillMetadata,
			func(x *Exchange) history.Event { return turn.judgeWrite(x, history.Create, s.create, 201) }, true)
		if err != nil {
			return fmt.Errorf("create a container: %w", err)
		}
		if e.Outcome != history.Won && e.Outcome != history.Lost { // lost to an earlier try that nobody answered
			return fmt.Errorf("create a container: the service answered %d %s", e.Status, s.env.Book.CodeText(e.Code))
		}
	}
	return nil
}
