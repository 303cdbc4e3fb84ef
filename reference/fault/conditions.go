package fault

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"ifmatch/reference/condition"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

// checkOrder swaps checks, so that each comes before one that it should follow.
func checkOrder(g *group) {
	names := [...]string{rules.Existence: "existence", rules.Copying: "copying", rules.Lease: "lease", rules.Condition: "condition", rules.Tags: "tags"}
	things := [...]string{rules.Existence: "existence of the blob", rules.Copying: "pending copy", rules.Lease: "lease", rules.Condition: "condition", rules.Tags: "tag condition"}
	at := map[[2]rules.Check]string{
		{rules.Lease, rules.Existence}:     "BLOB-COND-41 BLOB-USE-04",
		{rules.Condition, rules.Existence}: "BLOB-COND-29 BLOB-COND-30 BLOB-COND-41",
		{rules.Condition, rules.Lease}:     "BLOB-COND-42 BLOB-COND-43a",
	}
	order := rules.Documented().Checks
	for i, first := range order {
		for _, then := range order[i+1:] {
			clause, judged := at[[2]rules.Check{then, first}]
			if !judged {
				continue // no document says which comes first
			}
			g.rules(names[then]+"-before-"+names[first], fmt.Sprintf("The %s is checked before the %s.", things[then], things[first]), clause, func(r *rules.Rules) {
				r.Checks = slices.DeleteFunc(r.Checks, func(c rules.Check) bool { return c == then })
				r.Checks = slices.Insert(r.Checks, slices.Index(r.Checks, first), then)
			})
		}
	}
	for _, c := range order {
		if clause := map[rules.Check]string{rules.Copying: "BLOB-COPY-08", rules.Lease: "BLOB-LEASE-09 BLOB-LEASE-07", rules.Condition: "BLOB-ETAG-04 BLOB-COND-01 BLOB-COPY-DST-01", rules.Tags: "BLOB-TAGS-02"}[c]; clause != "" {
			g.rules(names[c]+"-not-checked", fmt.Sprintf("The %s is not checked at all.", things[c]), clause, func(r *rules.Rules) {
				r.Checks = slices.DeleteFunc(r.Checks, func(o rules.Check) bool { return o == c })
			})
		}
	}
}

// spelled spells conditional headers as parts of names or sentences do.
func spelled(k condition.Kinds, part func(conditional) string, and string) string {
	var parts []string
	for _, h := range conditionals {
		if k&h.kind != 0 {
			parts = append(parts, part(h))
		}
	}
	return strings.Join(parts, and)
}

// combinations alters which combinations of conditional headers a write may carry, and how combinations are evaluated.
func combinations(g *group) {
	documented := rules.Documented().Conditions.WriteSets
	for k := condition.Kinds(1); k <= condition.All; k++ {
		name, outcome, at := "refused", "is refused", "BLOB-TAB-01C BLOB-ETAG-07"
		switch {
		case documented&(1<<k) == 0:
			name, outcome, at = "permitted", "is not refused", "BLOB-COND-25"
		case k == condition.NoneMatch|condition.ModifiedSince:
			at = "BLOB-COND-23"
		case k == condition.Match|condition.UnmodifiedSince:
			at = "BLOB-COND-24"
		}
		names := spelled(k, func(c conditional) string { return c.name }, "-and-")
		headers := spelled(k, func(c conditional) string { return c.header }, " and ")
		g.rules("write-with-"+names+"-"+name, "A write with "+headers+" "+outcome+".", at, func(r *rules.Rules) { r.Conditions.WriteSets ^= 1 << k })
	}
	add := func(name, sentence, at string, alter func(*condition.Rules)) {
		g.rules(name, sentence, at, func(r *rules.Rules) { alter(&r.Conditions) })
	}
	for _, m := range misreadings {
		add(m.name, m.sentence, m.at, func(r *condition.Rules) {
			combine := &r.Read
			if strings.HasPrefix(m.name, "write") {
				combine = &r.Write
			}
			documented := *combine
			*combine = func(a condition.Answers) condition.Outcome {
				m.alter(&a)
				return documented(a)
			}
		})
	}
	for _, m := range mismatches {
		add(m.name, m.sentence, m.at, func(r *condition.Rules) {
			documented := r.Match
			r.Match = func(tags []condition.Tag, s condition.Subject) bool { return m.met(documented, tags, s) }
		})
	}
	add("write-not-modified", "A write whose If-None-Match or If-Modified-Since is not met returns 304.", "BLOB-COND-02 BLOB-COND-03", func(r *condition.Rules) { r.Write = r.Read })
	add("if-none-match-first-tag-only", "If-None-Match compares only its first tag.", "BLOB-COND-19b", func(r *condition.Rules) {
		documented := r.NoneMatch
		r.NoneMatch = func(tags []condition.Tag, s condition.Subject) bool { return documented(tags[:1], s) }
	})
	add("modified-since-at-equality", "If-Modified-Since equal to Last-Modified is met.", "BLOB-COND-13 BLOB-COND-03", func(r *condition.Rules) {
		r.ModifiedSince = func(modified, date time.Time) bool { return !modified.Before(date) }
	})
	add("unmodified-since-at-equality", "If-Unmodified-Since equal to Last-Modified is not met.", "BLOB-COND-13 BLOB-COND-04", func(r *condition.Rules) {
		r.UnmodifiedSince = func(modified, date time.Time) bool { return modified.Before(date) }
	})
	add("dates-to-the-minute", "Dates in conditions are compared in whole minutes.", "BLOB-COND-12 BLOB-COND-03 BLOB-COND-04 CONT-ETAG-07", func(r *condition.Rules) {
		since, unmodified := r.ModifiedSince, r.UnmodifiedSince
		r.ModifiedSince = func(m, d time.Time) bool { return since(m.Truncate(time.Minute), d.Truncate(time.Minute)) }
		r.UnmodifiedSince = func(m, d time.Time) bool { return unmodified(m.Truncate(time.Minute), d.Truncate(time.Minute)) }
	})
	add("modified-since-in-the-future", "If-Modified-Since in the future is met.", "BLOB-COND-14", func(r *condition.Rules) {
		since := r.ModifiedSince
		r.ModifiedSince = func(m, d time.Time) bool { return since(m, d) || d.Sub(m) > time.Hour }
	})
	add("unmodified-since-in-the-future", "If-Unmodified-Since in the future is not met.", "BLOB-COND-14", func(r *condition.Rules) {
		since := r.UnmodifiedSince
		r.UnmodifiedSince = func(m, d time.Time) bool { return since(m, d) && d.Sub(m) < time.Hour }
	})
}

const met, unmet, absent = condition.Met, condition.Unmet, condition.Absent

// misreadings alter the answers of the single conditions before a read or a write combines them.
var misreadings = []struct {
	name, sentence, at string
	alter              func(a *condition.Answers)
}{
	{"read-all-must-hold", "A read with several conditions succeeds only if all of them are met.", "BLOB-COND-19 BLOB-COND-17", func(a *condition.Answers) {
		if a.NoneMatch == unmet || a.ModifiedSince == unmet {
			a.NoneMatch, a.ModifiedSince = unmet, unmet
		}
	}},
	{"read-dates-ignored-beside-tags", "A read with entity tags ignores dates.", "BLOB-COND-19 BLOB-COND-17 BLOB-COND-18", func(a *condition.Answers) {
		if a.Match != absent || a.NoneMatch != absent {
			a.ModifiedSince, a.UnmodifiedSince = absent, absent
		}
	}},
	{"read-none-match-voids-modified-since", "A read with If-None-Match ignores If-Modified-Since.", "BLOB-COND-19 BLOB-COND-17", func(a *condition.Answers) {
		if a.NoneMatch != absent {
			a.ModifiedSince = absent
		}
	}},
	{"read-match-voids-unmodified-since", "A read with If-Match ignores If-Unmodified-Since.", "BLOB-COND-19 BLOB-COND-17 BLOB-COND-18", func(a *condition.Answers) {
		if a.Match != absent {
			a.UnmodifiedSince = absent
		}
	}},
	{"read-not-modified-first", "A read returns 304 before If-Match is checked.", "BLOB-COND-18 BLOB-COND-19", func(a *condition.Answers) {
		if max(a.NoneMatch, a.ModifiedSince) == unmet && min(a.NoneMatch, a.ModifiedSince) != met {
			a.Match, a.UnmodifiedSince = absent, absent
		}
	}},
	{"write-none-match-or-modified-since", "A write with If-None-Match and If-Modified-Since succeeds if either is met.", "BLOB-COND-23", func(a *condition.Answers) {
		if a.ModifiedSince == met {
			a.NoneMatch = min(a.NoneMatch, met)
		}
	}},
	{"write-modified-since-beside-none-match", "A write with If-None-Match also checks If-Modified-Since.", "BLOB-COND-23", func(a *condition.Answers) {
		if a.ModifiedSince == unmet {
			a.NoneMatch = unmet
		}
	}},
	{"write-unmodified-since-beside-match", "A write with If-Match also checks If-Unmodified-Since.", "BLOB-COND-24", func(a *condition.Answers) {
		if a.UnmodifiedSince == unmet {
			a.Match = unmet
		}
	}},
}

// matcher decides whether the tags of If-Match accept a blob.
type matcher = func(tags []condition.Tag, s condition.Subject) bool

// mismatches decide otherwise than documented whether If-Match accepts a blob.
var mismatches = []struct {
	name, sentence, at string
	met                func(documented matcher, tags []condition.Tag, s condition.Subject) bool
}{
	{"if-match-wildcard-unmet", "If-Match: * is never met.", "BLOB-COND-05", func(documented matcher, tags []condition.Tag, s condition.Subject) bool {
		return documented(slices.DeleteFunc(slices.Clone(tags), func(t condition.Tag) bool { return t.Any }), s)
	}},
	{"if-match-wildcard-without-blob", "If-Match: * is met although the blob does not exist.", "BLOB-COND-31", func(documented matcher, tags []condition.Tag, s condition.Subject) bool {
		return documented(tags, s) || tags[0].Any
	}},
	{"if-match-without-blob", "If-Match is met although the blob does not exist.", "BLOB-COND-31 BLOB-COPY-03", func(documented matcher, tags []condition.Tag, s condition.Subject) bool {
		return !s.Exists || documented(tags, s)
	}},
	{"if-match-first-tag-only", "If-Match compares only its first tag.", "BLOB-COND-19a", func(documented matcher, tags []condition.Tag, s condition.Subject) bool {
		return documented(tags[:1], s)
	}},
	{"if-match-all-tags", "If-Match is met only if all its tags match.", "BLOB-COND-19a", func(documented matcher, tags []condition.Tag, s condition.Subject) bool {
		return !slices.ContainsFunc(tags, func(t condition.Tag) bool { return !documented([]condition.Tag{t}, s) })
	}},
	{"if-match-prefix", "If-Match compares only the first half of the ETag.", "BLOB-COND-01 BLOB-ETAG-04", func(_ matcher, tags []condition.Tag, s condition.Subject) bool {
		return s.Exists && slices.ContainsFunc(tags, func(t condition.Tag) bool { return t.Any || strings.HasPrefix(t.Value, s.ETag[:len(s.ETag)/2]) })
	}},
}

// sourceConditions ignores or inverts each condition on the source of a copy.
func sourceConditions(g *group) {
	for _, c := range []struct {
		of op.Operation
		at string
	}{
		{op.CopyBlob, "BLOB-TAB-09C BLOB-COPY-01"}, {op.CopyBlobFromURL, "BLOB-COPY-04"}, {op.PutBlobFromURL, "BLOB-COPY-05 BLOB-TAB-19"},
		{op.PutBlockFromURL, "BLOB-COPY-06 BLOB-TAB-18"}, {op.AppendBlockFromURL, "BLOB-TAB-19"}, {op.PutPageFromURL, "BLOB-TAB-19"},
	} {
		for i, h := range conditionals {
			if c.of == op.CopyBlobFromURL && h.kind&condition.Dates == 0 {
				continue // BLOB-COPY-04 mentions dates
			}
			opposite := conditionals[i^1]
			altered := func(name, sentence string, alter func(*http.Request)) {
				g.requests(slug(c.of)+"-source-"+h.name+"-"+name, c.of.String()+" "+sentence+".", c.at, alter, c.of)
			}
			altered("ignored", "ignores "+h.from, func(r *http.Request) { r.Header.Del(h.from) })
			altered("inverted", "treats "+h.from+" as "+opposite.from, func(r *http.Request) { rename(r.Header, h.from, opposite.from) })
			altered("of-destination", "applies "+h.from+" to the destination", func(r *http.Request) { rename(r.Header, h.from, h.header) })
		}
	}
}
