package workload

import (
	"bytes"
	"strconv"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// valuePart is a part of a resource that holds a value.
type valuePart uint8

const (
	inBody   valuePart = iota
	inPages            // a part of the body
	inBlocks           // the body, sent ahead
	inMetadata
	inProperty // Cache-Control
	inPolicy   // the id of a stored access policy
	inEntity
)

// shownAs returns the part in which a reader finds the value.
func (p valuePart) shownAs() valuePart {
	if p <= inBlocks {
		return inBody
	}
	return p
}

const (
	pageSize = 512
	property = "Cache-Control"
)

// put writes the value into the request.
func (t *mixExchange) put(p valuePart, r *Request, value uint64) {
	switch p {
	case inBody, inPages:
		r.Body = payload.FillAtoms(r.Body[:0], t.length, t.env.Run, value)
	case inBlocks:
		r.Body = append(r.Body[:0], `<?xml version="1.0" encoding="utf-8"?><BlockList><Uncommitted>`+t.block+`</Uncommitted></BlockList>`...)
	case inMetadata:
		r.set(metadata, t.mark(value, t.run.kind.unit == 1))
	case inProperty:
		r.set("x-ms-blob-cache-control", t.mark(value, false))
	case inPolicy:
		r.Body = append(r.Body[:0], `<?xml version="1.0" encoding="utf-8"?><SignedIdentifiers><SignedIdentifier><Id>`+t.mark(value, false)+
			`</Id><AccessPolicy><Expiry>2100-01-01T00:00:00.0000000Z</Expiry><Permission>r</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>`...)
	case inEntity:
		r.set("Content-Type", "application/json")
		r.Body = t.thing.appendDocument(r.Body[:0], []byte(t.mark(value, true)))
	}
}

// mark is a value as text, of the size that was asked for or as short as can be.
func (t *mixExchange) mark(value uint64, sized bool) string {
	size := payload.MinText
	if sized {
		size = max(size, t.env.Options.Size)
	}
	t.text = payload.FillText(t.text[:0], size, t.env.Run, value)
	return string(t.text)
}

// get appends the values that an answer shows in a part, and notes what is damaged.
func (t *mixExchange) get(p valuePart, x *Exchange, e *history.Event, shown []uint64) []uint64 {
	var text []byte
	switch p {
	case inBody:
		return t.body(x, e, shown)
	case inMetadata:
		text = []byte(field(x.Reply.Header, metadata))
	case inProperty:
		text = []byte(field(x.Reply.Header, property))
	case inPolicy:
		_, text, _ = bytes.Cut(x.Reply.Body, []byte("<Id>"))
		text, _, _ = bytes.Cut(text, []byte("</Id>"))
	case inEntity:
		j := jsonScanner{text: x.Reply.Body}
		for j.enter('{'); j.more('}'); {
			if string(j.key()) == bodyProperty {
				text = j.string(nil)
			} else {
				j.skip()
			}
		}
		if j.failed {
			e.Flags |= history.Torn
		}
	}
	if len(text) == 0 {
		return shown // nobody wrote there yet
	}
	value, err := payload.VerifyText(text, t.env.Run)
	if err != nil {
		e.Flags |= history.Torn
		return shown
	}
	return append(shown, value)
}

// body finds the writers of the parts of a body. Zeros have none.
func (t *mixExchange) body(x *Exchange, e *history.Event, shown []uint64) []uint64 {
	if x.Step.Method == "HEAD" {
		return shown
	}
	unit := t.run.kind.unit
	if unit < pageSize {
		unit = t.run.size // one write makes the whole body
	}
	if len(x.Reply.Body) != t.length {
		e.Flags |= history.Torn
	}
	t.runs = payload.Runs(t.runs[:0], x.Reply.Body, t.env.Run)
	for i, run := range t.runs {
		switch {
		case run.Mixed, (t.from+run.At)%unit != 0 && i > 0:
			e.Flags |= history.Torn
		case run.Value != 0:
			shown = append(shown, run.Value)
		}
	}
	return shown
}

// span is the value of x-ms-range.
func (t *mixExchange) span() string {
	return "bytes=" + strconv.Itoa(t.from) + "-" + strconv.Itoa(t.from+t.length-1)
}
