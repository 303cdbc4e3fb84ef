package opening

import (
	"fmt"

	"ifmatch/loadgen/history"
)

// fate is what became of an opening.
type fate struct {
	closed *history.Event // nil: it is not known to be closed
	used   *history.Event // the last successful exchange by its handle
}

// take adds an event of the handle.
func (f *fate) take(e *history.Event) {
	switch {
	case e.Op == history.Closing:
		f.closed = new(*e)
	case e.Outcome == history.Won && (f.used == nil || f.used.Invoke < e.Invoke):
		f.used = new(*e)
	}
}

// entry is a request that opens the file: over SMB, or over REST for as long as it takes.
type entry struct {
	event         history.Event
	access, share uint8
	smb           bool
	won, refused  bool
	fate          *fate // of an opening over SMB
	stands        bool  // it was added to those that others are compared with

	from, to     int64          // when it may have been there; to is history.Open if nobody knows the end
	since, until int64          // when it was certainly there, without either end
	proof        *history.Event // the event that shows that it was there until then
}

// kindsOf is how many pairs of access and share mode there are.
const kindsOf = 64

func (x *entry) kind() int { return int(x.access) | int(x.share)<<3 }

// settle sets when the entry was there, as far as that is known now.
func (x *entry) settle() {
	x.from, x.to = x.event.Invoke, x.event.Return
	if !x.smb || !x.won {
		return
	}
	x.to, x.since = history.Open, x.event.Return
	switch c := x.fate.closed; {
	case c != nil && c.Outcome == history.Won:
		x.to, x.until, x.proof = c.Return, c.Invoke, c
	case x.fate.used != nil:
		x.until, x.proof = x.fate.used.Invoke, x.fate.used
	}
}

// closed reports whether the handle was closed, by the answer.
func (x *entry) closed() bool { return x.fate.closed != nil && x.fate.closed.Outcome == history.Won }

// there reports whether the entry may have been there at all.
func (x *entry) there() bool { return x.won || x.event.Outcome.Uncertain() }

// sure reports whether the entry was certainly there at some moment. Only openings over SMB are.
func (x *entry) sure() bool { return x.proof != nil && x.since < x.until }

// ends is the end of the entry's interval; its beginning if it has no answer.
func (x *entry) ends() int64 {
	if x.event.Return == history.Open {
		return x.event.Invoke
	}
	return x.event.Return
}

// gone reports whether the entry does not matter to operations sent after a time.
func (x *entry) gone(at int64) bool {
	if x.to == history.Open {
		return x.until < at
	}
	return x.to < at
}

// agrees reports whether two openings may be there together: neither does what the other does not share. An opening with
// no access takes no part. // FILE-SMB-12
func agrees(a, b *entry) bool {
	if a.access == 0 || b.access == 0 {
		return true
	}
	return a.access&^b.share == 0 && b.access&^a.share == 0
}

// had says what an opening was for, and what it shared.
func (x *entry) had() string {
	return fmt.Sprintf("for %s and shared %s", history.KindsText(x.access), history.KindsText(x.share))
}
