package main

import (
	"strings"

	"ifmatch/loadgen/history"
)

// The definition, as docs/checker.md publishes it: a resource is nothing, or a version with an ETag and contents.

// state is what the resource is.
type state struct {
	there  bool
	tag    history.Token // None: nobody was told yet
	value  uint64        // 0: not known
	length int64         // of an append blob
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
	never                  // contents that nobody wrote
)

func (v *verifier) meaning(e *history.Event) meaning {
	condition := e.Status == 0 || e.Status == 409 || e.Status == 412
	names := e.If != history.None && e.Flags&history.IfNoneMatch == 0
	switch e.Op {
	case history.Read:
		switch {
		case e.Outcome == history.Absent:
			return missed
		case v.appended && e.Outcome == history.Won && (e.Status == 304 || e.If != history.None && e.Tag == e.If && e.Value == 0 && e.Got == 0):
			return nothing // it shows no length
		case e.Outcome == history.Lost && names && condition && !v.appended:
			return other
		case e.Outcome != history.Won:
			return nothing
		case e.Flags&history.Torn != 0:
			return never
		case e.Tag == history.None && e.Value == 0 && !v.appended:
			return found
		}
		return shows
	case history.Write, history.Swap, history.Create, history.Delete, history.Append:
	default:
		return nothing
	}
	switch {
	case e.Outcome == history.Won:
		return done
	case e.Outcome.Uncertain():
		return perhaps
	case e.Outcome == history.Absent && e.Op != history.Create:
		return missed
	case e.Outcome != history.Lost || !condition:
		return nothing
	case e.Op == history.Create:
		return found
	case e.Op != history.Write && e.If != history.None:
		return other
	}
	return nothing
}

// positions reads the positions that appends name.
var positions = history.NewDictionary("00000000")

// follows reports whether an operation can have its answer now, and lets it take effect.
func (v *verifier) follows(e *history.Event) bool {
	switch v.meaning(e) {
	case shows:
		return v.shown(e)
	case found:
		return v.now.there
	case missed:
		return !v.now.there
	case other:
		if at, ok := positions.Number(e.If); v.appended && ok {
			return !v.now.there || v.now.length != at
		}
		return !v.now.there || v.now.tag != e.If
	case done, perhaps:
		return v.allowed(e) && v.becomes(e)
	}
	return false
}

// shown reports whether a read shows the current version. It may tell what was not known of it.
func (v *verifier) shown(e *history.Event) bool {
	ignored := e.If != history.None && e.Flags&history.IfNoneMatch == 0 && e.Tag != e.If && strings.HasPrefix(v.name, "blob ")
	switch {
	case !v.now.there || ignored || e.Tag != history.None && !v.named(e.Tag):
		return false
	case v.appended:
		return e.Got == v.now.length && (e.Flags&history.Tail == 0 || e.Value == 0 || e.Value == v.now.value)
	case e.Value != 0 && v.now.value == 0:
		v.now.value = e.Value
	}
	return e.Value == 0 || e.Value == v.now.value
}

// named reports whether the current version has an ETag: the one that it is known by, or a new one if nobody was told it.
func (v *verifier) named(tag history.Token) bool {
	if v.now.tag == history.None && !v.used[tag] {
		v.now.tag, v.used[tag] = tag, true
	}
	return v.now.tag == tag
}

// allowed reports whether a write can take effect now.
func (v *verifier) allowed(e *history.Event) bool {
	switch {
	case e.Op == history.Create:
		return !v.now.there
	case e.Op == history.Append:
		at, ok := positions.Number(e.If)
		asked := e.If == history.None || ok && at == v.now.length
		return v.now.there && asked && (e.Outcome != history.Won || e.Got == v.now.length)
	case e.Op == history.Write:
		return true
	case e.If != history.None:
		return v.now.there && v.named(e.If)
	}
	return v.now.there
}

// becomes lets a write take effect. Its version must have an ETag of its own.
func (v *verifier) becomes(e *history.Event) bool {
	if e.Op == history.Delete {
		v.now = state{}
		return true
	}
	length := v.now.length + e.Arg
	if e.Op != history.Append {
		length = 0
	}
	v.now = state{there: true, value: e.Value, length: length}
	return e.Outcome != history.Won || e.Tag == history.None || v.named(e.Tag)
}
