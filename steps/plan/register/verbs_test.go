package register_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/steps/plan/register"
)

// The matrix of verb and If-Match is complete: every verb with every form of the header, for an
// entity that exists and for one that does not. Only a missing entity has no current ETag.
func TestVerbMatrixIsComplete(t *testing.T) {
	t.Parallel()
	table := loadTable(t, "table-verbs")
	var want, got [][2]string
	for _, header := range []string{"absent", "*", "current", "stale"} {
		for _, verb := range []string{"PUT", "MERGE", "PATCH", "DELETE"} {
			want = append(want, [2]string{verb, header})
		}
	}
	for _, row := range table.Rows {
		got = append(got, [2]string{row["verb"], row["If-Match"]})
		if none := row["missing"] == "-"; none != (row["If-Match"] == "current") || none != (row["clause of missing"] == "-") {
			t.Errorf("%s with If-Match %s: a missing entity has no current ETag, and the answer is %q under %s", row["verb"], row["If-Match"], row["missing"], row["clause of missing"])
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("verbs and forms of If-Match, -want +got:\n%s", d)
	}
}

// verbCell is a cell of the matrix: the status, and the effect on the entity.
var verbCell = regexp.MustCompile(`^(204) (replaced|merged|inserted|deleted)$|^(4\d\d) (unchanged)$`)

// The clauses say what the cells of the matrix say.
func TestVerbMatrixNamesClausesThatSayItsCells(t *testing.T) {
	t.Parallel()
	r := load(t)
	said := map[string]string{"replaced": "replace", "merged": "merge", "inserted": "insert", "deleted": "delete", "unchanged": ""}
	for _, row := range loadTable(t, "table-verbs").Rows {
		for _, state := range []string{"exists", "missing"} {
			if row[state] == "-" {
				continue
			}
			id := row["clause of "+state]
			c, ok := r.Clause(id)
			if !ok {
				t.Errorf("%s with If-Match %s: %q is no clause", row["verb"], row["If-Match"], id)
				continue
			}
			m := verbCell.FindStringSubmatch(row[state])
			if m == nil {
				t.Errorf("%s: %q is no cell", id, row[state])
				continue
			}
			// A clause that covers all verbs says "performed".
			status, effect := m[1]+m[3], said[m[2]+m[4]]
			if !strings.Contains(c.Statement, row["verb"]) || !strings.Contains(c.Statement, status) ||
				!strings.Contains(c.Statement, effect) && !strings.Contains(c.Statement, "performed") {
				t.Errorf("%s: %q does not say that %s is answered %s", id, c.Statement, row["verb"], row[state])
			}
			if want := register.Should; state == "exists" && row["verb"] != "PATCH" && c.Level != want {
				t.Errorf("%s has level %s, want %s", id, c.Level, want)
			}
		}
	}
}
