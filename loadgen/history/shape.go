package history

// shape is what many events have in common: how they ended, and which of their fields must
// be written. A block defines each of its shapes once, and an event names its shape in one
// byte.
type shape struct {
	op, outcome, flags byte
	fields             fields
	status, code, name uint16
}

// fields say how the other parts of an event are written. A part without any of these bits
// is zero.
type fields uint32

const (
	nextSeq     fields = 1 << iota // Client as before, Seq one more; otherwise both are written
	sameKey                        // Key as before
	sameTimes                      // Intended, Invoke and Return as before
	planned                        // Intended is written, as a distance from Invoke; otherwise they are equal
	openEnd                        // Return is Open; otherwise it is written, as a distance from Invoke
	hasIf                          // If is written, as a distance from the last tag
	ifPrevious                     // If is the Tag of the event before
	hasTag                         // Tag is written, as a distance from the last tag
	tagIsIf                        // Tag is If
	hasLease                       // Lease is written, as a distance from the last lease
	sameLease                      // Lease is the last lease
	hasNext                        // Next is written, as a distance from the last lease
	hasValue                       // the client of Value is written, and the distance of its Seq from the event's
	ownValue                       // Value is made of Client and Seq
	hasGroup                       // Group is written, as a distance from the last group
	sameGroup                      // Group is the last group
	hasArg                         //
	sameArg                        // Arg is the last one
	hasGot                         //
	knownFields = 1<<iota - 1
)

// trail is what the parts of an event are written as distances from. Actors work on one
// thing at a time, and tags are counted up, so most distances are short.
type trail struct {
	before     Event // the event before
	tag, lease Token
	group      uint64
	arg        int64
}

// since is the time from which the next invocation is counted.
func (t *trail) since() int64 {
	if t.before.Return == Open {
		return t.before.Invoke
	}
	return t.before.Return
}

// follow makes an event the one before.
func (t *trail) follow(e *Event) {
	t.before = *e
	if e.If != None {
		t.tag = e.If
	}
	if e.Tag != None {
		t.tag = e.Tag
	}
	if e.Lease != None {
		t.lease = e.Lease
	}
	if e.Group != 0 {
		t.group = e.Group
	}
	if e.Arg != 0 {
		t.arg = e.Arg
	}
}

// fieldsOf says how to write an event.
func (t *trail) fieldsOf(e *Event) fields {
	var f fields
	b := &t.before
	if e.Client == b.Client && e.Seq == b.Seq+1 {
		f |= nextSeq
	}
	if e.Key == b.Key {
		f |= sameKey
	}
	if e.Invoke == b.Invoke && e.Return == b.Return && e.Intended == b.Intended {
		f |= sameTimes
	} else {
		if e.Intended != e.Invoke {
			f |= planned
		}
		if e.Return == Open {
			f |= openEnd
		}
	}
	switch {
	case e.If == None:
	case e.If == b.Tag:
		f |= ifPrevious
	default:
		f |= hasIf
	}
	switch {
	case e.Tag == None:
	case e.Tag == e.If:
		f |= tagIsIf
	default:
		f |= hasTag
	}
	switch {
	case e.Lease == None:
	case e.Lease == t.lease:
		f |= sameLease
	default:
		f |= hasLease
	}
	if e.Next != None {
		f |= hasNext
	}
	switch e.Value {
	case 0:
	case ValueOf(e.Client, e.Seq):
		f |= ownValue
	default:
		f |= hasValue
	}
	switch e.Group {
	case 0:
	case t.group:
		f |= sameGroup
	default:
		f |= hasGroup
	}
	switch e.Arg {
	case 0:
	case t.arg:
		f |= sameArg
	default:
		f |= hasArg
	}
	if e.Got != 0 {
		f |= hasGot
	}
	return f
}
