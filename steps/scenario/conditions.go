package scenario

import (
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Condition makes the term of a conditional header of requests of type R. It concerns the
// resource that the request addresses, or, with a label, another resource.
func Condition[R Request](key, header, label, means string, field func(R) **string) Term {
	type onWire func(q *Asking, t *Resource) (string, error) // nil: the header is absent
	values, read := words.ETagValues, func(s string) (onWire, error) {
		list, err := words.ParseETags(words.Meets(header, s))
		if list == nil {
			return nil, err
		}
		return func(q *Asking, t *Resource) (string, error) { return q.ETags(t, list) }, nil
	}
	if strings.HasSuffix(header, "Since") {
		values, read = words.DateValues, func(s string) (onWire, error) {
			word, err := words.ParseDate(words.Meets(header, s))
			if word == words.Absent {
				return nil, err
			}
			return func(q *Asking, t *Resource) (string, error) { return q.date(t, word) }, err
		}
	}
	return NewTerm(key, values, means, read, func(q *Asking, req R, on onWire) (err error) {
		if on == nil {
			return nil
		}
		t := q.Resource
		if label != "" {
			t, err = q.World.Resources.Named(label)
		}
		if err == nil {
			var text string
			text, err = on(q, t)
			*field(req) = &text
		}
		return err
	})
}

// Conditions are the terms of the conditional headers that concern the addressed resource.
func Conditions[R Request](means string) []Term {
	return []Term{
		Condition("If-Match", "If-Match", "", means, func(r R) **string { return &r.Common().IfMatch }),
		Condition("If-None-Match", "If-None-Match", "", means, func(r R) **string { return &r.Common().IfNoneMatch }),
		Condition("If-Modified-Since", "If-Modified-Since", "", means, func(r R) **string { return &r.Common().IfModifiedSince }),
		Condition("If-Unmodified-Since", "If-Unmodified-Since", "", means, func(r R) **string { return &r.Common().IfUnmodifiedSince }),
	}
}

// ETags turns ETag words into what they are on the wire right now, for t as the client sees it.
func (q *Asking) ETags(t *Resource, list []words.ETag) (string, error) {
	var out []string
	for _, e := range list {
		tag, err := q.etag(t, e.Word)
		if err != nil {
			return "", err
		}
		if e.Unquoted {
			tag = strings.Trim(tag, `"`)
		}
		if e.Weak {
			tag = "W/" + tag
		}
		out = append(out, tag)
	}
	return strings.Join(out, ","), nil
}

func (q *Asking) etag(t *Resource, word string) (string, error) {
	switch word {
	case "*":
		return "*", nil
	case "garbage":
		return `"garbage"`, nil
	case "empty":
		return "", nil
	case "other":
		return t.Kind.Foreign(q.World.Rand.Uint64()), nil
	case "remembered":
		m, ok := q.Actor.Seen[t]
		if !ok || m.ETag == "" {
			if err := q.World.Findings.Unshown(FieldETag); err != nil {
				return "", err
			}
			return "", verdict.Miswritten("%s has read no ETag of the %s", q.Actor.Name, t.Label)
		}
		return m.ETag, nil
	case "current":
		if e := t.Current(); e != "" {
			return e, nil
		}
		if err := t.lacksETag(); err != nil {
			return "", err
		}
	case "stale":
		if n := len(t.ETags); n > 1 {
			return t.ETags[n-2], nil
		} else if err := t.lacksETag(); err != nil {
			return "", err
		} else if n == 1 {
			return "", verdict.Blocked("name a stale ETag of the "+t.Label, fmt.Errorf("all its versions had %s", t.ETags[0]))
		}
	}
	return "", verdict.Miswritten("the %s has no %s ETag", t.Label, word)
}

// date turns a date word into what it is on the wire, relative to the Last-Modified that the
// scenario last read.
func (q *Asking) date(t *Resource, word string) (string, error) {
	now := q.World.Session.Clock.Now().UTC()
	base := now
	if t.Now != nil && !t.Now.Common().LastModified.IsZero() {
		base = t.Now.Common().LastModified.UTC()
	}
	at := map[string]time.Time{words.Earlier: base.Add(-time.Hour), words.Same: base, words.Later: base.Add(time.Second),
		words.Yesterday: now.Add(-24 * time.Hour), words.Tomorrow: now.Add(24 * time.Hour)}
	switch word {
	case words.Remembered:
		if m := q.Actor.Seen[t]; m.LastModified != "" {
			return m.LastModified, nil
		}
		if err := q.World.Findings.Unshown(FieldLastModified); err != nil {
			return "", err
		}
		return "", verdict.Miswritten("%s has read no Last-Modified of the %s", q.Actor.Name, t.Label)
	case words.Garbage:
		return "null", nil
	case words.TwoDates:
		return base.Format(http.TimeFormat) + "," + base.Add(-time.Hour).Format(http.TimeFormat), nil
	}
	return at[word].Format(http.TimeFormat), nil
}

// PolicyTerm makes the term for stored access policies: their names, or none. Each policy
// grants the permission from an hour before to an hour after the target's now.
func PolicyTerm[R Request](key, values, permission string, names func(words string) []string) Term {
	return NewTerm(key, values, "the stored access policies to set, each valid from an hour ago for two hours", AsText,
		func(q *Asking, req R, v string) error {
			b := req.Common()
			b.Policies = []Policy{}
			if v == "none" {
				return nil
			}
			now := q.World.Session.Clock.Now().UTC().Truncate(time.Second)
			for _, id := range names(words.Unquote(v)) {
				b.Policies = append(b.Policies, Policy{ID: id, Start: now.Add(-time.Hour), Expiry: now.Add(time.Hour), Permission: permission})
			}
			return nil
		})
}

// MetadataTerm makes the term for metadata.
func MetadataTerm[R Request](means string) Term {
	pair := ReadPair("metadata")
	return ValueTerm("metadata", `"key=value", or nothing`, means, func(s string) (map[string]string, error) {
		if s == "nothing" {
			return map[string]string{}, nil // removes all metadata
		}
		kv, err := pair(s)
		return map[string]string{kv[0]: kv[1]}, err
	}, func(req R, m map[string]string) { req.Common().Metadata = maps.Clone(m) })
}

// SourceTerm makes a term that is the name of a resource of the scenario.
func SourceTerm[R Request](key, values, means string, set func(req R, r Address)) Term {
	return NewTerm(key, values, means, AsText, func(q *Asking, req R, v string) error {
		t, err := q.World.Resources.Named(v)
		if err == nil {
			set(req, t.Address)
		}
		return err
	})
}

// ReadPair reads a value of the form "key=value".
func ReadPair(what string) func(string) ([2]string, error) {
	return func(s string) ([2]string, error) {
		key, value, ok := strings.Cut(words.Unquote(s), "=")
		if !ok {
			return [2]string{}, fmt.Errorf("%s %q: want the form key=value", what, s)
		}
		return [2]string{key, value}, nil
	}
}

// ReadNumber reads a whole number.
func ReadNumber(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number", s)
	}
	return n, nil
}

// CheckNumber refuses anything but a whole number.
func CheckNumber(s string) error {
	_, err := ReadNumber(s)
	return err
}
