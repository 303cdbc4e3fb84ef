package main

import (
	"strings"

	"ifmatch/loadgen/history"
)

// The definition, as docs/proofs.md publishes it: a resource is nothing, or a version with an ETag and contents. An append
// blob is its length.
type state struct {
	there  bool
	tag    history.Token // None: nobody was told yet
	value  uint64        // 0: not known
	length int64
}

// resource is what is being followed.
type resource struct {
	name     string // "": none
	appended bool   // it is an append blob
	now      state
	used     map[history.Token]bool // ETags that it had
}

// meaning is what an operation demands.
type meaning uint8

const (
	nothing meaning = iota // an answer that is due to something else
	shows                  // the version that it shows was current
	found                  // something was there
	missed                 // nothing was there
	other                  // what it named was not current
	done                   // a write took effect
	perhaps                // a write may have taken effect
)

func (v *resource) meaning(e *history.Event) meaning {
	read, won := e.Op == history.Read, e.Outcome == history.Won
	writes := e.Op == history.Write || e.Op == history.Swap || e.Op == history.Create || e.Op == history.Delete || e.Op == history.Append
	names := e.If != history.None && e.Flags&history.IfNoneMatch == 0 && e.Op != history.Write
	lost := e.Outcome == history.Lost && (e.Status == 0 || e.Status == 409 || e.Status == 412)
	switch {
	case !read && !writes:
	case v.appended && read && (lost || won && (e.Status == 304 || e.If != history.None && e.Tag == e.If && e.Value == 0 && e.Got == 0)):
		// It shows no length.
	case e.Outcome == history.Absent && e.Op != history.Create:
		return missed
	case read && won && e.Tag == history.None && e.Value == 0 && e.Flags&history.Torn == 0 && !v.appended, lost && e.Op == history.Create:
		return found
	case read && won:
		return shows
	case lost && names:
		return other
	case won:
		return done
	case writes && e.Outcome.Uncertain():
		return perhaps
	}
	return nothing
}

// positions reads the positions that appends name.
var positions = history.NewDictionary("00000000")

// follows reports whether an operation can have its answer now, and lets it take effect.
func (v *resource) follows(e *history.Event) bool {
	switch v.meaning(e) {
	case shows:
		return v.shown(e)
	case found, missed:
		return v.now.there == (v.meaning(e) == found)
	case other:
		at, ok := positions.Number(e.If)
		return !v.now.there || v.now.tag != e.If && !(v.appended && ok && at == v.now.length)
	case done, perhaps:
		return v.allowed(e) && v.becomes(e)
	}
	return false
}

// shown reports whether a read shows the current version. It may tell what was not known of it.
func (v *resource) shown(e *history.Event) bool {
	ignored := e.If != history.None && e.Flags&history.IfNoneMatch == 0 && e.Tag != e.If && strings.HasPrefix(v.name, "blob ")
	switch {
	case !v.now.there || ignored || e.Flags&history.Torn != 0 || e.Tag != history.None && !v.named(e.Tag):
		return false
	case v.appended:
		return e.Got == v.now.length && (e.Flags&history.Tail == 0 || e.Value == 0 || e.Value == v.now.value)
	case v.now.value == 0:
		v.now.value = e.Value
	}
	return e.Value == 0 || e.Value == v.now.value
}

// named reports whether the current version has an ETag: the one that it is known by, or a new one if nobody was told it.
func (v *resource) named(tag history.Token) bool {
	if v.now.tag == history.None && !v.used[tag] {
		v.now.tag, v.used[tag] = tag, true
	}
	return v.now.tag == tag
}

// allowed reports whether a write can take effect now.
func (v *resource) allowed(e *history.Event) bool {
	switch at, ok := positions.Number(e.If); {
	case e.Op == history.Create:
		return !v.now.there
	case e.Op == history.Append && (e.If != history.None && (!ok || at != v.now.length) || e.Outcome == history.Won && e.Got != v.now.length):
		return false
	case e.Op == history.Write, e.Op == history.Append, e.If == history.None:
		return v.now.there || e.Op == history.Write
	}
	return v.now.there && v.named(e.If)
}

// becomes lets a write take effect. Its version must have an ETag of its own.
func (v *resource) becomes(e *history.Event) bool {
	if e.Op == history.Delete {
		v.now = state{}
		return true
	}
	v.now = state{there: true, value: e.Value, length: v.now.length + e.Arg}
	if e.Op != history.Append {
		v.now.length = 0
	}
	return e.Outcome != history.Won || e.Tag == history.None || v.named(e.Tag)
}
