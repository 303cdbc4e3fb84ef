package reports_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
)

func fails(got string, differs ...reports.Difference) reports.Scenario {
	return reports.Scenario{Status: reports.Failed, Got: got, Differs: differs}
}

func TestMannerTellsHowACaseFails(t *testing.T) {
	t.Parallel()
	lastModified := fails("Sun, 22 Nov 2026 17:55:05 GMT", reports.InResponse)
	lastModified.Respect = "Last-Modified"
	for _, c := range []struct {
		scenario reports.Scenario
		want     string
	}{
		{fails("412 AppendPositionConditionNotMet", reports.InStatus), "status 412 AppendPositionConditionNotMet"},
		{fails("201 Created; the blob changed: ETag \"0x1\"", reports.InEffect, reports.InStatus), "status 201, effect"},
		{fails("412 LeaseNotPresentWithBlobOperation", reports.InCode), "code LeaseNotPresentWithBlobOperation"},
		{fails("400 without an error code", reports.InCode), "code none"},
		{fails("304 Not Modified", reports.InStatus), "status 304"},
		{fails(`""`, reports.InCode, reports.InResponse), "code, response"},
		{fails("202 Accepted; it named another operation", reports.InStatus, reports.InResponse, reports.InEffect), "status 202, response, effect"},
		{lastModified, "response Last-Modified"},
		{fails("a page of another time", reports.InEffect), "effect"},
		{fails("x"), "effect"},
		{reports.Scenario{Status: reports.Blocked, BlockedBy: "BLOB-ETAG-01"}, "blocked by BLOB-ETAG-01"},
	} {
		m := reports.MannerOf(c.scenario)
		if got := m.String(); got != c.want {
			t.Errorf("manner of %+v = %q, want %q", c.scenario, got, c.want)
		}
		again, err := reports.ParseManner(c.want)
		if err != nil {
			t.Errorf("ParseManner(%q): %v", c.want, err)
		}
		if d := cmp.Diff(m, again); d != "" {
			t.Errorf("ParseManner(%q) -want +got:\n%s", c.want, d)
		}
	}
	if got := reports.MannerOf(reports.Scenario{Status: reports.Passed}); got.Differs != nil {
		t.Errorf("a case that passed fails: %v", got)
	}
}

func TestParseMannerRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "fails", "status 20", "status 201 Not Found", "effect, status 201", "effect, effect",
		"effect much", "code 412", "blocked by", "blocked by nobody", "status 201,effect", "status 201, code LeaseLost", "response \x1b[2J"} {
		if m, err := reports.ParseManner(text); err == nil {
			t.Errorf("ParseManner(%q) = %v, want an error", text, m)
		}
	}
}

func TestAgainst(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		old, now string
		want     reports.Relation
	}{
		{"status 201, effect", "status 201, effect", reports.Same},
		{"status 201, effect", "status 201", reports.Less},
		{"status 201, effect", "status 404 BlobNotFound", reports.Less},
		{"status 201, effect", "effect", reports.Less},
		{"status 201, effect", "code LeaseLost", reports.Less},
		{"status 201", "code LeaseLost", reports.Less},
		{"status 201", "status 500", reports.Otherwise},
		{"status 409 A", "status 409 B", reports.Otherwise},
		{"code A", "code B", reports.Otherwise},
		{"code A", "status 201", reports.Worse},
		{"code A", "code A, effect", reports.Worse},
		{"status 201", "status 201, effect", reports.Worse},
		{"status 201", "effect", reports.Otherwise},
		{"response ETag", "response Last-Modified", reports.Otherwise},
		{"blocked by BLOB-A-1", "blocked by BLOB-A-1", reports.Same},
		{"blocked by BLOB-A-1", "blocked by BLOB-A-2", reports.Otherwise},
		{"blocked by BLOB-A-1", "effect", reports.Otherwise},
	} {
		old, err := reports.ParseManner(c.old)
		if err != nil {
			t.Fatal(err)
		}
		now, err := reports.ParseManner(c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := now.Against(old); got != c.want {
			t.Errorf("%q against %q = %q, want %q", c.now, c.old, got, c.want)
		}
	}
}

// FuzzParseManner checks that every accepted text is written again unchanged.
func FuzzParseManner(f *testing.F) {
	for _, seed := range []string{"status 201, effect", "code LeaseLost", "response Last-Modified, effect", "blocked by BLOB-A-1", "status 400 none, code"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := reports.ParseManner(text)
		if err == nil && m.String() != text {
			t.Errorf("ParseManner(%q) is written as %q", text, m)
		}
	})
}
