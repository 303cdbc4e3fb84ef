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
