package register_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/features"
	"ifmatch/steps/plan/register"
)

// families are the clause ids of each service that are not matrix cells: the part before the
// number, the numbers, and the part after them. Ids are permanent: none of these may disappear or
// move. A clause that is not here yet is new, and belongs here from the release that has it.
var families = map[string]string{"blob": `
SDK   01..12
BLOB-GEN   01..08
CONT-TAB   01E 01C 02E 02C 03E 03C 04E 04C-m 04C-s 05E 05C 06E 06C-m 06C-s 07E 07C-m 07C-s 08E 08C-m 08C-s 09E 09C 10..14
BLOB-TAB   01E 01C 02E 02C 03E 03C 04E 04C 05E 05C 06E 06C 07E 07C 08E 08C
BLOB-TAB   09E 09C 10E 10C 11E 11C 12E 12C 13E 13C 14E-m 14E-s 14C 15E 15C 16E 16C 17..21
BLOB-ETAG  01..07
BLOB-COND  01-m 01-s 02..15 16-known 16-open 17-s 17-o 18..19 19a 19b 19c 23..27
BLOB-COND  20..21 22-delete 22-properties 22-open 28-known 28-open 29..32 33-s 33-o 34..35 35a 36 40..43 43a 44..46
BLOB-TAGS  01 02a 02 03
BLOB-COPY  01..14
BLOB-SEQ   01..06
BLOB-APPEND 01..06
BLOB-ETAG  10..15 15a 16 20 21-m 21-s 22..28 29-m 29-s 30..37
CONT-ETAG  01..08
BLOB-LEASE 01..11 12-s 12-o 13..26 30..35 40..45 46-o 46-s 47
BLOB-LM    *
BLOB-LEASE 50..69 70-s 70-o 71
CONT-LEASE 01
CONT-LM    *
CONT-LEASE 02..07
BLOB-UM    *
BLOB-USE   01..03 04-known 04-open 05..08 09-m 09-s 10 20..33 34-m 34-s 35..40 50..51 51a 52 53-s 53-o 54..55
CONT-UM    *
CONT-USE   01..08
BLOB-CONS  01..11 12-m 12-s 13..18
BLOB-BATCH 01..04
BLOB-SEAL  01..03
BLOB-DIFF  01..04
BLOB-TAGS  10..11
BLOB-RACE  01..12
BLOB-PAIR  01..04
CONT-PAIR  01..03
BLOB-HAND  01
BLOB-BLK   01..04 04a 05..07
CONT-PUB   01
CONT-LIFE  01
BLOB-LIFE  01
BLOB-SAS   01
BLOB-SVC   01
BLOB-COPY-DST 01
CONT-LEASE 52 60
BLOB-USE   60
D          01..18
E          01..20
BLOB-TAGS   20
BLOB-TIER   10 20
BLOB-COND   32b 60 61 63
BLOB-COPY   30 32
BLOB-CREA   10
BLOB-SEAL   10
BLOB-SNAP   20
GEN         DATE
`, "table": `
TABLE-OCC   01..16
TABLE-OPS   01..10
TABLE-COND  01..19
TABLE-VERB  01..03 04-known 04-open 05..08 09-s 09-o 10..14
TABLE-ETAG  01..10
TABLE-QRY   01..14
TABLE-BATCH 01..23 24-known 24-open
TABLE-TBL   01..09
TABLE-LOCK  01..07
TABLE-ERR   01-known 01-open 02..04
TABLE-GO    01..09
TABLE-D     01..13
TABLE-RACE  01..03
TABLE-PAIR  01..05
TABLE-ETAG  09a
TABLE-LIFE  01
TABLE-KEY   01-s 01-o
TABLE-BATCH 30
TABLE-TBL   06a
`, "queue": `
QUEUE-POP  01..08
QUEUE-CONS 01
QUEUE-NOCC 01..02
QUEUE-IDEM 01..02
QUEUE-LWW  01..15
QUEUE-TIME 01..18
QUEUE-RCPT 01..21
QUEUE-DEQ  01..06
QUEUE-PEEK 01..04
QUEUE-CNT  01..02
QUEUE-CLR  01..04
QUEUE-LIFE 01..07
QUEUE-ERR  01..03
QUEUE-GO   01..08
QUEUE-D    01..08
QUEUE-RACE 01..02
QUEUE-PAIR 01..04
QUEUE-TIME 01a
QUEUE-RCPT 21a
QUEUE-UPD   11
`, "file": `
FILE-CONS   01
FILE-LWW    02..10
FILE-PAIR   01..04
FILE-ETAG   01..07
FILE-SMB    13 16
FILE-DEL    07..09 11 19 21..22
FILE-LEASE  01..22 25
FILE-SLEASE 01..15
FILE-REN    01..08
FILE-SNAP   01
FILE-HND    03 05..06 08
FILE-RO     01..06
FILE-GO     01..04
FILE-ERR    03 05 07 10..13
FILE-D      02 05 07..09 11 13
FILE-DEL    21a 21b
FILE-LEASE  15a 15b
FILE-SLEASE 12a 16 17 18 19
FILE-SNAP   02 03
FILE-REN    20 21 22
FILE-RNG    20 21 22
FILE-GEN    20
FILE-ABORT  10
FILE-PROP   20 21
FILE-HND    20
`, "smb": `
FILE-LWW    01
FILE-ETAG   08
FILE-SMB    01..12 14..15 17..19
FILE-ACC    01..12
FILE-SHR    01..11
FILE-DEL    01..06 10 12..18 20
FILE-LEASE  23..24
FILE-LS     01..02
FILE-HND    01..02 04 07 09
FILE-OPL    01..08
FILE-GOSMB  01..08
FILE-ERR    01..02 04 06 08..09
FILE-D      01 03..04 06 10 12 14
FILE-SMB    06a
`}

// matrices names, for each matrix of the register, the table that it repeats and its size.
var matrices = map[string]struct {
	table       string
	rows, cells int // cells counts every outcome of a cell that has several
}{
	"BLOB-LM": {"lease-blob-outcomes", 17, 17*5 + 2},
	"CONT-LM": {"lease-container-outcomes", 17, 17*5 + 3},
	"BLOB-UM": {"use-blob", 6, 6 * 5},
	"CONT-UM": {"use-container", 6, 6 * 5},
}

// leaseStates are the columns of every matrix.
var leaseStates = []string{"Av", "Le", "Bi", "Bo", "Ex"}

func load(t *testing.T) *register.Register {
	t.Helper()
	r, err := register.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func loadTable(t *testing.T, name string) *register.Table {
	t.Helper()
	table, err := register.ReadRows(features.FS, "tables/"+name+".tsv")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// cell is one outcome of a matrix cell, with the id of its clause.
type cell struct {
	id string
	register.Outcome
}

// matrixCells reads the matrix of a family, in the order of its rows and columns.
func matrixCells(t *testing.T, family string) []cell {
	t.Helper()
	var cells []cell
	for _, row := range loadTable(t, matrices[family].table).Rows {
		for _, state := range leaseStates {
			outcomes, err := register.ParseOutcomes(row[state])
			if err != nil {
				t.Fatalf("%s, row %s, column %s: %v", family, row["row"], state, err)
			}
			for _, o := range outcomes {
				id := family + "-" + row["row"] + "-" + state
				if o.Case != "" {
					id += "-" + o.Case
				}
				cells = append(cells, cell{id, o})
			}
		}
	}
	return cells
}

// wantIDs expands the families of a service; a star stands for the cells of the
// family's matrix.
func wantIDs(t *testing.T, service string) []string {
	t.Helper()
	var ids []string
	for _, line := range strings.Split(strings.TrimSpace(families[service]), "\n") {
		words := strings.Fields(line)
		for _, w := range words[1:] {
			if w == "*" {
				for _, c := range matrixCells(t, words[0]) {
					ids = append(ids, c.id)
				}
				continue
			}
			first, last, ranged := strings.Cut(w, "..")
			if !ranged {
				ids = append(ids, words[0]+"-"+w)
				continue
			}
			from, err := strconv.Atoi(first)
			if err != nil {
				t.Fatal(err)
			}
			to, err := strconv.Atoi(last)
			if err != nil {
				t.Fatal(err)
			}
			for n := from; n <= to; n++ {
				ids = append(ids, fmt.Sprintf("%s-%02d", words[0], n))
			}
		}
	}
	return ids
}

func TestRegisterHoldsEveryClauseInOrder(t *testing.T) {
	t.Parallel()
	got := map[string][]string{}
	for _, c := range load(t).Clauses {
		got[c.Service] = append(got[c.Service], c.ID)
	}
	for service := range families {
		want := wantIDs(t, service)
		known := slices.DeleteFunc(slices.Clone(got[service]), func(id string) bool { return !slices.Contains(want, id) })
		if diff := cmp.Diff(want, known); diff != "" {
			t.Errorf("clause ids of the %s service (-want +got):\n%s", service, diff)
		}
		delete(got, service)
	}
	for service, ids := range got {
		t.Errorf("%d clauses of the %s service, which has no families here", len(ids), service)
	}
}

// A statement that was split is no longer a clause: a case tagged with the undivided id would
// test one part of it and seem to test both.
func TestNoClauseStandsBesideItsParts(t *testing.T) {
	t.Parallel()
	r := load(t)
	for _, c := range r.Clauses {
		for i := len(c.ID) - 1; i > 0; i-- {
			if c.ID[i] != '-' {
				continue
			}
			if whole, ok := r.Clause(c.ID[:i]); ok {
				t.Errorf("%s and %s are both clauses, want only the parts", whole.ID, c.ID)
			}
		}
	}
}

// The suffixes of a split statement promise the level and state of its parts.
func TestPartsHaveTheLevelAndStateTheirSuffixNames(t *testing.T) {
	t.Parallel()
	levels := map[string]register.Level{"m": register.Must, "s": register.Should, "o": register.Observed}
	for _, c := range load(t).Clauses {
		suffix := c.ID[strings.LastIndex(c.ID, "-")+1:]
		if want, ok := levels[suffix]; ok && c.Level != want {
			t.Errorf("%s has level %s, want %s", c.ID, c.Level, want)
		}
		if suffix == "open" && c.State != register.Open {
			t.Errorf("%s has state %s, want open", c.ID, c.State)
		}
	}
}

func TestMatricesAreComplete(t *testing.T) {
	t.Parallel()
	for family, want := range matrices {
		table := loadTable(t, want.table)
		if len(table.Rows) != want.rows {
			t.Errorf("%s has %d rows, want %d", want.table, len(table.Rows), want.rows)
		}
		if diff := cmp.Diff(leaseStates, table.Columns[len(table.Columns)-len(leaseStates):]); diff != "" {
			t.Errorf("%s, lease states (-want +got):\n%s", want.table, diff)
		}
		if cells := matrixCells(t, family); len(cells) != want.cells {
			t.Errorf("%s has %d clauses, want %d", family, len(cells), want.cells)
		}
	}
}

// answerParts finds the statuses and codes of an answer cell.
var answerParts = regexp.MustCompile(`\w+`)

// afterwards are the words in statements for each state that a matrix names.
var afterwards = map[string]string{
	"Available": "available", "Deleted": "gone",
	"Leased(A)": "lease", "Leased(B)": "leased under B", "Leased(X)": "leased under an ID generated by the service",
	"Breaking(A)": "breaking", "Broken(A)": "broken", "Expired(A)": "expired",
}

// A reader who looks up a clause must find what the matrix says.
func TestMatrixClausesSayWhatTheirCellSays(t *testing.T) {
	t.Parallel()
	r := load(t)
	for family := range matrices {
		for _, cell := range matrixCells(t, family) {
			c, ok := r.Clause(cell.id)
			if !ok {
				t.Errorf("%s is no clause", cell.id)
				continue
			}
			for _, part := range answerParts.FindAllString(cell.Answer, -1) {
				if part == "ok" {
					part = "succe" // succeeds, a successful write
					if strings.Contains(cell.id, "-TIME-") {
						part = "stays"
					}
				}
				if !strings.Contains(c.Statement, part) {
					t.Errorf("%s: %q does not say %s, the answer of its cell", c.ID, c.Statement, part)
				}
			}
			if said, ok := afterwards[cell.State]; cell.State != "" && (!ok || !strings.Contains(c.Statement, said)) {
				t.Errorf("%s: %q does not say that the state is then %s", c.ID, c.Statement, cell.State)
			}
			if weak := strings.Contains(cell.Answer, "("); weak != strings.Contains(c.Reason, "the code is weak") {
				t.Errorf("%s: the reason is %q while the answer is %s", c.ID, c.Reason, cell.Answer)
			}
			if anyCode := strings.HasSuffix(cell.Answer, " *"); anyCode != strings.Contains(c.Reason, "the code is undocumented") {
				t.Errorf("%s: the reason is %q while the answer is %s", c.ID, c.Reason, cell.Answer)
			}
			if weak := strings.HasPrefix(cell.LeaseTime, "("); weak != strings.Contains(c.Reason, "the lease time is weak") {
				t.Errorf("%s: the reason is %q while the lease time is %s", c.ID, c.Reason, cell.LeaseTime)
			}
		}
	}
}

// The rows of the article's tables are clauses of their own. Each states what its cell says, and
// the first words of its statement name no other operation.
func TestArticleTablesNameClausesOfTheirOperation(t *testing.T) {
	t.Parallel()
	r := load(t)
	for name, rows := range map[string]int{
		"article-container-operations":       9,
		"article-blob-operations":            16,
		"article-container-lease-operations": 7,
		"article-blob-lease-operations":      16,
		"article-entity-operations":          7,
	} {
		table := loadTable(t, name)
		if len(table.Rows) != rows {
			t.Errorf("%s has %d rows, want %d", name, len(table.Rows), rows)
		}
		for i, row := range table.Rows {
			if want := strconv.Itoa(i + 1); row["no"] != want {
				t.Errorf("%s: row %s stands at place %s", name, row["no"], want)
			}
			for _, column := range []string{"clause", "clause-E", "clause-C"} {
				id, ok := row[column]
				if !ok {
					continue
				}
				c, ok := r.Clause(id)
				if !ok {
					t.Errorf("%s row %s: %q is no clause", name, row["no"], id)
					continue
				}
				if c.Level != register.Must {
					t.Errorf("%s: the article's clause %s has level %s, want must", name, id, c.Level)
				}
				words := strings.Fields(row["operation"])
				if last := words[len(words)-1]; !strings.Contains(c.Statement, words[0]) || !strings.Contains(c.Statement, last) {
					t.Errorf("%s: clause %s does not speak of %s: %q", name, id, row["operation"], c.Statement)
				}
			}
		}
	}
}

// The article's and the reference's tables cover the same operations. If they disagreed on Yes
// and No, the register would have to say so.
func TestConditionalHeadersPageAgreesWithTheArticle(t *testing.T) {
	t.Parallel()
	supported := map[string]string{}
	for _, row := range loadTable(t, "conditional-headers-support").Rows {
		if _, twice := supported[row["operation"]]; twice {
			t.Errorf("%s stands twice on the conditional-headers page", row["operation"])
		}
		supported[row["operation"]] = row["supported headers"]
	}
	for _, name := range []string{"article-container-operations", "article-blob-operations"} {
		for _, row := range loadTable(t, name).Rows {
			headers, ok := supported[row["operation"]]
			if !ok {
				t.Errorf("%s is not on the conditional-headers page", row["operation"])
				continue
			}
			var want string
			switch {
			case headers == "none":
				want = "No"
			case strings.Contains(headers, "source-"):
				want = "Yes (for source and destination)"
			default:
				want = "Yes"
			}
			if got := row["accepts conditional headers"]; got != want {
				t.Errorf("%s: the article says %q, the conditional-headers page %q", row["operation"], got, headers)
			}
		}
	}
}

// The reference gives a rule and four examples of it (BLOB-COND-17-s to -19);
// an example that broke the rule would be a slip in our copy.
func TestReadCombinationsFollowTheRule(t *testing.T) {
	t.Parallel()
	table := loadTable(t, "read-combinations")
	if len(table.Rows) != 17 {
		t.Errorf("read-combinations has %d rows, want 17", len(table.Rows))
	}
	for _, row := range table.Rows {
		for _, column := range table.Columns[1:5] {
			if v := row[column]; v != "" && v != "met" && v != "unmet" {
				t.Errorf("%v: %s is %q, want met, unmet or nothing", row, column, v)
			}
		}
		noneMatch, modified := row["If-None-Match"], row["If-Modified-Since"]
		want := "200"
		switch {
		case row["If-Match"] == "unmet" || row["If-Unmodified-Since"] == "unmet":
			want = "412 ConditionNotMet"
		case noneMatch != "met" && modified != "met" && noneMatch+modified != "":
			want = "304 ConditionNotMet"
		}
		if row["answer"] != want {
			t.Errorf("%v: the rule answers %s", row, want)
		}
	}
}

func TestStatementsArePlainSentencesSaidOnce(t *testing.T) {
	t.Parallel()
	said := map[string]string{}
	for _, c := range load(t).Clauses {
		if first, twice := said[c.Statement]; twice {
			t.Errorf("%s and %s say the same: %q", first, c.ID, c.Statement)
		}
		said[c.Statement] = c.ID
		for _, text := range []string{c.Statement, c.Reason} {
			if i := strings.IndexFunc(text, func(r rune) bool { return r > '~' }); i >= 0 {
				t.Errorf("%s: %q is not plain ASCII at byte %d", c.ID, text, i)
			}
			if i := strings.IndexAny(text, "|`\""); i >= 0 || strings.Contains(text, "**") || strings.Contains(text, "->") {
				t.Errorf("%s: %q holds markup", c.ID, text)
			}
			if strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q ends in a full stop", c.ID, text)
			}
		}
		if n := len(c.Statement); n > 400 {
			t.Errorf("%s: the statement has %d bytes, want at most 400 for a line that can be read", c.ID, n)
		}
	}
}

// Remarks lead from clause to clause, so every id in one must exist; a trailing star stands for
// all ids with that prefix.
func TestRemarksReferToClausesThatExist(t *testing.T) {
	t.Parallel()
	r := load(t)
	reference := regexp.MustCompile(`\b(?:BLOB|CONT|TABLE|QUEUE|FILE|SDK|[DE])-[A-Za-z0-9]+(?:-[A-Za-z0-9*]+)*`)
	for _, c := range r.Clauses {
		for _, id := range reference.FindAllString(c.Statement+" "+c.Reason, -1) {
			prefix, pattern := strings.CutSuffix(id, "*")
			_, found := r.Clause(id)
			for _, other := range r.Clauses {
				found = found || pattern && strings.HasPrefix(other.ID, prefix)
			}
			if !found {
				t.Errorf("%s refers to %s, which is no clause", c.ID, id)
			}
		}
	}
}

// Exactly the facts about clients, documents and emulators are notes.
func TestOnlyFactsAboutOthersAreNotes(t *testing.T) {
	t.Parallel()
	about := regexp.MustCompile(`^(SDK|D|E|TABLE-GO|TABLE-D|QUEUE-GO|QUEUE-D|FILE-GO|FILE-GOSMB|FILE-D)-\d\d$`)
	single := []string{"BLOB-CONS-16", "QUEUE-RCPT-18", "QUEUE-RCPT-19", "QUEUE-LIFE-07"}
	for _, c := range load(t).Clauses {
		if note := about.MatchString(c.ID) || slices.Contains(single, c.ID); note != (c.State == register.Note) {
			t.Errorf("%s has state %s, want a note exactly for facts about clients, documents and emulators", c.ID, c.State)
		}
		if c.Level == register.Must && c.State != register.Active {
			t.Errorf("%s is a must clause in state %s, want active: the article is not in doubt", c.ID, c.State)
		}
	}
}
