package workload

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// entity is one contended entity.
type entity struct {
	partition, row string
	path           string // "/table(PartitionKey='p0',RowKey='r0')"
	key            uint32
	newest         newest
}

// tableSet is what workloads on entities share: a table with the entities that the
// actors contend for, and how requests to them are made and answers understood.
type tableSet struct {
	env                                              Env
	name                                             string // of the table
	partitions                                       [][]*entity
	get, query, insert, update, merge, delete, batch uint16 // names of operations
}

// maxEntity is the largest body: a string property holds 32 Ki characters.
const maxEntity = 32 << 10

// newTableSet names the entities of a run, so many rows in each partition; nothing
// is sent yet.
func newTableSet(env Env, partitions, rows int) (*tableSet, error) {
	if err := env.Options.check(maxEntity); err != nil {
		return nil, err
	}
	s := &tableSet{
		env:    env,
		name:   tableName(env.Prefix + env.Run),
		get:    env.Book.Name("Get Entity"),
		query:  env.Book.Name("Query Entities"),
		insert: env.Book.Name("Insert Entity"),
		update: env.Book.Name("Update Entity"),
		merge:  env.Book.Name("Merge Entity"),
		delete: env.Book.Name("Delete Entity"),
		batch:  env.Book.Name("Entity Group Transaction"),
	}
	for p := range partitions {
		var list []*entity
		for r := range rows {
			e := &entity{partition: "p" + strconv.Itoa(p), row: "r" + strconv.Itoa(r)}
			e.path = "/" + s.name + "(PartitionKey='" + e.partition + "',RowKey='" + e.row + "')"
			e.key = env.Book.Key("table " + e.path)
			list = append(list, e)
		}
		s.partitions = append(s.partitions, list)
	}
	return s, nil
}

// tableName turns the name of a container into that of a table, which has letters
// and digits alone, the first a letter: an X stands for each dash, as in
// "ifmatch sweep".
func tableName(name string) string {
	name = strings.ReplaceAll(name, "-", "X")
	if name != "" && (name[0] < 'a' || name[0] > 'z') {
		name = "T" + name
	}
	return name
}

// Prepare makes the table and in it every entity, with contents of its own.
func (s *tableSet) Prepare(ctx context.Context, c Conn) error {
	e, err := insist(ctx, c, Step{Service: target.Table, Method: "POST", Path: "/Tables"}, func(r *Request, _ Identity) {
		tableHeader(r, "nometadata")
		r.set("Content-Type", "application/json")
		r.set("Prefer", "return-no-content")
		r.Body = append(append(append(r.Body[:0], `{"TableName":"`...), s.name...), `"}`...)
	}, s.judgePlain, false)
	// Conflict: an earlier try that nobody answered may have made it.
	if err == nil && e.Outcome != history.Won && e.Status != 409 {
		err = fmt.Errorf("the service answered %d %s", e.Status, s.env.Book.CodeText(e.Code))
	}
	if err != nil {
		return fmt.Errorf("create the table: %w", err)
	}
	for _, list := range s.partitions {
		for _, to := range list {
			if err := s.create(ctx, c, to); err != nil {
				return fmt.Errorf("create an entity: %w", err)
			}
		}
	}
	return nil
}

// create makes an entity by a recorded Insert Entity, so that its first version is
// known.
func (s *tableSet) create(ctx context.Context, c Conn, to *entity) error {
	turn := entityTurn{set: s, entity: to}
	e, err := insist(ctx, c, turn.insertStep(), turn.fillInsert, turn.judgeInsert, true)
	if err == nil && e.Outcome != history.Won && e.Outcome != history.Lost { // lost to an earlier try that nobody answered
		err = fmt.Errorf("the service answered %d %s to Insert Entity", e.Status, s.env.Book.CodeText(e.Code))
	}
	return err
}

// judgePlain understands the answer to a request that no history tells of.
func (s *tableSet) judgePlain(x *Exchange) history.Event {
	return told(s.env.Book, x, 0, 0, 0, answeredCode(x))
}

// answeredCode is the error code of an answer of the table service, "" of a
// success.
func answeredCode(x *Exchange) string {
	if x.Err != nil || x.Reply.Status < 300 {
		return ""
	}
	return tableCode(field(x.Reply.Header, "x-ms-error-code"), x.Reply.Body)
}

// Drain reads every entity once.
func (s *tableSet) Drain(ctx context.Context, c Conn) error {
	for _, list := range s.partitions {
		for _, from := range list {
			turn := entityTurn{set: s, entity: from}
			if _, err := insist(ctx, c, turn.getStep(), turn.fillGet, turn.judgeGet, true); err != nil {
				return fmt.Errorf("read the final state: %w", err)
			}
		}
	}
	return nil
}

// Clean deletes the table with all that is in it.
func (s *tableSet) Clean(ctx context.Context, c Conn) error {
	step := Step{Service: target.Table, Method: "DELETE", Path: "/Tables('" + s.name + "')"}
	e, err := insist(ctx, c, step, func(r *Request, _ Identity) { tableHeader(r, "nometadata") }, s.judgePlain, false)
	if err == nil && e.Outcome != history.Won && e.Outcome != history.Absent {
		err = fmt.Errorf("the service answered %d %s", e.Status, s.env.Book.CodeText(e.Code))
	}
	if err != nil {
		return fmt.Errorf("delete the table: %w", err)
	}
	return nil
}

// tableHeader sets what every request to the table service has. With "nometadata"
// an answer holds no ETags but in its header, with "minimalmetadata" every entity
// has its own.
func tableHeader(r *Request, metadata string) {
	accept := "application/json;odata=nometadata"
	if metadata == "minimalmetadata" {
		accept = "application/json;odata=minimalmetadata"
	}
	r.set("Accept", accept)
	r.set("DataServiceVersion", "3.0")
	r.set("MaxDataServiceVersion", "3.0")
}

// entityTurn is one exchange about one entity, from the choice to the answer.
type entityTurn struct {
	set    *tableSet
	entity *entity
	named  *version // whose ETag the request names; nil: none
	text   []byte
}

func (t *entityTurn) getStep() Step {
	return Step{Service: target.Table, Method: "GET", Path: t.entity.path}
}

func (t *entityTurn) insertStep() Step {
	return Step{Service: target.Table, Method: "POST", Path: "/" + t.set.name}
}

func (t *entityTurn) updateStep() Step {
	return Step{Service: target.Table, Method: "PUT", Path: t.entity.path}
}

func (t *entityTurn) mergeStep() Step {
	return Step{Service: target.Table, Method: "MERGE", Path: t.entity.path}
}

func (t *entityTurn) deleteStep() Step {
	return Step{Service: target.Table, Method: "DELETE", Path: t.entity.path}
}

func (t *entityTurn) fillGet(r *Request, _ Identity) {
	t.named = nil
	tableHeader(r, "nometadata")
}

// fillInsert completes Insert Entity. The answer needs no body: it has an ETag.
func (t *entityTurn) fillInsert(r *Request, id Identity) {
	t.named = nil
	tableHeader(r, "nometadata")
	r.set("Content-Type", "application/json")
	r.set("Prefer", "return-no-content")
	r.Body = t.document(r.Body[:0], id)
}

// fillSwap completes Update Entity and Merge Entity.
func (t *entityTurn) fillSwap(r *Request, id Identity, replaced *version) {
	t.named = replaced
	tableHeader(r, "nometadata")
	r.set("Content-Type", "application/json")
	r.set("If-Match", replaced.text)
	r.Body = t.document(r.Body[:0], id)
}

// fillDelete completes Delete Entity, which always names a version.
func (t *entityTurn) fillDelete(r *Request, victim *version) {
	t.named = victim
	tableHeader(r, "nometadata")
	r.set("If-Match", victim.text)
}

// bodyProperty is the property that holds the contents of an entity.
const bodyProperty = "Body"

// document appends the entity with the contents that this exchange writes.
func (t *entityTurn) document(dst []byte, id Identity) []byte {
	dst = append(append(dst, `{"PartitionKey":"`...), t.entity.partition...)
	dst = append(append(dst, `","RowKey":"`...), t.entity.row...)
	dst = append(dst, `","`+bodyProperty+`":"`...)
	dst = payload.FillText(dst, t.set.env.Options.Size, t.set.env.Run, id.Value())
	return append(dst, `"}`...)
}

// told begins the event of an exchange about the entity.
func (t *entityTurn) told(x *Exchange, op history.Op, name uint16) history.Event {
	e := told(t.set.env.Book, x, t.entity.key, op, name, answeredCode(x))
	if t.named != nil {
		e.If = t.named.token
	}
	return e
}

// judgeGet understands the answer to Get Entity.
func (t *entityTurn) judgeGet(x *Exchange) history.Event {
	e := t.told(x, history.Read, t.set.get)
	switch {
	case e.Outcome == history.Absent:
		t.entity.newest.see(x, "", history.None, 0, history.None)
		return e
	case e.Outcome != history.Won:
		return e
	}
	tag := field(x.Reply.Header, "ETag")
	switch {
	case e.Status != 200:
		irregular(t.set.env.Book, &e, unexpectedStatus)
	case tag == "":
		irregular(t.set.env.Book, &e, noETag)
	default:
		e.Tag = t.set.env.Book.Token(tag)
		j := jsonScanner{text: x.Reply.Body}
		body, found := []byte(nil), false
		for j.enter('{'); j.more('}'); {
			if string(j.key()) == bodyProperty {
				t.text, found = j.string(t.text[:0]), true
				body = t.text
			} else {
				j.skip()
			}
		}
		t.set.verify(&e, body, found && !j.failed)
		t.entity.newest.see(x, tag, e.Tag, e.Value, history.None)
	}
	return e
}

// verify finds out whose contents a body holds. One that could not be made out was
// damaged like one that is wrong.
func (s *tableSet) verify(e *history.Event, body []byte, whole bool) {
	value, err := payload.VerifyText(body, s.env.Run)
	if err != nil || !whole {
		e.Flags |= history.Torn
		return
	}
	e.Value = value
}

// judgeInsert understands the answer to Insert Entity: 201, or 204 if the service
// grants that there be no contents.
func (t *entityTurn) judgeInsert(x *Exchange) history.Event {
	e := t.told(x, history.Create, t.set.insert)
	e.Value, e.Flags = x.ID.Value(), history.Attempt
	t.settle(x, &e, 201)
	return e
}

// judgeSwap understands the answer to Update Entity and Merge Entity.
func (t *entityTurn) judgeSwap(x *Exchange, name uint16) history.Event {
	e := t.told(x, history.Swap, name)
	e.Value, e.Flags = x.ID.Value(), history.Attempt
	t.settle(x, &e, 204)
	return e
}

// settle takes the new version out of the answer to a write.
func (t *entityTurn) settle(x *Exchange, e *history.Event, success uint16) {
	switch {
	case e.Outcome == history.Absent:
		t.entity.newest.see(x, "", history.None, 0, history.None)
		return
	case e.Outcome != history.Won:
		return
	}
	tag := field(x.Reply.Header, "ETag")
	switch {
	case e.Status != success && e.Status != 204:
		irregular(t.set.env.Book, e, unexpectedStatus)
	case tag == "":
		irregular(t.set.env.Book, e, noETag)
	default:
		e.Tag = t.set.env.Book.Token(tag)
		t.entity.newest.see(x, tag, e.Tag, e.Value, e.If)
	}
}

// judgeDelete understands the answer to Delete Entity.
func (t *entityTurn) judgeDelete(x *Exchange) history.Event {
	e := t.told(x, history.Delete, t.set.delete)
	switch {
	case e.Outcome == history.Absent:
		t.entity.newest.see(x, "", history.None, 0, history.None)
	case e.Outcome != history.Won:
	case e.Status != 204:
		irregular(t.set.env.Book, &e, unexpectedStatus)
	default:
		t.entity.newest.see(x, "", history.None, 0, e.If)
	}
	return e
}

// seen is the version that a read saw, to be named later.
func (t *entityTurn) seen(x *Exchange, e history.Event) *version {
	if v := t.entity.newest.present(); v != nil && v.token == e.Tag {
		return v
	}
	return &version{text: strings.Clone(field(x.Reply.Header, "ETag")), token: e.Tag, value: e.Value, invoke: x.Invoke, ret: x.Return}
}
