package workload

import (
	"strings"
	"sync/atomic"

	"ifmatch/loadgen/history"
)

// version is a state of a resource that the run received. It never changes once it
// is published.
type version struct {
	text   string        // the ETag as named in a condition; "" if the resource is absent
	token  history.Token // the same; None if the resource is absent
	value  uint64        // its contents, 0 if unknown
	before history.Token // the version that it replaced, None if unknown
	invoke int64         // of the exchange that showed it: the version was current
	ret    int64         // at some moment between invoke and ret
}

// newest is the newest version of one resource that the run received. Several
// goroutines may use it at once.
type newest struct{ at atomic.Pointer[version] }

// get returns the newest version, nil if none is known.
func (n *newest) get() *version { return n.at.Load() }

// present returns the newest version, nil if the resource is absent or unknown.
func (n *newest) present() *version {
	if v := n.at.Load(); v != nil && v.token != history.None {
		return v
	}
	return nil
}

// or returns the newest version of a resource that is present, otherwise v.
func (n *newest) or(v *version) *version {
	if known := n.present(); known != nil {
		return known
	}
	return v
}

// see notes what an exchange showed: the version with this tag was current at some
// moment of it. before is the version that it replaced, if known. An empty tag
// means that the resource was absent. text need not outlive the call.
func (n *newest) see(x *Exchange, text string, token history.Token, value uint64, before history.Token) {
	told := version{token: token, value: value, before: before, invoke: x.Invoke, ret: x.Return}
	for {
		known := n.at.Load()
		if known != nil && !told.newerThan(known) {
			return
		}
		v := told // moves to the heap only when there is news
		v.text = strings.Clone(text)
		if n.at.CompareAndSwap(known, &v) {
			return
		}
	}
}

// absent notes that the resource was not there.
func (n *newest) absent(x *Exchange) { n.see(x, "", history.None, 0, history.None) }

// seen returns the version that a read saw, to be named later.
func (n *newest) seen(x *Exchange, e history.Event) *version {
	if v := n.present(); v != nil && v.token == e.Tag {
		return v
	}
	return &version{text: strings.Clone(field(x.Reply.Header, "ETag")), token: e.Tag, value: e.Value, invoke: x.Invoke, ret: x.Return}
}

// deleted notes the answer to a deletion; success is the documented status.
func (n *newest) deleted(x *Exchange, e history.Event, book *history.Dictionary, success uint16) history.Event {
	switch {
	case e.Outcome == history.Absent:
		n.absent(x)
	case e.Outcome != history.Won:
	case e.Status != success:
		irregular(book, &e, unexpectedStatus)
	default:
		n.see(x, "", history.None, 0, e.If)
	}
	return e
}

// newerThan reports whether v replaces known as the newest version. Time decides
// where it can, even if known is said to have replaced v. A service that lost an
// acknowledged write continues with the older version, and so must the clients;
// otherwise they would name an ETag forever that no longer exists. Next,
// replacement decides. When two exchanges overlap, the one that ended later wins: a
// wrong guess costs one refused condition, and the read that follows is surely
// later.
func (v *version) newerThan(known *version) bool {
	switch {
	case v.token == known.token && v.token != history.None:
		return false // versions do not come back
	case v.invoke > known.ret:
		return true
	case v.token != history.None && v.before != history.None && v.before == known.token:
		return true
	case v.token != history.None && known.before == v.token:
		return false
	case known.invoke > v.ret:
		return false
	}
	return v.ret > known.ret
}
