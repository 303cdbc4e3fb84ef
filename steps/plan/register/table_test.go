package register

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestLoadTableKeepsTheDocumentsOrder(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{"tables/ops.tsv": {Data: []byte("operation\tETag\nPut Blob\tYes\nGet Blob\t\n")}}
	got, err := LoadTable(fsys, "ops")
	if err != nil {
		t.Fatalf("LoadTable = %v, want no error", err)
	}
	want := &Table{
		Columns: []string{"operation", "ETag"},
		Rows:    []map[string]string{{"operation": "Put Blob", "ETag": "Yes"}, {"operation": "Get Blob", "ETag": ""}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("LoadTable (-want +got):\n%s", diff)
	}
}

func TestLoadTableNamesFileAndLine(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{"tables/ops.tsv": {Data: []byte("operation\tETag\nPut Blob\n")}}
	if _, err := LoadTable(fsys, "ops"); err == nil || !strings.Contains(err.Error(), "tables/ops.tsv line 2") {
		t.Errorf("LoadTable = %v, want an error about tables/ops.tsv line 2", err)
	}
	if _, err := LoadTable(fsys, "verbs"); err == nil || !strings.Contains(err.Error(), "verbs") {
		t.Errorf("LoadTable of a missing table = %v, want an error that names it", err)
	}
}
