package oracle

import "ifmatch/loadgen/history"

// positions packs positions into tokens. A position needs no entry, so every dictionary
// packs it alike.
var positions = history.NewDictionary("00000000")

// appended are the keys of append blobs.
func appended(events []history.Event) map[uint32]bool {
	keys := map[uint32]bool{}
	for _, e := range events {
		if e.Op == history.Append {
			keys[e.Key] = true
		}
	}
	return keys
}

// length is the length of an append blob after an event; ok is false if the event does
// not show it.
func length(e *history.Event) (n int64, ok bool) {
	switch {
	case e.Outcome != history.Won || e.Op == history.Read && e.Status == 304:
		return 0, false
	case e.Op == history.Append:
		return e.Got + e.Arg, true
	}
	return e.Got, e.Op == history.Read || e.Op == history.Create
}

// placed reports whether every append landed where it asked to, and whether every ETag
// of an append blob stands for one length.
func placed(events []history.Event) bool {
	blobs, lengths := appended(events), map[name]int64{}
	for i := range events {
		e := &events[i]
		n, ok := length(e)
		if !ok || !blobs[e.Key] {
			continue
		}
		if e.Op == history.Append && e.If != history.None && e.If != positions.Position(e.Got) {
			return false
		}
		at := name{e.Key, e.Tag}
		if old, ok := lengths[at]; ok && old != n && e.Tag != history.None {
			return false
		}
		lengths[at] = n
	}
	return true
}

// lengths treats the lengths of an append blob as its versions. An append that landed at
// an offset replaced the version of that length. Appends of others in between leave a
// longer version. Events of other resources stay as they are.
func lengths(events []history.Event) (out []history.Event) {
	blobs := appended(events)
	version := func(length int64) history.Token { return history.Token(length + 1) }
	for _, e := range events {
		if !blobs[e.Key] {
			out = append(out, e)
			continue
		}
		n, told := length(&e)
		asked, named := positions.Number(e.If)
		e.If, e.Tag = history.None, history.None
		switch {
		case told && e.Op == history.Append:
			e.Op, e.If, e.Tag = history.Swap, version(e.Got), version(n)
		case told && e.Op == history.Create:
			e.Op, e.Tag, e.Value = history.Read, version(0), 0
		case told:
			if e.Tag = version(n); e.Flags&history.Tail == 0 {
				e.Value = 0
			}
		case e.Op != history.Append || e.Outcome == history.Won:
			continue
		case named: // refused, or not answered
			e.Op, e.If = history.Swap, version(asked)
			if e.Outcome.Uncertain() {
				e.Tag = version(asked + e.Arg)
			}
		default: // it may land anywhere
			e.Op = history.Write
		}
		out = append(out, e)
	}
	return out
}

// name is an ETag of a resource.
type name struct {
	key uint32
	tag history.Token
}
