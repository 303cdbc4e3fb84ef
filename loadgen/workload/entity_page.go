package workload

import (
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// pageTurn is one query for all entities of a partition, from the choice to the
// answer.
type pageTurn struct {
	set  *tableSet
	list []*entity  // of the partition
	seen []*version // version of each entity on the last page; nil: not seen
	text []byte
}

func (t *pageTurn) step() Step {
	return Step{Service: target.Table, Method: "GET", Path: "/" + t.set.name + "()?$filter=PartitionKey%20eq%20%27" + t.list[0].partition + "%27"}
}

func (t *pageTurn) fill(r *Request, _ Identity) { tableHeader(r, "minimalmetadata") }

// Codes of our own for pages; see noETag.
const (
	unreadable = "(unreadable entities)"
	notAsked   = "(an entity not asked for)"
)

// judge turns the answer into one event for each entity of the partition, joined
// because one page is one snapshot. An entity missing from a complete page is
// absent. If the page has a continuation, each entity is judged separately.
func (t *pageTurn) judge(x *Exchange, events []history.Event) []history.Event {
	book := t.set.env.Book
	whole := told(book, x, t.list[0].key, history.Read, t.set.query, answeredCode(x))
	first := len(events)
	t.seen = t.seen[:0]
	for range t.list {
		t.seen = append(t.seen, nil)
	}
	switch {
	case whole.Outcome == history.Absent: // the table is absent
		whole.Outcome = history.Wrong
		return append(events, whole)
	case whole.Outcome != history.Won:
		return append(events, whole)
	case whole.Status != 200:
		irregular(book, &whole, unexpectedStatus)
		return append(events, whole)
	}
	events, wrong := t.rows(x, whole, events)
	if wrong != "" {
		clear(t.seen)
		irregular(book, &whole, wrong)
		return append(events[:first], whole)
	}
	if field(x.Reply.Header, "x-ms-continuation-NextPartitionKey") == "" && field(x.Reply.Header, "x-ms-continuation-NextRowKey") == "" {
		for i, v := range t.seen {
			if v == nil {
				e := whole
				e.Key, e.Outcome = t.list[i].key, history.Absent
				events = append(events, e)
			}
		}
		for i := first; i < len(events); i++ {
			events[i].Group = x.ID.Value()
		}
	}
	for i := first + 1; i < len(events); i++ {
		events[i].Flags |= history.Follow
	}
	return events
}

// rows reads the entities of a page. wrong names a defect of the page, "" if
// there is none.
func (t *pageTurn) rows(x *Exchange, whole history.Event, events []history.Event) (_ []history.Event, wrong string) {
	j := jsonScanner{text: x.Reply.Body}
	for j.enter('{'); j.more('}'); {
		if string(j.key()) != "value" {
			j.skip()
			continue
		}
		for j.enter('['); j.more(']'); {
			e, wrong := t.row(x, &j, whole)
			if wrong != "" {
				return events, wrong
			}
			events = append(events, e)
		}
	}
	if j.failed {
		return events, unreadable
	}
	return events, ""
}

// row reads one entity.
func (t *pageTurn) row(x *Exchange, j *jsonScanner, whole history.Event) (e history.Event, wrong string) {
	var partition, row []byte
	tag, found := "", false
	for j.enter('{'); j.more('}'); {
		switch string(j.key()) {
		case "odata.etag":
			t.text = j.string(t.text[:0])
			tag = string(t.text)
		case "PartitionKey":
			partition = j.raw()
		case "RowKey":
			row = j.raw()
		case bodyProperty:
			t.text, found = j.string(t.text[:0]), true
			value := whole
			t.set.verify(&value, t.text, true)
			e.Value, e.Flags = value.Value, value.Flags
		default:
			j.skip()
		}
	}
	at := t.index(partition, row)
	switch {
	case j.failed:
		return e, unreadable
	case at < 0 || t.seen[at] != nil:
		return e, notAsked
	case tag == "":
		return e, noETag
	}
	value, flags := e.Value, e.Flags
	e = whole
	e.Key, e.Tag, e.Value, e.Flags = t.list[at].key, t.set.env.Book.Token(tag), value, e.Flags|flags
	if !found {
		e.Flags |= history.Torn
	}
	t.list[at].newest.see(x, tag, e.Tag, e.Value, history.None)
	v := t.list[at].newest.present()
	if v == nil || v.token != e.Tag {
		v = &version{text: tag, token: e.Tag, value: e.Value, invoke: x.Invoke, ret: x.Return}
	}
	t.seen[at] = v
	return e, ""
}

// index returns the position of an entity in the partition, -1 if it is not
// there.
func (t *pageTurn) index(partition, row []byte) int {
	if string(partition) != t.list[0].partition || len(row) < 2 || row[0] != 'r' {
		return -1
	}
	n, err := strconv.Atoi(string(row[1:]))
	if err != nil || n < 0 || n >= len(t.list) || t.list[n].row != string(row) {
		return -1
	}
	return n
}

// whole reports whether the last page showed every entity of the partition.
func (t *pageTurn) whole() bool {
	for _, v := range t.seen {
		if v == nil {
			return false
		}
	}
	return len(t.seen) > 0
}
