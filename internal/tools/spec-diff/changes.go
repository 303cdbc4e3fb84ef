package main

import (
	"regexp"
	"slices"
	"strings"
)

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
