package main

import "ifmatch/loadgen/history"

// state of a resource: nothing, or a version with an ETag (None: nobody was told yet) and contents (0: not known).
type state struct {
	there  bool
	tag    history.Token
	value  uint64
	length int64 // an append blob is its length
}

// versions are the definition of a resource that has them.
type versions struct {
	timer
	blob, appended bool
	now            state
	used           map[history.Token]bool // ETags that it had
}

// positions reads the positions that appends name.
var positions = history.NewDictionary("00000000")

func (v *versions) meaning(e *history.Event) meaning {
	lost := e.Outcome == history.Lost && (e.Status == 0 || e.Status == 409 || e.Status == 412)
	pure := e.Status == 304 || e.If != history.None && e.Tag == e.If && e.Value == 0 && e.Got == 0
	switch {
	case e.Op > history.Append, v.appended && e.Op == history.Read && (lost || e.Outcome == history.Won && pure): // it shows no length
	case e.Outcome == history.Won, e.Outcome == history.Absent && e.Op != history.Create, lost && (e.Op == history.Create || names(e)):
		return certain
	case e.Op != history.Read && e.Outcome.Uncertain():
		return perhaps
	}
	return nothing
}

func names(e *history.Event) bool {
	return e.If != history.None && e.Flags&history.IfNoneMatch == 0 && e.Op != history.Write
}

func (v *versions) follows(e *history.Event, _ int64) bool {
	at, ok := positions.Number(e.If)
	whole := e.Op != history.Read && e.Op != history.Append
	switch now := &v.now; {
	case e.Outcome == history.Absent:
		return !now.there
	case e.Op == history.Create && e.Outcome == history.Lost, e.Op == history.Read && e.Outcome == history.Won && e.Tag == history.None && e.Value == 0 && e.Flags&history.Torn == 0 && !v.appended:
		return now.there
	case e.Outcome == history.Lost:
		return !now.there || now.tag != e.If && !(v.appended && ok && at == now.length)
	case e.Op == history.Read:
		return v.shows(e)
	case e.Op == history.Create && now.there, e.Op != history.Create && e.Op != history.Write && !now.there, whole && e.Op != history.Create && names(e) && !v.named(e.If),
		e.Op == history.Append && (e.If != history.None && (!ok || at != now.length) || e.Outcome == history.Won && e.Got != now.length):
		return false
	case e.Op == history.Delete:
		*now = state{}
		return true
	case whole:
		now.length = -e.Arg
	}
	v.now = state{there: true, value: e.Value, length: v.now.length + e.Arg}
	return e.Outcome != history.Won || e.Tag == history.None || v.named(e.Tag)
}

// shows reports whether a read shows the current version. It may tell what was not known of it.
func (v *versions) shows(e *history.Event) bool {
	switch {
	case !v.now.there, names(e) && e.Tag != e.If && v.blob, e.Flags&history.Torn != 0, e.Tag != history.None && !v.named(e.Tag):
		return false
	case v.appended:
		return e.Got == v.now.length && (e.Flags&history.Tail == 0 || e.Value == 0 || e.Value == v.now.value)
	case v.now.value == 0:
		v.now.value = e.Value
	}
	return e.Value == 0 || e.Value == v.now.value
}

// named reports whether the current version has an ETag: the one that it is known by, or a new one if nobody was told it.
func (v *versions) named(tag history.Token) bool {
	if v.now.tag == history.None && !v.used[tag] {
		v.now.tag, v.used[tag] = tag, true
	}
	return v.now.tag == tag
}
