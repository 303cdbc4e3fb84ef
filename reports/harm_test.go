package reports_test

import (
	"cmp"
	"testing"

	"ifmatch/reports"
)

// TestHarm: where the first column names a fault, a run against it wrote the texts. The
// others are as the steps word them.
func TestHarm(t *testing.T) {
	t.Parallel()
	status, code, response, effect := reports.InStatus, reports.InCode, reports.InResponse, reports.InEffect
	in := func(d ...reports.Difference) []reports.Difference { return d }
	for _, c := range []struct {
		fault     string
		differs   []reports.Difference
		respect   string
		want, got string
		harm      reports.Harm
	}{
		{"lease-acquire-while-leased", in(status), "status", "409 LeaseAlreadyPresent", "201 Created", reports.Unsafe},
		{"lease-acquire-while-leased", in(status, effect), "status", "412 * | 409 *", "201 Created; the blob changed: lease leased, locked, fixed", reports.Unsafe},
		{"dates-to-the-minute", in(status), "If-Unmodified-Since", "304 ConditionNotMet | 412 ConditionNotMet", "200 OK", reports.Unsafe},
		{"append-blob-seal-if-match-ignored", in(status, effect), "If-Match", "412 (ConditionNotMet)", "200 OK; the blob changed: properties true", reports.Unsafe},
		{"append-block-apart", in(effect), "one step", "1 × ok", "8 × 201 Created", reports.Unsafe},
		{"table-write-apart", in(effect), "one step", "1 × 204", "5 × 204 No Content, 3 × 412 UpdateConditionNotSatisfied", reports.Unsafe},
		{"if-match-without-blob", in(effect), "one step", "one of them, the other 412 ConditionNotMet | 404 BlobNotFound", "both", reports.Unsafe},
		{"get-blob-cached", in(effect), "one step", "12", "6", reports.Unsafe},
		{"append-block-etag-kept", in(response, effect), "ETag", "an ETag that the blob never had", `"0x8D"; the blob is not as asked: ETag "0x8D"; content 12 bytes "firstsecond"`, reports.Unsafe},
		{"copy-blob-not-performed", in(effect), "existence", "existence the resource", "existence no resource", reports.Unsafe},
		{"get-block-list-misses-uncommitted", in(effect), "committed blocks", "committed blocks none", "committed blocks YmxvY2s= (17 bytes)", reports.Unsafe},
		{"append-block-apart", in(response), "append offset", "each one of its own", `"15" twice`, reports.Unsafe},
		{"two holders of one lease", in(response), "lease id", "each one of its own", `"2b1f" twice`, reports.Unsafe},
		{"a message that two consumers took", in(effect), "visible messages", "each of 12 messages once", "message 4f1c 2 times", reports.Unsafe},
		{"a handle that shares nothing", in(status), "status", "STATUS_SHARING_VIOLATION", "ok", reports.Unsafe},

		{"blob-use-r-0-available-refused", in(status), "status", "success", "412 LeaseIdMissing", reports.Refuses},
		{"delete-blob-if-modified-since-inverted", in(status), "If-Modified-Since", "200", "304 ConditionNotMet", reports.Refuses},
		{"delete-blob-if-modified-since-inverted", in(status, effect), "If-Modified-Since", "202", `412 ConditionNotMet; the blob is still there: existence the resource`, reports.Refuses},
		{"delete-blob-if-modified-since-inverted", in(effect), "one step", "1 × ok", "8 × 412 ConditionNotMet", reports.Refuses},
		{"a server that crashes", in(status), "status", "201", "no answer", reports.Refuses},
		{"a server that is never satisfied", in(status), "If-Match", "at most 12 refusals with 412", "13 refusals", reports.Refuses},
		{"a handle that shares nothing", in(status), "status", "ok", "STATUS_SHARING_VIOLATION", reports.Refuses},

		{"etag-unchanged", in(effect), "ETag", "ETag one that the resource never had", `ETag "0x8D"`, reports.WrongEffect},
		{"blob-infinite-lease-ends", in(effect), "lease", "infinite", "fixed", reports.WrongEffect},
		{"blob-use-w-a-broken-code", in(code, effect), "lease", "broken, unlocked", "breaking, locked", reports.WrongEffect},
		{"copy-blob-loses-snapshots", in(effect), "snapshots", `snapshots 2026 (ETag "0x8D", content 2)`, "snapshots none", reports.WrongEffect},
		{"set-blob-properties-loses-metadata", in(effect), "metadata", "metadata version=2", "metadata none", reports.WrongEffect},
		{"a torn read", in(response), "content", `"second" under "0x2"`, `"first" under "0x2"`, reports.WrongEffect},
		{"window-one-second-short", in(response), "messages", "0", "1", reports.WrongEffect},
		{"a refusal that changes nothing but a stamp", in(status, effect), "If-Match", "412 ConditionNotMet", `404 BlobNotFound; the blob changed: ETag "0x8D"`, reports.WrongEffect},

		{"condition-before-existence", in(status), "If-Match", "404 BlobNotFound", "412 ConditionNotMet", reports.WrongStatus},
		{"another success", in(status), "status", "201", "202 Accepted", reports.WrongStatus},
		{"a third answer in a race", in(status), "If-Match", "ok or 412 ConditionNotMet", "404 BlobNotFound", reports.WrongStatus},

		{"append-block-answers-no-etag", in(response), "ETag", "some ETag", "none", reports.WrongResponse},
		{"append-block-answers-no-etag", in(response), "ETag", "each one of its own", `"" twice`, reports.WrongResponse},
		{"blob-lease-acq-0-available-not-done", in(response), "lease id", "each one of its own", `"00000000-0000-0000-0000-000000000000" twice`, reports.WrongResponse},
		{"put-block-list-last-modified-kept", in(response), "Last-Modified", "a Last-Modified after Thu, 01 Jan 2026 00:00:01 GMT", "Thu, 01 Jan 2026 00:00:01 GMT", reports.WrongResponse},

		{"blob-use-w-a-broken-code", in(code), "code", "412 LeaseLost", "412 LeaseIdMissing", reports.WrongCode},
	} {
		s := reports.Scenario{Status: reports.Failed, Service: "blob", Differs: c.differs, Respect: c.respect, Want: c.want, Got: c.got}
		if got := s.Harm(); got != c.harm {
			t.Errorf("%s: want %s, got %s: harm %d, want %d", c.fault, c.want, c.got, got, c.harm)
		}
	}
	lost := reports.Scenario{Status: reports.Failed, Service: "table", Differs: in(effect), Respect: "ETag", Want: `ETag one that the resource never had; properties n 2`, Got: `ETag W/"1"; properties n 1`}
	if got := lost.Harm(); got != reports.Unsafe {
		t.Errorf("an entity that keeps its properties: harm %d, want %d", got, reports.Unsafe)
	}
}

// TestWorstFirst puts failures in order, of cases and of probes.
func TestWorstFirst(t *testing.T) {
	t.Parallel()
	failed := func(id, level, want, got string, line int) reports.Scenario {
		return reports.Scenario{ID: id, Level: level, Feature: "blob/x", Line: line, Status: reports.Failed, Differs: []reports.Difference{reports.InStatus}, Want: want, Got: got}
	}
	other := failed("F-1/code", "must", "412 A", "412 B", 1)
	other.Differs, other.CodeLevel = []reports.Difference{reports.InCode}, "should"
	less := failed("H-1/less", "must", "412", "201", 2)
	less.Known = &reports.Known{Change: reports.Less}
	probe, old := failed("C-1/probe", "must", "201", "412", 90), failed("Z-1/known", "must", "412", "201", 91)
	probe.ProbeOf, old.Status, old.Known = "B-1/row", reports.KnownFailure, &reports.Known{}
	follows := failed("A-2/follows", "must", "412", "201", 1)
	follows.Cause = "Y-1/cause"
	race := failed("X-1/race", "must", "412", "201", 98)
	race.Cause = "X-2/cause" // which counts at should itself
	below := failed("A-3/follows", "must", "412", "201", 9)
	below.Cause = "G-1/below" // which does not decide the exit code
	tail := failed("X-4/follows", "should", "412", "201", 95)
	tail.Cause = "X-3/cause"
	r := reports.Run{Plan: reports.Plan{Level: "should"}, Scenarios: []reports.Scenario{
		follows, below, failed("Y-1/cause", "should", "404", "412", 99),
		race, failed("X-2/cause", "should", "404", "412", 97), failed("X-3/cause", "should", "404", "412", 96), tail,
		other, less, probe, old,
		failed("G-1/below", "observed", "412", "201", 3),
		failed("E-1/status", "must", "404", "412", 4),
		failed("D-1/refuses", "must", "201", "412", 5),
		failed("D-2/refuses-too", "must", "201", "412", 6),
		failed("D-3/should", "should", "201", "412", 4),
		failed("B-1/accepts", "should", "412", "201", 7),
		failed("A-1/accepts", "must", "412", "201", 8),
	}}
	want := []string{"X-2/cause", "Y-1/cause", "A-2/follows", "A-1/accepts", "A-3/follows", "X-1/race", "X-3/cause", "B-1/accepts", "X-4/follows", "C-1/probe", "D-1/refuses", "D-2/refuses-too", "D-3/should", "E-1/status", "F-1/code"}
	var got []string
	for _, s := range r.Accused() {
		got = append(got, s.ID)
	}
	if d := diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	worse := r.WorstFirst()
	if worse(r.Scenarios[11], other) < 0 || worse(less, other) < 0 {
		t.Error("what does not decide the exit code stands before what does")
	}
	if cmp.Compare(worse(other, less), 0) != -cmp.Compare(worse(less, other), 0) {
		t.Error("the order depends on the side")
	}
}
