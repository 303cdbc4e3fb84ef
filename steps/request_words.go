package steps

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// condition fills one conditional header.
func (w *world) condition(a *actor, t *thing, name, words string, into map[string]**string) error {
	if words == cell.Absent {
		return nil
	}
	words = cell.Meets(name, words)
	var value string
	var err error
	if strings.HasSuffix(name, "Since") {
		value, err = w.date(a, t, words)
	} else {
		value, err = w.etags(a, t, words)
	}
	if err != nil {
		return err
	}
	*into[name] = &value
	return nil
}

// etags says what an ETag word is on the wire right now.
func (w *world) etags(a *actor, t *thing, words string) (string, error) {
	list, err := cell.ParseETags(words)
	if err != nil {
		return "", miswritten("%v", err)
	}
	var out []string
	for _, e := range list {
		tag, err := w.etag(a, t, e.Word)
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

func (w *world) etag(a *actor, t *thing, word string) (string, error) {
	switch word {
	case "*":
		return "*", nil
	case "garbage":
		return `"garbage"`, nil
	case "empty":
		return "", nil
	case "other":
		if t.res.Kind == ops.Entity {
			return fmt.Sprintf(`W/"datetime'1970-01-01T00%%3A00%%3A00.%07dZ'"`, w.rand.Uint64()%1e6*10+1), nil
		}
		// Of the service's own form, but never given out.
		return fmt.Sprintf(`"0x8D%013X"`, w.rand.Uint64()>>12|1), nil
	case "remembered":
		m, ok := a.seen[t]
		if !ok || m.etag == "" {
			return "", miswritten("%s has read no ETag of the %s", a.name, t.label)
		}
		return m.etag, nil
	case "current":
		if n := len(t.etags); n > 0 {
			return t.etags[n-1], nil
		}
	case "stale":
		if n := len(t.etags); n > 1 {
			return t.etags[n-2], nil
		} else if n == 1 {
			return "", blocked("name a stale ETag of the "+t.label, fmt.Errorf("all its versions had %s", t.etags[0]))
		}
	}
	return "", miswritten("the %s has no %s ETag", t.label, word)
}

// date says what a date word is on the wire, relative to the Last-Modified that
// the resource had when the scenario last looked.
func (w *world) date(a *actor, t *thing, word string) (string, error) {
	word, err := cell.ParseDate(word)
	if err != nil {
		return "", miswritten("%v", err)
	}
	now := w.session.Clock.Now().UTC()
	base := now
	if t.now != nil && !t.now.LastModified.IsZero() {
		base = t.now.LastModified.UTC()
	}
	at := map[string]time.Time{cell.Earlier: base.Add(-time.Hour), cell.Same: base, cell.Later: base.Add(time.Second),
		cell.Yesterday: now.Add(-24 * time.Hour), cell.Tomorrow: now.Add(24 * time.Hour)}
	switch word {
	case cell.Remembered:
		if m := a.seen[t]; m.lastModified != "" {
			return m.lastModified, nil
		}
		return "", miswritten("%s has read no Last-Modified of the %s", a.name, t.label)
	case cell.Garbage:
		return "null", nil
	case cell.TwoDates:
		return base.Format(http.TimeFormat) + "," + base.Add(-time.Hour).Format(http.TimeFormat), nil
	}
	return at[word].Format(http.TimeFormat), nil
}

// leaseID turns a letter into the id it stands for. "granted" is the id that
// this client was last given, "other" one that nobody has.
func (w *world) leaseID(a *actor, t *thing, word string, into **string) error {
	form := ""
	if f := strings.Fields(word); len(f) == 2 {
		word, form = f[0], f[1]
	}
	id, ok := w.leases[word]
	switch {
	case ok:
	case word == "other":
		id = w.guid()
	case word == "granted":
		if id = a.seen[t].lease; id == "" {
			return miswritten("%s was granted no lease", a.name)
		}
	case word == "malformed":
		id = "invalid"
	default:
		return miswritten("%q is no lease id: want A, B, C, granted, other or malformed", word)
	}
	switch form {
	case "":
	case "upper-case":
		id = strings.ToUpper(id)
	case "bare":
		id = strings.ReplaceAll(id, "-", "")
	case "braced":
		id = "{" + id + "}"
	case "parenthesised":
		id = "(" + id + ")"
	default:
		return miswritten("%q is no notation of a GUID", form)
	}
	*into = &id
	return nil
}

// policy reads the stored access policies of a container or table: a name, or none.
func (w *world) policy(t *thing, v string, req *ops.Request) error {
	req.Policies = []ops.Policy{}
	if v == "none" {
		return nil
	}
	now := w.session.Clock.Now().UTC().Truncate(time.Second)
	permission := "rl"
	if t != nil && (t.res.Kind == ops.Table || t.res.Kind == ops.Queue) {
		permission = "r"
	}
	req.Policies = append(req.Policies, ops.Policy{ID: unquote(v), Start: now.Add(-time.Hour), Expiry: now.Add(time.Hour), Permission: permission})
	return nil
}

func byteRange(v string, req *ops.Request) error {
	from, to, ok := strings.Cut(v, "-")
	f, err1 := strconv.ParseInt(from, 10, 64)
	l, err2 := strconv.ParseInt(to, 10, 64)
	if !ok || err1 != nil || err2 != nil || l < f {
		return miswritten("range %q is not of the form 0-511", v)
	}
	req.Offset, req.Count = f, l-f+1
	return nil
}

func number(v string, into **int64) error {
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil {
		return miswritten("%q is not a whole number", v)
	}
	*into = &n
	return nil
}

func unquote(s string) string { return strings.Trim(s, `"`) }

func ptr[T any](v T) *T { return &v }
