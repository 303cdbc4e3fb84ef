package workload

import (
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// pageExchange is one query for all entities of a partition, from the choice to the
// answer.
type pageExchange struct {
	set  *tableSet
	list []*entity  // of the partition
	seen []*version // version of each entity on the last page; nil: not seen
}

func (t *pageExchange) step() Step {
	return Step{Service: target.Table, Method: "GET", Path: "/" + t.set.name + "()?$filter=PartitionKey%20eq%20%27" + t.list[0].partition + "%27"}
}

func (t *pageExchange) fill(r *Request, _ Identity) { tableHeader(r, "minimalmetadata") }

// Codes of our own for pages; see noETag.
const (
	unreadable = "(unreadable entities)"
	notAsked   = "(an entity not asked for)"
)

// judge turns the answer into one event for each entity of the partition, joined
// because one page is one snapshot. An entity missing from a complete page is
// absent. If the page has a continuation, each entity is judged separately.
func (t *pageExchange) judge(x *Exchange, events []history.Event) []history.Event {
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
	wrong := readPage(x.Reply.Body, func(l listedEntity) string {
		e, wrong := t.event(x, l, whole)
		events = append(events, e)
		return wrong
	})
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

// listedEntity is an entity on a page. Its slices are valid until the next one.
type listedEntity struct {
	partition, row []byte
	tag            string
	body           []byte
	whole          bool // it has a body
}

// readPage calls see for each entity of a page, until that names a defect. wrong names a defect of the page, "" if there is
// none.
func readPage(body []byte, see func(listedEntity) (wrong string)) (wrong string) {
	j := jsonScanner{text: body}
	var text []byte
	for j.enter('{'); j.more('}'); {
		if string(j.key()) != "value" {
			j.skip()
			continue
		}
		for j.enter('['); j.more(']'); {
			var l listedEntity
			for j.enter('{'); j.more('}'); {
				switch string(j.key()) {
				case "odata.etag":
					l.tag = string(j.string(nil))
				case "PartitionKey":
					l.partition = j.raw()
				case "RowKey":
					l.row = j.raw()
				case bodyProperty:
					text = j.string(text[:0])
					l.body, l.whole = text, true
				default:
					j.skip()
				}
			}
			if j.failed {
				return unreadable
			}
			if wrong := see(l); wrong != "" {
				return wrong
			}
		}
	}
	if j.failed {
		return unreadable
	}
	return ""
}

// event is the event of one entity of a page.
func (t *pageExchange) event(x *Exchange, l listedEntity, whole history.Event) (e history.Event, wrong string) {
	at := t.index(l.partition, l.row)
	switch {
	case at < 0 || t.seen[at] != nil:
		return e, notAsked
	case l.tag == "":
		return e, noETag
	}
	e = whole
	e.Key, e.Tag = t.list[at].key, t.set.env.Book.Token(l.tag)
	t.set.verify(&e, l.body, l.whole)
	t.list[at].newest.see(x, l.tag, e.Tag, e.Value, history.None)
	v := t.list[at].newest.present()
	if v == nil || v.token != e.Tag {
		v = &version{text: l.tag, token: e.Tag, value: e.Value, invoke: x.Invoke, ret: x.Return}
	}
	t.seen[at] = v
	return e, ""
}

// index returns the position of an entity in the partition, -1 if it is not
// there.
func (t *pageExchange) index(partition, row []byte) int {
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
func (t *pageExchange) whole() bool {
	for _, v := range t.seen {
		if v == nil {
			return false
		}
	}
	return len(t.seen) > 0
}
