package workload

import (
	"context"
	"fmt"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// readEffects reads every entity that an actor tried to insert.
func (r *effectRun) readEffects(ctx context.Context, c Conn) error {
	for _, q := range r.queues.queues {
		page := effectPage{run: r, queue: q, missing: map[*effectOf]bool{}}
		for _, e := range r.order {
			if e.partition == q.path[1:] {
				page.missing[e] = true
			}
		}
		for len(page.missing) > 0 {
			if _, err := retryAll(ctx, c, page.step(), page.fill, page.judge, true); err != nil {
				return fmt.Errorf("read the effects: %w", err)
			}
			if page.next == "" {
				break
			}
		}
	}
	return nil
}

// effectPage is a page of all effects of one queue.
type effectPage struct {
	run     *effectRun
	queue   *queue
	missing map[*effectOf]bool // not seen on any page
	next    string             // query of the next page; "": this was the last
}

func (p *effectPage) step() Step {
	return Step{Service: target.Table, Method: "GET", Path: "/" + p.run.table.name + "()?$filter=PartitionKey%20eq%20%27" + p.queue.path[1:] + "%27" + p.next}
}

func (p *effectPage) fill(r *Request, _ Identity) { tableHeader(r, "minimalmetadata") }

// judge turns a page into reads of the entities on it. After the last page it adds those
// that were on none.
func (p *effectPage) judge(x *Exchange, events []history.Event) []history.Event {
	var one *effectOf
	for one = range p.missing {
		break
	}
	first, book := len(events), p.run.table.env.Book
	whole := told(book, x, one.key, history.Read, p.run.table.query, answeredCode(x))
	if whole.Outcome != history.Won {
		return append(events, whole)
	}
	next := ""
	for _, name := range []string{"NextPartitionKey", "NextRowKey"} {
		if value := field(x.Reply.Header, "x-ms-continuation-"+name); value != "" {
			next += "&" + name + "=" + string(appendEscaped(nil, value))
		}
	}
	if wrong := readPage(x.Reply.Body, func(l listedEntity) string {
		about := p.run.effects[p.queue.path[1:]+"/"+string(l.row)]
		if about == nil || l.tag == "" {
			return unreadable
		}
		e := whole
		e.Key, e.Tag = about.key, book.Token(l.tag)
		p.run.table.verify(&e, l.body, l.whole)
		delete(p.missing, about)
		events = append(events, e)
		return ""
	}); wrong != "" {
		irregular(book, &whole, unreadable)
		p.next = ""
		return append(events[:first], whole)
	}
	if p.next = next; next == "" {
		for e := range p.missing {
			absent := whole
			absent.Key, absent.Outcome = e.key, history.Absent
			events = append(events, absent)
		}
	}
	for i := first + 1; i < len(events); i++ {
		events[i].Flags |= history.Follow
	}
	if len(events) == first {
		whole.Outcome = history.Wrong // it proves nothing about any entity
		events = append(events, whole)
	}
	return events
}
