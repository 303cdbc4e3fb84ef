package opening

import "ifmatch/loadgen/history"

// fate is what became of an opening.
type fate struct {
	closed *history.Event // nil: not yet
	used   *history.Event // the last exchange by its handle that succeeded
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
	stands        bool  // among those beside which others are

	from, to     int64          // when it may have been there; to is history.Open if nobody knows
	since, until int64          // when it was there for sure, neither end included
	proof        *history.Event // why it was there until then
}

// kindsOf is how many pairs of access and share mode there are.
const kindsOf = 64

func (x *entry) kind() int { return int(x.access) | int(x.share)<<3 }

// settle says when it was there, as far as that is known by now.
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

// there tells whether it may have been there at all.
func (x *entry) there() bool { return x.won || x.event.Outcome.Uncertain() }

// sure tells whether it was there for sure at some moment, which only an opening over SMB is.
func (x *entry) sure() bool { return x.proof != nil && x.since < x.until }

// ends is the last moment at which it took effect, if it did so at a known time.
func (x *entry) ends() int64 {
	if x.event.Return == history.Open {
		return x.event.Invoke
	}
	return x.event.Return
}

// gone tells whether it is of no interest to what is asked for after a time.
func (x *entry) gone(at int64) bool {
	if x.to == history.Open {
		return x.until < at
	}
	return x.to < at
}

// agrees tells whether two openings can live side by side: neither does what the other does not share. One that has no
// access takes no part. // FILE-SMB-12
func agrees(a, b *entry) bool {
	if a.access == 0 || b.access == 0 {
		return true
	}
	return a.access&^b.share == 0 && b.access&^a.share == 0
}
