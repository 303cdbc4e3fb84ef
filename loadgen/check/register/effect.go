package register

import "ifmatch/loadgen/history"

// effect is what an event proves about the resource.
type effect uint8

const (
	nothing  effect = iota
	sight           // the version Tag was current
	sawThere        // something was there
	sawGone         // nothing was there
	sawOther        // the version If was not current
	torn            // the body is one that no single write sent
	wrote           // a write that took effect
	may             // a write that may have taken effect
	kept            // a write that had no effect
)

// effectOf classifies an event. An answer that is due to a lease, or that the protocol
// does not allow, is no evidence about any version.
func effectOf(e *history.Event) effect {
	switch e.Op {
	case history.Read:
		return effectOfRead(e)
	case history.Write, history.Swap, history.Create, history.Delete:
	default:
		return nothing
	}
	switch e.Outcome {
	case history.Won:
		return wrote
	case history.Unknown, history.Throttled:
		return may
	case history.Absent:
		if e.Op != history.Create { // after a create, the parent is missing
			return sawGone
		}
	case history.Lost:
		switch {
		case !conditional(e): // InvalidBlockList and the like
		case e.Op == history.Create:
			return sawThere
		case e.Op != history.Write && e.If != history.None:
			return sawOther
		}
	}
	return kept
}

func effectOfRead(e *history.Event) effect {
	switch e.Outcome {
	case history.Won:
		switch {
		case e.Flags&history.Torn != 0:
			return torn
		case e.Tag == history.None && e.Value == 0:
			return sawThere
		}
		return sight
	case history.Absent:
		return sawGone
	case history.Lost:
		if e.If != history.None && e.Flags&history.IfNoneMatch == 0 && conditional(e) {
			return sawOther
		}
	}
	return nothing
}

// conditional reports whether a lost operation was lost to its own condition. It goes by
// the status, if the event has one.
func conditional(e *history.Event) bool {
	return e.Status == 0 || e.Status == 412 || e.Status == 409
}

// names reports whether a write takes effect only on the version If.
func names(e *history.Event) bool {
	return e.If != history.None && (e.Op == history.Swap || e.Op == history.Delete)
}
