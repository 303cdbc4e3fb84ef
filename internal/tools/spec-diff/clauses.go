package main

import (
	"regexp"
	"strings"
)

// Clause is a line of the register.
type Clause struct{ ID, Service, Statement string }

// ParseClauses reads the register: a header, then one clause a line.
func ParseClauses(text string) (list []Clause) {
	for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		if f := strings.Split(line, "\t"); len(f) > 4 {
			list = append(list, Clause{f[0], f[2], f[4]})
		}
	}
	return list
}

// Naming lists the clauses of a service that name a header: in full, or its family as in x-ms-blob-if-*.
func Naming(list []Clause, c Condition) (ids []string) {
	whole := regexp.MustCompile(`(?i)(^|[^\w-])` + regexp.QuoteMeta(c.Header) + `($|[^\w-])`)
	for _, clause := range list {
		if clause.Service == c.Service && (whole.MatchString(clause.Statement) || namesFamily(clause.Statement, c.Header)) {
			ids = append(ids, clause.ID)
		}
	}
	return ids
}

var family = regexp.MustCompile(`(?i)[\w-]+-\*`)

// namesFamily reports whether a statement names condition headers by their beginning, this one among them.
func namesFamily(statement, header string) bool {
	for _, name := range family.FindAllString(statement, -1) {
		if beginning := strings.TrimSuffix(name, "*"); condition.MatchString(beginning) && len(header) > len(beginning) && strings.EqualFold(header[:len(beginning)], beginning) {
			return true
		}
	}
	return false
}
