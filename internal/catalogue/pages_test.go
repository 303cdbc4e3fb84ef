package catalogue

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/features"
	"ifmatch/steps"
	"ifmatch/steps/plan/register"
)

// TestEveryOperationHasAPage: every operation has a link, and the table names only operations that
// the suite knows.
func TestEveryOperationHasAPage(t *testing.T) {
	t.Parallel()
	known := map[string]bool{"Get Entity": true} // occurs only in batches
	for _, op := range steps.Language().Operations {
		known[pageName(op.Name)] = true
		if PageOf(op.Name) == "" {
			t.Errorf("%s has no page", op.Name)
		}
	}
	for name, p := range pages() {
		if p.operation && !known[name] {
			t.Errorf("there is a page for %q, which is no operation", name)
		}
	}
}

// TestPagesAreNamedAsMicrosoftNamesThem catches a slip in a slug: it is the name, followed by a
// number where Microsoft moved a page.
func TestPagesAreNamedAsMicrosoftNamesThem(t *testing.T) {
	t.Parallel()
	otherwise := []string{"Blob Batch of Delete Blob", "Blob Batch of Set Blob Tier", "Container Batch of Delete Blob", "Container Batch of Set Blob Tier",
		"Find Blobs by Tags in Container", "Get Page Ranges Diff", "Get Entity", "Entity Group Transaction", "Table Storage error codes", "Queue Storage error codes", "Azure Files error codes"}
	figure := regexp.MustCompile(`\d$`)
	for name, p := range pages() {
		want := strings.ToLower(strings.ReplaceAll(name, " ", "-"))
		if !slices.Contains(otherwise, name) && p.slug != want && figure.ReplaceAllString(p.slug, "") != want {
			t.Errorf("the page of %s is %q, want %q", name, p.slug, want)
		}
	}
}

func TestEveryDocumentOfThePageTablesIsOneOfTheRegister(t *testing.T) {
	t.Parallel()
	r, err := register.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	documents := map[string]bool{}
	for _, c := range r.Clauses {
		documents[c.Document] = true
	}
	for name, p := range pages() {
		if !p.operation && !documents[name] {
			t.Errorf("no clause is from %q", name)
		}
	}
	for service, name := range errorCodes {
		if PageOf(name) == "" {
			t.Errorf("the error codes of %s have no page", service)
		}
	}
}

func TestOperationsInText(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"Put Block List, Put Block and Put Block From URL", []string{"Put Block List", "Put Block", "Put Block From URL"}},
		{"Get Blob, Get Blob Properties and again Get Blob", []string{"Get Blob", "Get Blob Properties"}},
		{"a Put Page clear is a Put Page", []string{"Put Page"}},
		{"Lease Blob acquire", []string{"Lease Blob"}},
		{"Output Blobs are put blob", nil},
	} {
		if d := cmp.Diff(tc.want, operationsIn(tc.text)); d != "" {
			t.Errorf("operationsIn(%q) -want +got:\n%s", tc.text, d)
		}
	}
}
