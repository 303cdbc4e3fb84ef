package condition

import "time"

// Rules are the meaning of the headers. A usable Rules has all fields set. It is never changed once a server uses it.
type Rules struct {
	// Match and NoneMatch decide whether the header's tags accept the subject.
	Match     func(tags []Tag, s Subject) bool
	NoneMatch func(tags []Tag, s Subject) bool
	// ModifiedSince and UnmodifiedSince compare Last-Modified, in whole seconds, with the header's date.
	ModifiedSince   func(modified, date time.Time) bool
	UnmodifiedSince func(modified, date time.Time) bool
	// Read and Write combine the answers of single headers.
	Read  func(Answers) Outcome
	Write func(Answers) Outcome
	// WriteSets are the combinations that a write may carry: the bit 1<<k is set for each permitted Kinds k.
	WriteSets uint16
}

// Documented returns the rules as the service documents them.
func Documented() Rules {
	return Rules{
		Match:           anyMatches,
		NoneMatch:       func(tags []Tag, s Subject) bool { return !anyMatches(tags, s) },     // BLOB-COND-19b
		ModifiedSince:   func(modified, date time.Time) bool { return modified.After(date) },  // BLOB-COND-03 BLOB-COND-13
		UnmodifiedSince: func(modified, date time.Time) bool { return !modified.After(date) }, // BLOB-COND-04 BLOB-COND-13
		Read:            combineRead,
		Write:           combineWrite,
		WriteSets: sets(None, Match, NoneMatch, ModifiedSince, UnmodifiedSince,
			NoneMatch|ModifiedSince, Match|UnmodifiedSince), // BLOB-COND-25
	}
}

func sets(kinds ...Kinds) (bits uint16) {
	for _, k := range kinds {
		bits |= 1 << k
	}
	return bits
}

// anyMatches makes the strong comparison with each tag of the list. A tag that the service cannot have issued matches
// nothing, and neither does a weak one. // BLOB-COND-10 BLOB-COND-11 BLOB-COND-19a
func anyMatches(tags []Tag, s Subject) bool {
	if !s.Exists {
		return false
	}
	for _, t := range tags {
		if t.Any || (!t.Weak && t.Value == s.ETag) { // BLOB-COND-05
			return true
		}
	}
	return false
}

// combineRead computes IM && IUS && (INM || IMS). The first two fail the precondition; the bracket means not modified.
// This differs from RFC 7232, where If-None-Match overrides If-Modified-Since. // BLOB-COND-17 BLOB-COND-18
func combineRead(a Answers) Outcome {
	if a.Match == Unmet || a.UnmodifiedSince == Unmet {
		return Failed
	}
	fresh := a.NoneMatch == Met || a.ModifiedSince == Met
	if stale := a.NoneMatch == Unmet || a.ModifiedSince == Unmet; stale && !fresh {
		return NotModified
	}
	return Proceed
}

// combineWrite lets an entity tag override the date next to it. // BLOB-COND-23 BLOB-COND-24
func combineWrite(a Answers) Outcome {
	if a.Match != Absent {
		a.UnmodifiedSince = Absent
	}
	if a.NoneMatch != Absent {
		a.ModifiedSince = Absent
	}
	if a.Match == Unmet || a.NoneMatch == Unmet || a.ModifiedSince == Unmet || a.UnmodifiedSince == Unmet {
		return Failed
	}
	return Proceed
}

// CanWrite reports whether a write may carry this set: one of the permitted combinations, with one tag per header.
func (r *Rules) CanWrite(s Set) bool {
	if s.Present == None {
		return true
	}
	return r.WriteSets&(1<<s.Present) != 0 && // BLOB-COND-25
		len(s.Match) <= 1 && len(s.NoneMatch) <= 1 // BLOB-COND-26
}

// ForRead evaluates the set for a read of an existing subject.
func (r *Rules) ForRead(s Set, subject Subject) Outcome {
	if s.Present == None {
		return Proceed
	}
	return r.Read(r.answers(s, subject))
}

// ForWrite evaluates the set for a write. If the subject does not exist, only If-Match can fail, because there is no
// tag to match; the other headers are then ignored. // BLOB-COND-31 BLOB-COND-32
func (r *Rules) ForWrite(s Set, subject Subject) Outcome {
	if s.Present == None {
		return Proceed
	}
	if !subject.Exists {
		s.Present &= Match
	}
	return r.Write(r.answers(s, subject))
}

func (r *Rules) answers(s Set, subject Subject) (a Answers) {
	modified := subject.Modified.Truncate(time.Second) // BLOB-COND-12
	if s.Present&Match != 0 {
		a.Match = answer(r.Match(s.Match, subject)) // BLOB-COND-01
	}
	if s.Present&NoneMatch != 0 {
		a.NoneMatch = answer(r.NoneMatch(s.NoneMatch, subject)) // BLOB-COND-02
	}
	if s.Present&ModifiedSince != 0 {
		a.ModifiedSince = answer(r.ModifiedSince(modified, s.ModifiedSince)) // BLOB-COND-14
	}
	if s.Present&UnmodifiedSince != 0 {
		a.UnmodifiedSince = answer(r.UnmodifiedSince(modified, s.UnmodifiedSince))
	}
	return a
}

func answer(met bool) Answer {
	if met {
		return Met
	}
	return Unmet
}
