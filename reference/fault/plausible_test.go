package fault_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ifmatch/reference/fault"
)

// plausible is a bug that an emulator might well have, as described in testdata/plausible.tsv and testdata/further.tsv.
type plausible struct{ name, service, family, fault, rule, document string }

// plausibleBugs reads the descriptions. The further ones were written later, without looking at the features.
func plausibleBugs(t *testing.T) []plausible {
	t.Helper()
	return append(describedIn(t, "testdata/plausible.tsv"), describedIn(t, "testdata/further.tsv")...)
}

func describedIn(t *testing.T, file string) (all []plausible) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if want := "name\tservice\tfamily\tfault\trule\tdocument"; lines[0] != want {
		t.Fatalf("the columns of %s are %q, want %q", file, lines[0], want)
	}
	for i, line := range lines[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 6 || slices.Contains(f, "") {
			t.Fatalf("%s:%d has %d columns, or an empty one: %s", file, i+2, len(f), line)
		}
		all = append(all, plausible{f[0], f[1], f[2], f[3], f[4], f[5]})
	}
	return all
}

func TestDescriptionsOfPlausibleBugs(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	named := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)
	for _, p := range plausibleBugs(t) {
		if seen[p.name] || !named.MatchString(p.name) {
			t.Errorf("%q stands twice, or is no name", p.name)
		}
		seen[p.name] = true
		if !slices.Contains([]string{"blob", "container", "queue", "table", "file"}, p.service) {
			t.Errorf("%s is of service %q", p.name, p.service)
		}
	}
	if len(seen) < 200 {
		t.Errorf("%d bugs are described, want 200", len(seen))
	}
}

// sameAs lists the bugs that a generated fault already covers, with the name of that fault.
var sameAs = map[string]string{
	"set-tags-changes-etag": "set-blob-tags-stamps-anew", "put-block-changes-etag": "put-block-stamps-anew",
	"if-match-list-only-first": "if-match-first-tag-only", "read-none-match-or-modified-as-and": "read-all-must-hold",
	"write-failed-modified-since-304": "write-not-modified", "if-unmodified-since-subsecond": "unmodified-since-at-equality",
	"none-match-star-or-modified-since": "write-none-match-or-modified-since", "put-blob-keeps-staged-blocks": "put-blob-keeps-uncommitted-blocks",
	"unlisted-staged-blocks-survive-commit": "put-block-list-keeps-uncommitted-blocks", "peek-raises-dequeue-count": "peek-counts",
	"table-star-on-missing-upserts": "table-update-creates", "table-delete-without-if-match": "delete-entity-if-match-optional",
	"batch-partially-applied": "transaction-half-applied", "table-update-if-match-race": "update-entity-apart",
	"table-merge-if-match-race": "merge-entity-apart", "table-delete-if-match-race": "delete-entity-apart", "table-insert-two-winners": "insert-entity-apart",
	"upsert-merge-loses-properties": "insert-or-merge-entity-apart", "batch-conditions-checked-first-then-applied": "entity-group-transaction-apart",
	"old-receipt-updates-after-update": "receipt-not-rotated", "list-blobs-stale-cache": "list-blobs-cached", "failed-write-advances-etag": "put-blob-stamps-failures",
	"change-repeated-to-current-id-refused": "blob-lease-chg-ba-leased-refused",

	"put-blob-if-match-outside-lock": "put-blob-if-match-before-body", "put-block-list-ignores-if-match": "put-block-list-if-match-ignored", "block-list-leaves-other-blocks": "put-block-list-keeps-uncommitted-blocks",
	"append-reads-length-first": "append-overwrites-parallel-append", "set-metadata-keeps-etag": "set-blob-metadata-stamp-kept", "etag-of-one-second": "etag-from-second-timestamp",
	"get-blob-none-match-412": "get-blob-answers-as-a-write", "delete-blob-ignores-lease": "delete-blob-lease-id-ignored", "renew-after-expiry-refused": "blob-lease-ren-a-expired-refused",
	"renew-after-expiry-and-write": "expired-lease-renew-after-write", "break-period-extends-lease": "break-longer-than-remaining", "acquire-while-breaking": "blob-lease-acq-a-breaking-granted",
	"delete-container-ignores-lease": "delete-container-lease-id-ignored", "create-container-two-creators": "create-container-apart", "merge-without-lock": "merge-entity-apart",
	"batch-keeps-earlier-operations": "transaction-half-applied", "update-message-old-receipt-valid": "receipt-not-rotated", "get-messages-to-two": "get-messages-duplicate",
	"put-range-ignores-lease": "put-range-lease-id-ignored", "upsert-of-same-keeps-etag": "insert-or-replace-keeps-etag-if-equal", "update-message-raises-count": "update-message-counts",
	"late-receipt-refused": "receipt-dies-with-visibility", "unmodified-since-with-fractions": "unmodified-since-at-equality", "change-retry-refused": "blob-lease-chg-ba-leased-refused",
	"break-zero-while-breaking": "blob-lease-brk-0-breaking-not-done", "put-range-keeps-etag": "put-range-stamp-kept", "file-lease-of-15-seconds": "lease-file-any-duration",
	"upserts-merge-lost": "insert-or-merge-entity-apart", "container-acquire-two-winners": "lease-container-acquire-apart", "container-create-two-winners": "create-container-apart",
}

// TestEmulatorsAreDescribed checks the faults of emulators against the descriptions.
func TestEmulatorsAreDescribed(t *testing.T) {
	t.Parallel()
	described := map[string]bool{}
	for _, p := range plausibleBugs(t) {
		described[p.name] = true
	}
	made := 0
	for _, f := range fault.Permanent() {
		if f.Family != "emulator" && f.Family != "arrival" {
			continue
		}
		if made++; !described[f.Name] {
			t.Errorf("%s is not described: add a row to testdata/plausible.tsv, or choose another family", f.Name)
		}
	}
	for bug, f := range sameAs {
		if _, found := fault.Lookup(f); !found || !described[bug] {
			t.Errorf("%s is said to be the fault %s", bug, f)
		}
		made++
	}
	if made < 120 {
		t.Errorf("%d of %d are made, want 120", made, len(described))
	}
}
