package main

import (
	"regexp"
	"slices"
	"strings"
)

// Condition is a condition header that a client can send.
type Condition struct {
	Service    string
	Header     string
	Operations []string // the client's methods that send it, such as "Blob.delete"
	Since      string   // version of the service, or "before" the change log says so
}

var (
	builder   = regexp.MustCompile(`(?m)^func \(client \*(\w+?)Client\) (\w+)CreateRequest\(`)
	setHeader = regexp.MustCompile(`Header(?:\[|\.Set\()"([^"]+)"`)
	condition = regexp.MustCompile(`(?i)(^|-)if-|-condition-`)
)

// Conditions lists the condition headers in the source of a generated client, once for each method that sends them.
func Conditions(service, source string) (list []Condition) {
	starts := builder.FindAllStringSubmatchIndex(source, -1)
	for i, at := range starts {
		end := len(source)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		operation := source[at[2]:at[3]] + "." + source[at[4]:at[5]]
		for _, m := range setHeader.FindAllStringSubmatch(source[at[0]:end], -1) {
			if condition.MatchString(m[1]) {
				list = append(list, Condition{Service: service, Header: m[1], Operations: []string{operation}})
			}
		}
	}
	return list
}

// Merged puts the operations of each header together.
func Merged(list []Condition) (merged []Condition) {
	for _, c := range list {
		i := slices.IndexFunc(merged, func(m Condition) bool { return m.Service == c.Service && strings.EqualFold(m.Header, c.Header) })
		if i < 0 {
			merged = append(merged, c)
			continue
		}
		merged[i].Operations = append(merged[i].Operations, c.Operations...)
	}
	for i := range merged {
		slices.Sort(merged[i].Operations)
		merged[i].Operations = slices.Compact(merged[i].Operations)
	}
	slices.SortFunc(merged, func(a, b Condition) int { return strings.Compare(a.Header, b.Header) })
	return merged
}

// Change is one entry of a change log, with the version of the service that its release speaks.
type Change struct {
	Text    string
	Version string
}

var (
	versions = regexp.MustCompile("(?i)service version[^0-9]*`?(\\d{4}-\\d{2}-\\d{2})")
	letters  = regexp.MustCompile(`[^a-z]+`)
)

// ParseChanges reads a change log, the newest release first. A release that says no version speaks that of the one
// before it.
func ParseChanges(log string) (list []Change) {
	releases := regexp.MustCompile(`(?m)^#+ \d+\.\d+`).FindAllStringIndex(log, -1)
	version := ""
	for i, at := range slices.Backward(releases) {
		end := len(log)
		if i+1 < len(releases) {
			end = releases[i+1][0]
		}
		release := log[at[0]:end]
		if m := versions.FindStringSubmatch(release); m != nil {
			version = m[1]
		}
		for line := range strings.SplitSeq(release, "\n") {
			if entry, ok := strings.CutPrefix(strings.TrimSpace(line), "* "); ok {
				list = append(list, Change{entry, version})
			}
		}
	}
	return list
}

// unknown is the version of what no change log tells of.
const unknown = "before"

// Dated gives each header the version with which it came: that of an entry about conditions that names all operations
// that send it. A header that other operations send too is older than such an entry.
func Dated(list []Condition, changes []Change) []Condition {
	for i := range list {
		list[i].Since = unknown
		for _, c := range changes {
			if strings.Contains(strings.ToLower(c.Text), "condition") && c.names(list[i].Operations) {
				list[i].Since = c.Version
			}
		}
	}
	return list
}

// names reports whether an entry names all of the operations, as method ("getTags()") or in words ("Delete Blob").
func (c Change) names(operations []string) bool {
	text := letters.ReplaceAllString(strings.ToLower(c.Text), "")
	return !slices.ContainsFunc(operations, func(operation string) bool {
		noun, method, _ := strings.Cut(strings.ToLower(operation), ".")
		return !strings.Contains(text, noun+"clientbase"+method) && !strings.Contains(text, method+noun)
	})
}
