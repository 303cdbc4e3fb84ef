package ops_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
)

// table reads one of the tables copied from the documents.
func table(t *testing.T, name string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile("../../../features/tables/" + name + ".tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

func TestOperationsAreTheArticlesRows(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{"container": "article-container-operations", "blob": "article-blob-operations"} {
		byRow := map[int][]scenario.Operation{}
		for _, op := range ops.Operations() {
			if op.Article.List == name {
				byRow[op.Article.Row] = append(byRow[op.Article.Row], op)
			}
		}
		rows := table(t, file)
		if len(byRow) != len(rows) {
			t.Errorf("%s: operations cover %d rows, the article has %d", name, len(byRow), len(rows))
		}
		for _, row := range rows {
			n, _ := strconv.Atoi(row[0])
			if len(byRow[n]) == 0 {
				t.Errorf("%s row %d, %s: no operation", name, n, row[1])
			}
			for _, op := range byRow[n] {
				a := op.Article
				if a.Name != row[1] {
					t.Errorf("%s says %+v, the article %q", op.Name, a, row)
				}
				if op.ReturnsETag != (row[2] == "Yes") {
					t.Errorf("%s: returns an ETag %v, the article says %s", op.Name, op.ReturnsETag, row[2])
				}
				if (len(op.Conditions) > 0) != strings.HasPrefix(row[3], "Yes") || op.Source != strings.Contains(row[3], "source") {
					t.Errorf("%s: conditions %v, source %v; the article says %s", op.Name, op.Conditions, op.Source, row[3])
				}
			}
		}
	}
}

func TestConditionsAreTheReferencesTable(t *testing.T) {
	t.Parallel()
	short := map[string]string{"IM": "If-Match", "INM": "If-None-Match", "IMS": "If-Modified-Since", "IUS": "If-Unmodified-Since"}
	listed := map[string]bool{}
	for _, row := range table(t, "conditional-headers-support") {
		found := false
		for _, op := range ops.Operations() {
			if op.Name != row[0] && op.Article.Name != row[0] {
				continue
			}
			found, listed[op.Name] = true, true
			var want []string
			source := false
			for _, word := range strings.Fields(row[2]) {
				switch {
				case word == "none":
				case strings.HasPrefix(word, "source-"):
					source = true
				default:
					want = append(want, short[word])
				}
			}
			got := slices.Clone(op.Conditions)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) || op.Source != source {
				t.Errorf("%s: conditions %v, source %v; the reference says %s", op.Name, got, op.Source, row[2])
			}
		}
		if !found {
			t.Errorf("no operation is called %q", row[0])
		}
	}
	// The page does not list the operations that only the newer OpenAPI documents.
	newer := []string{"Append Block From URL", "Copy Blob From URL", "Put Blob From URL", "Put Page From URL",
		"Append Blob Seal", "Get Page Ranges Diff", "Blob Batch of Delete Blob", "Container Batch of Delete Blob"}
	for _, op := range ops.Operations() {
		if len(op.Conditions) > 0 && !listed[op.Name] && !slices.Contains(newer, op.Name) {
			t.Errorf("%s takes conditions %v that the reference's page does not list", op.Name, op.Conditions)
		}
	}
}

func TestLeaseUseIsTheArticlesList(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{"container": "article-container-lease-operations", "blob": "article-blob-lease-operations"} {
		var can []string
		for _, row := range table(t, file) {
			can = append(can, row[1])
		}
		for _, op := range ops.Operations() {
			if op.Article.List == name && (op.Lease != scenario.LeaseIgnored) != slices.Contains(can, op.Article.Name) {
				t.Errorf("%s: lease use is %s; the article's list has it: %v", op.Name, op.Lease, slices.Contains(can, op.Article.Name))
			}
		}
	}
}

func TestOperationsAreWellFormed(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, op := range ops.Operations() {
		if names[op.Name] {
			t.Errorf("two operations are called %q", op.Name)
		}
		names[op.Name] = true
		if len(op.Kinds) == 0 || op.Verb == "" || op.Success < 200 || op.Success > 299 {
			t.Errorf("%s is incomplete: %+v", op.Name, op)
		}
		for _, kind := range op.Kinds {
			r := some(kind)
			once, twice := &ops.Request{}, &ops.Request{}
			op.Complete(r, once)
			op.Complete(r, twice)
			op.Complete(r, twice)
			if twice.ContentType != once.ContentType || string(twice.Body) != string(once.Body) || !slices.Equal(twice.BlockList, once.BlockList) {
				t.Errorf("%s completes a complete request differently", op.Name)
			}
		}
	}
}
