// Package register reads the clause register: the list of every statement that the source
// documents make and the suite knows, with its level and its document. It also reads the
// documents' own tables, which the feature files repeat.
//
// Both are files kept by hand, so reading them is strict: any deviation from the format is
// refused with the line and the column of every problem. The package judges nothing and
// knows nothing about scenarios; package plan joins clauses and cases.
package register

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// clausesFile is the register's path in the file system given to Load.
const clausesFile = "clauses.tsv"

// columns are the register's columns, in the order of the file.
var columns = []string{"id", "level", "service", "api-versions", "statement", "document", "heading", "state", "reason"}

// services are the services a clause can belong to; containers belong to blob.
var services = []string{"blob", "table", "queue", "file", "smb"}

var (
	// idPattern is a word in capitals and at least one more word: BLOB-COND-20, CONT-TAB-06C,
	// BLOB-LM-REN-A-Ex-clean. An id is also a Gherkin tag, so it contains only characters
	// that are allowed in a tag.
	idPattern = regexp.MustCompile(`^[A-Z]+(-[A-Za-z0-9]+)+$`)

	// versionPattern is "any", or the first service version (a date) for which a clause holds.
	versionPattern = regexp.MustCompile(`^(any|>=\d{4}-\d{2}-\d{2})$`)
)

// Clause is one statement of the register.
type Clause struct {
	ID          string // permanent: never renumbered, never reused
	Level       Level  // how strongly the statement is made
	Service     string // blob, table, queue, file or smb; containers belong to blob
	APIVersions string // "any", or ">=2019-12-12" for a statement that holds since a service version
	Statement   string // what holds, one sentence without a full stop
	Document    string // where it is stated
	Heading     string // the part of Document that states it
	State       State  // whether it is judged
	Reason      string // why it is not judged normally, or a remark; may be empty for an active clause
}

// Since is the first service version for which the clause holds; empty if it holds for any.
func (c Clause) Since() string {
	_, version, _ := strings.Cut(c.APIVersions, ">=")
	return version
}

// Register is all clauses, in the order of the file.
type Register struct {
	Clauses []Clause

	index map[string]int // id to position in Clauses
}

// Load reads clauses.tsv at the root of fsys. The error joins all problems of the file, each
// with its line and column.
func Load(fsys fs.FS) (*Register, error) {
	t, err := ReadRows(fsys, clausesFile, columns...)
	if err != nil {
		return nil, err
	}
	r := &Register{index: make(map[string]int, len(t.Rows))}
	var problems []error
	for i := range t.Rows {
		c, err := parseClause(t, i)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		if first, ok := r.index[c.ID]; ok {
			problems = append(problems, t.Problem(i, "id", "%s occurs a second time; the first is after %d other clauses; remove one, or give it an id that was never used", c.ID, first))
			continue
		}
		r.index[c.ID] = len(r.Clauses)
		r.Clauses = append(r.Clauses, c)
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return r, nil
}

// Clause returns the clause with the id, and whether it exists.
func (r *Register) Clause(id string) (Clause, bool) {
	i, ok := r.index[id]
	if !ok {
		return Clause{}, false
	}
	return r.Clauses[i], true
}

// parseClause reads data row i; its error joins all problems of the row.
func parseClause(t *Table, i int) (Clause, error) {
	row := t.Rows[i]
	c := Clause{
		ID: row["id"], Service: row["service"], APIVersions: row["api-versions"], Statement: row["statement"],
		Document: row["document"], Heading: row["heading"], State: State(row["state"]), Reason: row["reason"],
	}
	var problems []error
	report := func(column, format string, args ...any) {
		problems = append(problems, t.Problem(i, column, format, args...))
	}
	if !idPattern.MatchString(c.ID) {
		report("id", "%q is not a clause id; write a word in capitals and one or more words of letters and digits, joined by hyphens", c.ID)
	}
	var err error
	if c.Level, err = parseLevel(row["level"]); err != nil {
		report("level", "%w", err)
	}
	if !slices.Contains(services, c.Service) {
		report("service", "%q is not a service; write one of %s", c.Service, strings.Join(services, ", "))
	}
	if !versionPattern.MatchString(c.APIVersions) {
		report("api-versions", "%q is not a range of versions; write any or >=YYYY-MM-DD", c.APIVersions)
	}
	for _, column := range []string{"statement", "document", "heading"} {
		if row[column] == "" {
			report(column, "empty; every clause needs one")
		}
	}
	if !slices.Contains([]State{Active, Disputed, Open, Note, Untestable}, c.State) {
		report("state", "%q is not a state; write active, disputed, open, note or untestable", c.State)
	} else if c.State != Active && c.Reason == "" {
		report("reason", "empty; a clause in state %s says why it is not active", c.State)
	}
	return c, errors.Join(problems...)
}

// Level says how strongly a clause is stated. Levels are ordered from the strongest to the
// weakest, so a run that gates at level g gates every clause with Level <= g. The zero Level is
// not a valid level.
type Level uint8

const (
	Must     Level = iota + 1 // stated by the article on managing concurrency
	Should                    // stated only by the REST reference
	Observed                  // known only from recordings, live tests, reports or an emulator
)

var levelNames = []string{"invalid", "must", "should", "observed"}

// String returns the level as the register and the feature files write it.
func (l Level) String() string { return levelNames[l] }

// parseLevel reads a level as String writes it.
func parseLevel(s string) (Level, error) {
	if l := slices.Index(levelNames, s); l > 0 {
		return Level(l), nil
	}
	return 0, fmt.Errorf("%q is not a level; write must, should or observed", s)
}

// State says whether a clause is judged.
type State string

const (
	Active     State = "active"     // judged
	Disputed   State = "disputed"   // judged by a verdict of medium confidence between contradicting sources
	Open       State = "open"       // undocumented: its cases run and their answers are recorded, never judged
	Note       State = "note"       // a fact about a client, a document or an emulator; has no case
	Untestable State = "untestable" // no endpoint can show it; has no case
)
