package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const source = `
func (client *BlobClient) getTagsCreateRequest(ctx context.Context) {
	req.Raw().Header["x-ms-blob-if-match"] = []string{"x"}
	req.Raw().Header["x-ms-if-tags"] = []string{"x"}
	req.Raw().Header["x-ms-lease-id"] = []string{"x"}
}
func (client *BlobClient) deleteCreateRequest(ctx context.Context) {
	req.Raw().Header["x-ms-access-tier-if-modified-since"] = []string{"x"}
	req.Raw().Header.Set("x-ms-if-tags", "x")
	req.Raw().Header["x-ms-blob-condition-maxsize"] = []string{"x"}
}
`

const changes = `# Release History

## 2.1.0 (2026-03-01)
* Added support for Delete Blob Conditional Tier.
* Other things on ` + "`getTags()`" + `.

## 2.0.1 (2026-02-02)
* Added support for service version 2026-04-06.

## 2.0.0 (2026-02-01)
* Added support for conditional headers on ` + "`BlobClientBase.getTags()`" + `.
* Updated service version to ` + "`2026-02-06`" + `.
`

func TestConditionsAreDated(t *testing.T) {
	t.Parallel()
	want := []Condition{
		{"blob", "x-ms-access-tier-if-modified-since", []string{"Blob.delete"}, "2026-04-06"},
		{"blob", "x-ms-blob-condition-maxsize", []string{"Blob.delete"}, "2026-04-06"},
		{"blob", "x-ms-blob-if-match", []string{"Blob.getTags"}, "2026-02-06"},
		{"blob", "x-ms-if-tags", []string{"Blob.delete", "Blob.getTags"}, unknown}, // no entry names both
	}
	got := Dated(Merged(Conditions("blob", source)), ParseChanges(changes))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNaming(t *testing.T) {
	t.Parallel()
	clauses := ParseClauses("id\tlevel\tservice\tapi-versions\tstatement\n" +
		"A\tmust\tblob\tany\tunmet x-ms-if-tags returns 412\n" +
		"B\tmust\tblob\tany\tthe headers x-ms-blob-if-* are evaluated\n" +
		"C\tmust\tblob\tany\tall of x-ms-* are signed\n" +
		"D\tmust\tfile\tany\tunmet x-ms-source-if-match returns 412\n")
	for header, want := range map[string]string{
		"x-ms-if-tags": "A", "X-Ms-If-Tags": "A", "x-ms-blob-if-match": "B", "x-ms-if": "", "x-ms-source-if-match": "", "x-ms-blob-condition-maxsize": "",
	} {
		if got := strings.Join(Naming(clauses, Condition{Service: "blob", Header: header}), " "); got != want {
			t.Errorf("Naming(%s) = %q, want %q", header, got, want)
		}
	}
}

// TestWhatIsNew asks the pinned clients, with a register from before the conditions that 2026 brought.
func TestWhatIsNew(t *testing.T) {
	t.Parallel()
	register := filepath.Join(t.TempDir(), "clauses.tsv")
	old := "id\tlevel\tservice\tapi-versions\tstatement\n"
	for _, service := range []string{"blob", "file", "table"} {
		old += "X\tmust\t" + service + "\tany\tIf-Match If-None-Match If-Modified-Since If-Unmodified-Since x-ms-if-tags x-ms-source-if-* x-ms-if-sequence-number-* x-ms-blob-condition-* x-ms-file-rename-replace-if-exists\n"
	}
	if err := os.WriteFile(register, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := run([]string{"-clauses", register}, &out, &errs); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	for _, want := range [][]string{
		{"blob", "2026-02-06", "x-ms-blob-if-match", "Blob.getTags, Blob.setTags", "no clause"},
		{"blob", "2026-02-06", "x-ms-blob-if-unmodified-since", "Blob.getTags, Blob.setTags", "no clause"},
		{"blob", "2026-04-06", "x-ms-access-tier-if-modified-since", "Blob.delete", "no clause"},
		{"blob", "2026-04-06", "x-ms-access-tier-if-unmodified-since", "Blob.delete", "no clause"},
	} {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), strings.Join(want, " ")) {
			t.Errorf("it does not list %s:\n%s", strings.Join(want, " "), &out)
		}
	}
	if n := strings.Count(out.String(), "\n"); n != 6 || !strings.Contains(errs.String(), "no clause names 6 of") {
		t.Errorf("it lists %d headers, want 6:\n%s%s", n, &out, &errs)
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-clauses", filepath.Join(t.TempDir(), "none")}, {"-none"}, {"word"}} {
		var out, errs bytes.Buffer
		if code := run(args, &out, &errs); code != 2 || errs.Len() == 0 || out.Len() > 0 {
			t.Errorf("run(%v) = %d, %s", args, code, &errs)
		}
	}
}
