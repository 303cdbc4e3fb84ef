package workload

import (
	"strings"
	"sync/atomic"

	"ifmatch/loadgen/history"
)

// version is what somebody in the run was told about the state of a resource. It
// is never changed once it is published.
type version struct {
	text   string        // the ETag as it is named in a condition; "" if the resource is absent
	token  history.Token // the same; None if the resource is absent
	value  uint64        // its contents, 0 if nobody has seen them
	before history.Token // the version that it replaced, None if unknown
	invoke int64         // the exchange that told it: the version was current
	ret    int64         // at some moment between invoke and ret
}

// newest is the newest version of one resource that anybody in the run was told
// of. It may be used by several goroutines at once.
type newest struct{ at atomic.Pointer[version] }

// get returns the newest version, nil if nobody knows one.
func (n *newest) get() *version { return n.at.Load() }

// present returns the newest version unless the resource is absent or unknown.
func (n *newest) present() *version {
	if v := n.at.Load(); v != nil && v.token != history.None {
		return v
	}
	return nil
}

// or is the newest version of a resource that is present, else v.
func (n *newest) or(v *version) *version {
	if known := n.present(); known != nil {
		return known
	}
	return v
}

// see takes in what an exchange told: that the version with this tag was current
// at some moment of it, and which one it replaced, if that is known. An empty tag
// says that the resource was absent. text need not outlive the call.
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

// absent takes in that the resource was not there.
func (n *newest) absent(x *Exchange) { n.see(x, "", history.None, 0, history.None) }

// seen is the version that a read saw, to be named later.
func (n *newest) seen(x *Exchange, e history.Event) *version {
	if v := n.present(); v != nil && v.token == e.Tag {
		return v
	}
	return &version{text: strings.Clone(field(x.Reply.Header, "ETag")), token: e.Tag, value: e.Value, invoke: x.Invoke, ret: x.Return}
}

// deleted takes in the answer to a deletion, which should be success.
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

// newerThan tells whether v is to be believed rather than known. Time decides where
// it can, even against what is known to have replaced v: a service that lost the
// write it acknowledged goes on with the older version, and so must the clients, or
// they name for ever what nobody has. Then replacement decides. Of two exchanges
// that overlapped, the one that ended later wins: a wrong guess costs somebody a
// refused condition, and the read that follows is surely later.
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
