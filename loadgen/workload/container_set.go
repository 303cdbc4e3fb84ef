package workload

import (
	"context"
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// containerSet is shared by the workloads on containers. The contents of a
// container are one metadata value.
type containerSet struct {
	env                      Env
	containers               []*resource
	create, get, set, delete uint16 // names of operations in the history
}

// metadata is the header field that holds the contents of a container or blob, and
// metadataName its metadata name.
const (
	metadata     = "x-ms-meta-" + metadataName
	metadataName = "body"
)

// maxMetadata is the largest body: the service takes 8 KiB of metadata, including
// names.
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
		s.containers = append(s.containers, s.container(strconv.Itoa(i)))
	}
	return s, nil
}

// container returns the container with a name of the run.
func (s *containerSet) container(name string) *resource {
	path := "/" + s.env.Prefix + s.env.Run + "-c" + name
	return &resource{path: path + "?restype=container", key: s.env.Book.Key("blob " + path)}
}

// locks returns the leases of the containers.
func (s *containerSet) locks() *lockSet {
	return newLockSet(&s.env, "Container", "&comp=lease", s.containers...)
}

// containerExchange is one exchange about one container.
type containerExchange struct {
	exchange
	containers *containerSet
	text       []byte
}

func (s *containerSet) exchange(c *resource) containerExchange {
	return containerExchange{exchange: exchange{env: &s.env, service: target.Blob, about: c}, containers: s}
}

// fillMetadata completes Create Container and Set Container Metadata.
func (t *containerExchange) fillMetadata(r *Request, id Identity) {
	t.text = payload.FillText(t.text[:0], t.env.Options.Size, t.env.Run, id.Value())
	r.set(metadata, string(t.text))
}

// judgeRead interprets the answer to Get Container Properties.
func (t *containerExchange) judgeRead(x *Exchange) history.Event {
	e, tag := t.exchange.judgeRead(x, t.containers.get)
	if tag != "" {
		t.text = append(t.text[:0], field(x.Reply.Header, metadata)...)
		value, err := payload.VerifyText(t.text, t.env.Run)
		verified(&e, value, err)
		t.about.newest.see(x, tag, e.Tag, e.Value, history.None)
	}
	return e
}

// judgeDelete interprets the answer to Delete Container.
func (t *containerExchange) judgeDelete(x *Exchange) history.Event {
	return t.about.newest.deleted(x, t.told(x, history.Delete, t.containers.delete), t.env.Book, 202)
}

// Prepare creates every container, each with contents of its own.
func (s *containerSet) Prepare(ctx context.Context, c Conn) error {
	return each("create a container", s.containers, func(k *resource) error {
		exchange := s.exchange(k)
		return exchange.ensure(ctx, c, exchange.step("PUT", ""), exchange.fillMetadata,
			func(x *Exchange) history.Event { return exchange.judgeWrite(x, history.Create, s.create) },
			history.Won, history.Lost) // lost to an earlier, unanswered try
	})
}
