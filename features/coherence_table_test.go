package features_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// TestEveryClauseOfTablesHasACase covers every clause of the Table service.
func TestEveryClauseOfTablesHasACase(t *testing.T) {
	t.Parallel()
	for _, cl := range suite(t).Uncovered("table") {
		t.Errorf("no case for %s: %s", cl.ID, cl.Statement)
	}
}

// TestArticleEntityTable compares the cases of the article's table of operations on entities,
// and the operations' own values, with the table as it was copied.
func TestArticleEntityTable(t *testing.T) {
	t.Parallel()
	s := suite(t)
	for _, row := range table(t, "article-entity-operations") {
		t.Run(row["operation"], func(t *testing.T) {
			t.Parallel()
			found := 0
			for _, op := range steps.Language().Operations {
				if op.Article.List != "table" || op.Article.Name != row["operation"] {
					continue
				}
				found++
				etag, match := row["returns ETag"] == "Yes", row["requires If-Match"] == "Yes"
				if op.ReturnsETag != etag || slices.Contains(op.Conditions, "If-Match") != match || fmt.Sprint(op.Article.Row) != row["no"] {
					t.Errorf("the operation says %+v, returns ETag %v, conditions %v; the row is %v", op.Article, op.ReturnsETag, op.Conditions, row)
				}
				cases := s.CasesOf(row["clause"])
				checkEntityETag(t, cases, op, etag)
				checkIfMatch(t, cases, op, match)
			}
			if found == 0 {
				t.Error("no operation stands for this row")
			}
		})
	}
}

// checkEntityETag requires a case that states whether the operation returns an ETag: as a
// header, or inside each entity of a list.
func checkEntityETag(t *testing.T, cases []plan.Case, op scenario.Operation, returns bool) {
	t.Helper()
	found := false
	for _, c := range cases {
		if _, ok := sends(c, op.Name); !ok {
			continue
		}
		for _, step := range c.Steps {
			list, ok := strings.CutPrefix(step, "the response carries ")
			if !ok || !strings.Contains(list, "ETag") && !strings.Contains(list, "odata.etag") {
				continue
			}
			found = true
			if no := strings.Contains(list, "no ETag"); no == returns {
				t.Errorf("case %s expects %s to carry %s; the article says that it returns an ETag: %v", c.ID, op.Name, list, returns)
			}
		}
	}
	if !found {
		t.Errorf("no case says whether %s returns an ETag", op.Name)
	}
}

// checkIfMatch checks the cases of an operation. If it requires If-Match, they must include a
// success under the current ETag, a refusal under a stale one, and the outcome without the
// header. Otherwise they must include a success without the header.
func checkIfMatch(t *testing.T, cases []plan.Case, op scenario.Operation, requires bool) {
	t.Helper()
	var met, unmet, without bool
	for _, c := range cases {
		words, ok := sends(c, op.Name)
		if !ok {
			continue
		}
		for _, a := range answers(t, c) {
			switch {
			case strings.Contains(words, "no If-Match"):
				without = true
				if deletes := op.Verb == "DELETE"; a.Success() == deletes {
					t.Errorf("case %s expects %s of %s without If-Match", c.ID, a, op.Name)
				}
			case strings.Contains(words, "If-Match current"):
				met = met || a.Success()
			case strings.Contains(words, "If-Match stale"):
				unmet = unmet || !a.Success()
			}
		}
	}
	if !without || requires != (met && unmet) {
		t.Errorf("%s: tried under the current ETag %v, under a stale one %v, without If-Match %v; it requires the header: %v", op.Name, met, unmet, without, requires)
	}
}

// TestVerbsAreTheMatrix compares the cases of the matrix of verb and If-Match with the matrix,
// cell by cell.
func TestVerbsAreTheMatrix(t *testing.T) {
	t.Parallel()
	s := suite(t)
	for _, row := range table(t, "table-verbs") {
		for _, state := range []string{"exists", "missing"} {
			if row[state] == "-" {
				continue
			}
			status, effect, _ := strings.Cut(row[state], " ")
			if !slices.ContainsFunc(s.CasesOf(row["clause of "+state]), func(c plan.Case) bool {
				return isVerbCell(t, c, row["verb"], row["If-Match"], state, status, effect)
			}) {
				t.Errorf("no case of %s is the cell %s with If-Match %s of an entity that is there: %s, %s", row["clause of "+state], row["verb"], row["If-Match"], state, row[state])
			}
		}
	}
}

// isVerbCell reports whether a case tries one cell of the matrix and expects its outcome.
func isVerbCell(t *testing.T, c plan.Case, verb, header, state, status, effect string) bool {
	t.Helper()
	exists := c.Steps[0] == "an entity that exists"
	words, answer, after := "", "", ""
	operation := ""
	for _, step := range c.Steps {
		if m := sent.FindStringSubmatch(step); m != nil {
			operation, words = m[1], m[2]
		}
		if text, ok := strings.CutPrefix(step, "the entity is "); ok {
			after = text
		}
	}
	for _, a := range answers(t, c) {
		answer = a.String()
	}
	wantHeader := "If-Match " + header
	if header == "absent" {
		wantHeader = "no If-Match"
	}
	done := map[string][]string{
		"replaced": {"Update Entity", "Insert Or Replace Entity"}, "merged": {"Merge Entity", "Insert Or Merge Entity"},
		"inserted": {"Insert Or Replace Entity", "Insert Or Merge Entity"}, "deleted": {"Delete Entity"},
	}
	wantAfter := "as asked"
	switch effect {
	case "unchanged":
		wantAfter = "unchanged"
	case "deleted":
		wantAfter = "gone"
	}
	return exists == (state == "exists") && words == wantHeader+", verb "+verb && strings.HasPrefix(answer, status) && after == wantAfter &&
		(effect == "unchanged" || slices.Contains(done[effect], operation))
}
