package condition

import (
	"errors"
	"strings"
	"time"
)

// ErrSeveralDates means that If-Modified-Since or If-Unmodified-Since was given more than one value. // BLOB-COND-19c
var ErrSeveralDates = errors.New("more than one date in a conditional header, send one")

// Parse reads the accepted ones of the four headers; each is given as all of its lines. The other headers may hold any
// text. Blank values count as absent, and so does a date that cannot be read. // CONT-TAB-14 BLOB-COND-16
func Parse(accepted Kinds, match, noneMatch, modifiedSince, unmodifiedSince []string) (Set, error) {
	var s Set
	if accepted&Match != 0 {
		if s.Match = ParseTags(match); len(s.Match) > 0 {
			s.Present |= Match
		}
	}
	if accepted&NoneMatch != 0 {
		if s.NoneMatch = ParseTags(noneMatch); len(s.NoneMatch) > 0 {
			s.Present |= NoneMatch
		}
	}
	if accepted&ModifiedSince == 0 {
		modifiedSince = nil
	}
	if accepted&UnmodifiedSince == 0 {
		unmodifiedSince = nil
	}
	if err := s.date(ModifiedSince, modifiedSince, &s.ModifiedSince); err != nil {
		return Set{}, err
	}
	if err := s.date(UnmodifiedSince, unmodifiedSince, &s.UnmodifiedSince); err != nil {
		return Set{}, err
	}
	return s, nil
}

func (s *Set) date(kind Kind, lines []string, into *time.Time) error {
	if len(lines) == 0 {
		return nil
	}
	if len(lines) > 1 || severalDates(lines[0]) {
		return ErrSeveralDates
	}
	if t, ok := ParseDate(lines[0]); ok {
		*into = t
		s.Present |= kind
	}
	return nil
}

// dateLayouts are the three date formats of HTTP. Servers must read them all and send the first.
var dateLayouts = [...]string{"Mon, 02 Jan 2006 15:04:05 GMT", "Monday, 02-Jan-06 15:04:05 GMT", time.ANSIC}

// ParseDate reads one HTTP date. // BLOB-COND-12
func ParseDate(v string) (time.Time, bool) {
	v = strings.TrimSpace(v)
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, v); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// severalDates reports whether a value is a list of dates. A date itself holds a comma after its day. The value is
// therefore cut after the first "GMT", which must be followed by a comma in a list.
func severalDates(v string) bool {
	first, rest, cut := strings.Cut(v, "GMT")
	if !cut || !strings.HasPrefix(strings.TrimSpace(rest), ",") {
		return false
	}
	_, ok := ParseDate(first + "GMT")
	return ok
}

// ParseTags reads the lines of If-Match or If-None-Match: tags separated by commas, each with or without quotes, or the
// wildcard. Nothing is malformed: text that cannot be a tag of the service becomes a tag that matches nothing.
// // BLOB-COND-09 BLOB-COND-10
func ParseTags(lines []string) []Tag {
	var tags []Tag
	for _, line := range lines {
		for line != "" {
			var part string
			part, line = cutTag(line)
			if t, ok := parseTag(part); ok {
				tags = append(tags, t)
			}
		}
	}
	return tags
}

// cutTag cuts at the first comma outside quotes.
func cutTag(s string) (first, rest string) {
	quoted := false
	for i := range len(s) {
		switch s[i] {
		case '"':
			quoted = !quoted
		case ',':
			if !quoted {
				return s[:i], s[i+1:]
			}
		}
	}
	return s, ""
}

func parseTag(s string) (Tag, bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return Tag{}, false
	}
	if s == "*" {
		return Tag{Any: true}, true
	}
	var t Tag
	if rest, weak := strings.CutPrefix(s, "W/"); weak {
		t.Weak, s = true, rest
	}
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		s = s[1 : len(s)-1]
	}
	t.Value = s
	return t, true
}
