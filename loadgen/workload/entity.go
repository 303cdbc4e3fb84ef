package workload

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// entity is one contended entity.
type entity struct {
	resource
	partition, row string
}

// tableSet is shared by the workloads on entities: a table with the contended
// entities. It makes the requests to them and interprets the answers.
type tableSet struct {
	env                                              Env
	name                                             string // of the table
	partitions                                       [][]*entity
	get, query, insert, update, merge, delete, batch uint16 // names of operations in the history
}

// maxEntity is the largest body: a string property holds 32 Ki characters.
const maxEntity = 32 << 10

// newTableSet names the entities of a run, with a number of rows in each
// partition; nothing is sent yet.
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

// tableName turns the name of a container into the name of a table. Table names
// have only letters and digits and begin with a letter. An X replaces each dash,
// as "ifmatch sweep" expects.
func tableName(name string) string {
	name = strings.ReplaceAll(name, "-", "X")
	if name != "" && (name[0] < 'a' || name[0] > 'z') {
		name = "T" + name
	}
	return name
}

// Prepare creates the table and every entity in it, each with contents of its own.
func (s *tableSet) Prepare(ctx context.Context, c Conn) error {
	if err := createTable(ctx, c, s.env.Book, s.name); err != nil {
		return err
	}
	return each("create an entity", slices.Concat(s.partitions...), func(to *entity) error { return s.create(ctx, c, to) })
}

// createTable creates a table unless it exists.
func createTable(ctx context.Context, c Conn, book *history.Dictionary, name string) error {
	e, err := retry(ctx, c, Step{Service: target.Table, Method: "POST", Path: "/Tables"}, func(r *Request, _ Identity) {
		tableHeader(r, "nometadata")
		r.set("Content-Type", "application/json")
		r.set("Prefer", "return-no-content")
		r.Body = append(append(append(r.Body[:0], `{"TableName":"`...), name...), `"}`...)
	}, judgePlain(book), false)
	// Conflict: an earlier, unanswered try may have created it.
	if err == nil && e.Outcome != history.Won && e.Status != 409 {
		err = fmt.Errorf("the service answered %d %s", e.Status, book.CodeText(e.Code))
	}
	if err != nil {
		return fmt.Errorf("create the table: %w", err)
	}
	return nil
}

// create creates an entity by a recorded Insert Entity, so that its first version
// is known.
func (s *tableSet) create(ctx context.Context, c Conn, to *entity) error {
	exchange := s.exchange(to)
	return exchange.ensure(ctx, c, exchange.insertStep(), exchange.fillInsert, exchange.judgeInsert,
		history.Won, history.Lost) // lost to an earlier, unanswered try
}

// judgePlain interprets the answer to a request that is not recorded.
func judgePlain(book *history.Dictionary) func(*Exchange) history.Event {
	return func(x *Exchange) history.Event { return told(book, x, 0, 0, 0, answeredCode(x)) }
}

// Drain reads every entity once.
func (s *tableSet) Drain(ctx context.Context, c Conn) error {
	return each(finally, slices.Concat(s.partitions...), func(from *entity) error {
		exchange := s.exchange(from)
		_, err := retry(ctx, c, exchange.step("GET", ""), exchange.fillGet, exchange.judgeGet, true)
		return err
	})
}

// Clean deletes the table and everything in it.
func (s *tableSet) Clean(ctx context.Context, c Conn) error {
	step := Step{Service: target.Table, Method: "DELETE", Path: "/Tables('" + s.name + "')"}
	e, err := retry(ctx, c, step, func(r *Request, _ Identity) { tableHeader(r, "nometadata") }, judgePlain(s.env.Book), false)
	if err == nil && e.Outcome != history.Won && e.Outcome != history.Absent {
		err = fmt.Errorf("the service answered %d %s", e.Status, s.env.Book.CodeText(e.Code))
	}
	if err != nil {
		return fmt.Errorf("delete the table: %w", err)
	}
	return nil
}

// tableHeader sets the header fields of every request to the table service. With
// "nometadata" an answer has ETags only in its header; with "minimalmetadata"
// every entity has its own.
func tableHeader(r *Request, metadata string) {
	accept := "application/json;odata=nometadata"
	if metadata == "minimalmetadata" {
		accept = "application/json;odata=minimalmetadata"
	}
	r.set("Accept", accept)
	r.set("DataServiceVersion", "3.0")
	r.set("MaxDataServiceVersion", "3.0")
}

// entityExchange is one exchange about one entity.
type entityExchange struct {
	exchange
	set    *tableSet
	entity *entity
	text   []byte
}

func (s *tableSet) exchange(e *entity) entityExchange {
	t := entityExchange{exchange: exchange{env: &s.env, service: target.Table}, set: s}
	if e != nil {
		t.choose(e)
	}
	return t
}

// choose turns to an entity.
func (t *entityExchange) choose(e *entity) { t.entity, t.about = e, &e.resource }

func (t *entityExchange) insertStep() Step {
	return Step{Service: target.Table, Method: "POST", Path: "/" + t.set.name}
}

func (t *entityExchange) fillGet(r *Request, _ Identity) {
	t.named = nil
	tableHeader(r, "nometadata")
}

// fillInsert completes Insert Entity. The answer needs no body, because its header
// has the ETag.
func (t *entityExchange) fillInsert(r *Request, id Identity) {
	t.named = nil
	tableHeader(r, "nometadata")
	r.set("Prefer", "return-no-content")
	t.fillDocument(r, id)
}

// fillSwap completes Update Entity and Merge Entity.
func (t *entityExchange) fillSwap(r *Request, id Identity, replaced *version) {
	t.named = replaced
	tableHeader(r, "nometadata")
	r.set("If-Match", replaced.text)
	t.fillDocument(r, id)
}

// fillDelete completes Delete Entity, which always names a version.
func (t *entityExchange) fillDelete(r *Request, victim *version) {
	t.named = victim
	tableHeader(r, "nometadata")
	r.set("If-Match", victim.text)
}

// bodyProperty is the property that holds the contents of an entity.
const bodyProperty = "Body"

// fillDocument adds the entity with the contents of this exchange.
func (t *entityExchange) fillDocument(r *Request, id Identity) {
	t.text = payload.FillText(t.text[:0], t.env.Options.Size, t.env.Run, id.Value())
	r.set("Content-Type", "application/json")
	r.Body = t.entity.appendDocument(r.Body[:0], t.text)
}

// appendDocument appends the JSON of the entity with contents.
func (e *entity) appendDocument(dst, contents []byte) []byte {
	dst = append(append(dst, `{"PartitionKey":"`...), e.partition...)
	dst = append(append(dst, `","RowKey":"`...), e.row...)
	return append(append(append(dst, `","`+bodyProperty+`":"`...), contents...), `"}`...)
}

// judgeGet interprets the answer to Get Entity.
func (t *entityExchange) judgeGet(x *Exchange) history.Event {
	e, tag := t.judgeRead(x, t.set.get)
	if tag == "" {
		return e
	}
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
	t.about.newest.see(x, tag, e.Tag, e.Value, history.None)
	return e
}

// verify finds whose contents a body holds. A body that cannot be parsed counts as
// damaged, like one with wrong contents.
func (s *tableSet) verify(e *history.Event, body []byte, whole bool) {
	if !whole {
		e.Flags |= history.Torn
		return
	}
	value, err := payload.VerifyText(body, s.env.Run)
	verified(e, value, err)
}

// judgeInsert interprets the answer to Insert Entity: 201, or 204 if the service
// honours the wish for no content.
func (t *entityExchange) judgeInsert(x *Exchange) history.Event {
	return t.judgeWrite(x, history.Create, t.set.insert, 201, 204)
}

// judgeSwap interprets the answer to Update Entity and Merge Entity.
func (t *entityExchange) judgeSwap(x *Exchange, name uint16) history.Event {
	return t.judgeWrite(x, history.Swap, name, 204)
}

func (t *entityExchange) judgeWrite(x *Exchange, op history.Op, name uint16, success ...uint16) history.Event {
	e := t.told(x, op, name)
	e.Value, e.Flags = x.ID.Value(), history.Attempt
	if e.Outcome == history.Absent {
		t.about.newest.absent(x)
	}
	t.settle(x, &e, success...)
	return e
}

// judgeDelete interprets the answer to Delete Entity.
func (t *entityExchange) judgeDelete(x *Exchange) history.Event {
	return t.about.newest.deleted(x, t.told(x, history.Delete, t.set.delete), t.env.Book, 204)
}
