package reports_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
)

func TestPackedExchangesAreWritten(t *testing.T) {
	t.Parallel()
	plain := reports.Scenario{ID: "BLOB-TAB-01E/row", Feature: "blob/f", Line: 1, Clauses: []string{"BLOB-TAB-01E"}, Level: "must", Service: "blob", Status: reports.Passed,
		Exchanges: []reports.Exchange{
			{Step: "When a client sends Put Blob", Method: "PUT", URL: "http://h/?sig=REDACTED", RequestHeader: []reports.Header{{Name: "If-Match", Value: `"0x1"`}}, RequestBody: "é\x00", Status: 201},
			{Method: "GET", URL: "http://h/", Error: "no answer"},
		}}
	run := reports.Run{Schema: reports.Schema, Plan: reports.Plan{Level: "must"}, Summary: reports.Summary{Planned: 1, Passed: 1}}
	written := func(s reports.Scenario) string {
		var b bytes.Buffer
		run.Scenarios = []reports.Scenario{s}
		if err := reports.Encode(&b, run); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	packed := plain
	if err := packed.Pack(); err != nil || packed.Exchanges != nil || packed.Packed == nil {
		t.Fatalf("Pack left %d exchanges and %d bytes: %v", len(packed.Exchanges), len(packed.Packed), err)
	}
	if diff := cmp.Diff(written(plain), written(packed)); diff != "" {
		t.Errorf("the result (-plain +packed):\n%s", diff)
	}
	if got, err := packed.Unpacked(); err != nil || !cmp.Equal(plain, got) {
		t.Errorf("unpacked (-want +got), %v:\n%s", err, cmp.Diff(plain, got))
	}
	packed.Packed = packed.Packed[:len(packed.Packed)/2]
	if _, err := packed.Unpacked(); err == nil {
		t.Error("half of it is unpacked without an error")
	}
	packed.Forget()
	if got, err := packed.Unpacked(); err != nil || len(got.Exchanges) != 0 {
		t.Errorf("what was forgotten has %d exchanges, %v", len(got.Exchanges), err)
	}
}
