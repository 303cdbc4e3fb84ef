package rules_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ifmatch/reference/condition"
	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

// documentTable reads one of the documents' own tables, without its first line.
func documentTable(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile("../../features/tables/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		rows = append(rows, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
	}
	if len(rows) < 5 {
		t.Fatalf("%s has only %d lines", name, len(rows))
	}
	return rows[1:]
}

// named returns the operations that a document calls by one name: each lease operation is five.
func named(t *testing.T, name string) []op.Operation {
	t.Helper()
	var all []op.Operation
	for _, o := range op.Of(op.BlobService) {
		if n := o.String(); n == name || strings.HasPrefix(name, "Lease ") && strings.HasPrefix(n, name+" ") {
			all = append(all, o)
		}
	}
	if len(all) == 0 {
		t.Fatalf("no operation is called %s", name)
	}
	return all
}

func TestConditionalHeadersAreThoseOfTheDocument(t *testing.T) {
	t.Parallel()
	kinds := map[string]condition.Kind{"IM": condition.Match, "INM": condition.NoneMatch, "IMS": condition.ModifiedSince, "IUS": condition.UnmodifiedSince}
	for _, row := range documentTable(t, "conditional-headers-support.tsv") {
		want := condition.None
		for word := range strings.FieldsSeq(row[2]) {
			want |= kinds[word]
		}
		for _, o := range named(t, row[0]) {
			if got := rules.Documented().Operations[o].Headers; got != want {
				t.Errorf("%s evaluates %04b, the document says %s (%04b)", o, got, row[2], want)
			}
		}
	}
}

func TestArticleTables(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"article-blob-operations.tsv", "article-container-operations.tsv"} {
		for _, row := range documentTable(t, table) {
			for _, o := range named(t, row[1]) {
				rule := rules.Documented().Operations[o]
				if want := row[2] == "Yes"; rule.Stamped != want {
					t.Errorf("%s: returns an ETag: %v, the article says %s", o, rule.Stamped, row[2])
				}
				if want := strings.HasPrefix(row[3], "Yes"); (rule.Headers != condition.None) != want {
					t.Errorf("%s: evaluates %04b, the article says %s", o, rule.Headers, row[3])
				}
			}
		}
	}
	for table, itself := range map[string]string{"article-blob-lease-operations.tsv": "Lease Blob", "article-container-lease-operations.tsv": "Lease Container"} {
		for _, row := range documentTable(t, table) {
			for _, o := range named(t, row[1]) {
				// A lease operation is judged by its own matrix, not by that of use attempts.
				if got, want := rules.Documented().Operations[o].Lease != lease.Unleased, row[1] != itself; got != want {
					t.Errorf("%s uses leases: %v, want %v", o, got, want)
				}
			}
		}
	}
}

func TestOnlyBlobReadsFollowTheReadRule(t *testing.T) {
	t.Parallel()
	want := []op.Operation{op.GetBlob, op.GetBlobProperties, op.GetBlobMetadata, op.GetPageRanges, op.GetPageRangesDiff}
	for _, o := range op.Of(op.BlobService) {
		if got := rules.Documented().Operations[o].Reads; got != slices.Contains(want, o) {
			t.Errorf("%s follows the rule of reads: %v", o, got)
		}
	}
}

func TestWhatRestampsIsStampedAndNoRead(t *testing.T) {
	t.Parallel()
	for _, o := range op.Of(op.BlobService) {
		rule := rules.Documented().Operations[o]
		if rule.Restamps && (!rule.Stamped || rule.Reads) {
			t.Errorf("%s gives a new stamp, but shows none or reads", o)
		}
		if rule.Wildcard == rules.MustNotExist && rule.Missing != rules.Creates {
			t.Errorf("%s can fail because the blob exists, but creates none", o)
		}
	}
}

func TestAlteredRulesAreACopy(t *testing.T) {
	t.Parallel()
	documented := rules.Documented()
	altered := documented.Altered(func(r *rules.Rules) {
		r.BlobLease[lease.AcquireOther][lease.Leased].Code = ""
		r.Operations[op.PutBlob].Restamps = false
		slices.Reverse(r.Checks)
		r.Answers[errcode.LeaseLost] = rules.Answer{Status: 500}
		r.Limits.LeaseMin = 0
		r.Conditions.WriteSets = 0
	})
	again := altered.Altered(func(r *rules.Rules) { r.Answers[errcode.LeaseIDMissing] = rules.Answer{Status: 500} })
	switch {
	case documented.BlobLease[lease.AcquireOther][lease.Leased].Code == "",
		!documented.Operations[op.PutBlob].Restamps,
		documented.Checks[0] != rules.Existence,
		len(documented.Answers) != 0,
		documented.Limits.LeaseMin == 0,
		documented.Conditions.WriteSets == 0:
		t.Error("the documented rules have changed")
	case len(altered.Answers) != 1, len(again.Answers) != 2:
		t.Error("a copy shares its answers with the copy that was made of it")
	}
}
