package steps

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
	"ifmatch/steps/plan"
)

// The lease ids of the stage, by letter.
const (
	leaseA = "aaaaaaaa-0000-4000-8000-00000000000a"
	leaseB = "bbbbbbbb-0000-4000-8000-00000000000b"
	leaseC = "cccccccc-0000-4000-8000-00000000000c"
)

// stage is a scenario in which a blob had two versions and was modified half an
// hour ago, its source had two others, and Ann has read the blob and was granted
// a lease.
func stage(t *testing.T) (w *world, ann *actor, blob *thing) {
	t.Helper()
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	w = newWorld(&run{cfg: Config{Seed: 1}}, plan.Case{ID: "BLOB-A/x"})
	w.session = &target.Session{Clock: &fakeClock{now: now, movable: true}}
	w.leases = map[string]string{"A": leaseA, "B": leaseB, "C": leaseC}
	blob = &thing{label: "blob", etags: []string{`"0x1"`, `"0x2"`}, now: &ops.State{LastModified: now.Add(-30 * time.Minute)}}
	source := &thing{label: "source", res: ops.Resource{Blob: "source.bin"}, etags: []string{`"0x3"`, `"0x4"`}, now: &ops.State{LastModified: now.Add(-2 * time.Hour)}}
	w.things = map[string]*thing{"blob": blob, "source": source}
	ann = &actor{name: "Ann", seen: map[*thing]memory{blob: {etag: `"0x1"`, lastModified: "Thu, 01 Jan 2026 00:00:00 GMT", lease: "granted-to-ann"}}}
	return w, ann, blob
}

func asked(change func(*ops.Request)) ops.Request {
	req := ops.Request{Header: http.Header{}}
	change(&req)
	return req
}

// requestCell is a sentence and what it asks for.
type requestCell struct {
	operation, words string
	want             ops.Request
}

var requestCells = []requestCell{
	{"Put Blob", "", asked(func(*ops.Request) {})},
	{"Put Blob", "nothing", asked(func(*ops.Request) {})},

	// ETag words.
	{"Put Blob", "If-Match current", asked(func(r *ops.Request) { r.IfMatch = ptr(`"0x2"`) })},
	{"Put Blob", "If-Match stale", asked(func(r *ops.Request) { r.IfMatch = ptr(`"0x1"`) })},
	{"Put Blob", "If-Match remembered", asked(func(r *ops.Request) { r.IfMatch = ptr(`"0x1"`) })},
	{"Put Blob", "If-None-Match *", asked(func(r *ops.Request) { r.IfNoneMatch = ptr("*") })},
	{"Put Blob", "If-Match garbage", asked(func(r *ops.Request) { r.IfMatch = ptr(`"garbage"`) })},
	{"Put Blob", "If-Match weak current", asked(func(r *ops.Request) { r.IfMatch = ptr(`W/"0x2"`) })},
	{"Put Blob", "If-Match unquoted current", asked(func(r *ops.Request) { r.IfMatch = ptr(`0x2`) })},
	{"Put Blob", "If-Match weak unquoted stale | current", asked(func(r *ops.Request) { r.IfMatch = ptr(`W/0x1,"0x2"`) })},
	{"Put Blob", "If-Match current, If-None-Match stale", asked(func(r *ops.Request) { r.IfMatch, r.IfNoneMatch = ptr(`"0x2"`), ptr(`"0x1"`) })},

	// Dates: relative to the Last-Modified of the blob, 11:30 on 2 January, a Friday.
	{"Put Blob", "If-Modified-Since earlier", asked(func(r *ops.Request) { r.IfModifiedSince = ptr("Fri, 02 Jan 2026 10:30:00 GMT") })},
	{"Put Blob", "If-Modified-Since same", asked(func(r *ops.Request) { r.IfModifiedSince = ptr("Fri, 02 Jan 2026 11:30:00 GMT") })},
	{"Put Blob", "If-Modified-Since later", asked(func(r *ops.Request) { r.IfModifiedSince = ptr("Fri, 02 Jan 2026 11:30:01 GMT") })},
	{"Put Blob", "If-Unmodified-Since yesterday", asked(func(r *ops.Request) { r.IfUnmodifiedSince = ptr("Thu, 01 Jan 2026 12:00:00 GMT") })},
	{"Put Blob", "If-Unmodified-Since tomorrow", asked(func(r *ops.Request) { r.IfUnmodifiedSince = ptr("Sat, 03 Jan 2026 12:00:00 GMT") })},
	{"Put Blob", "If-Unmodified-Since remembered", asked(func(r *ops.Request) { r.IfUnmodifiedSince = ptr("Thu, 01 Jan 2026 00:00:00 GMT") })},
	{"Put Blob", "If-Unmodified-Since garbage", asked(func(r *ops.Request) { r.IfUnmodifiedSince = ptr("null") })},
	{"Put Blob", "If-Unmodified-Since two dates", asked(func(r *ops.Request) {
		r.IfUnmodifiedSince = ptr("Fri, 02 Jan 2026 11:30:00 GMT,Fri, 02 Jan 2026 10:30:00 GMT")
	})},

	// What comes of a condition.
	{"Put Blob", "If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met", asked(func(r *ops.Request) {
		r.IfMatch, r.IfNoneMatch = ptr(`"0x2"`), ptr(`"0x1"`)
		r.IfModifiedSince, r.IfUnmodifiedSince = ptr("Fri, 02 Jan 2026 10:30:00 GMT"), ptr("Fri, 02 Jan 2026 11:30:00 GMT")
	})},
	{"Put Blob", "If-Match unmet, If-None-Match unmet, If-Modified-Since unmet, If-Unmodified-Since unmet", asked(func(r *ops.Request) {
		r.IfMatch, r.IfNoneMatch = ptr(`"0x1"`), ptr(`"0x2"`)
		r.IfModifiedSince, r.IfUnmodifiedSince = ptr("Fri, 02 Jan 2026 11:30:00 GMT"), ptr("Fri, 02 Jan 2026 10:30:00 GMT")
	})},
	{"Put Blob", "If-Match absent, If-Modified-Since absent", asked(func(*ops.Request) {})},

	// A copy has a source with conditions of its own.
	{"Copy Blob", "nothing", asked(func(r *ops.Request) { r.Source = &ops.Resource{Blob: "source.bin"} })},
	{"Copy Blob", "source If-Match current, If-Match current", asked(func(r *ops.Request) {
		r.SourceIfMatch, r.IfMatch, r.Source = ptr(`"0x4"`), ptr(`"0x2"`), &ops.Resource{Blob: "source.bin"}
	})},
	{"Copy Blob", "source If-None-Match stale, source If-Modified-Since same, source If-Unmodified-Since later", asked(func(r *ops.Request) {
		r.SourceIfNoneMatch, r.Source = ptr(`"0x3"`), &ops.Resource{Blob: "source.bin"}
		r.SourceIfModifiedSince, r.SourceIfUnmodifiedSince = ptr("Fri, 02 Jan 2026 10:00:00 GMT"), ptr("Fri, 02 Jan 2026 10:00:01 GMT")
	})},
	{"Copy Blob", "source source", asked(func(r *ops.Request) { r.Source = &ops.Resource{Blob: "source.bin"} })},
	{"Copy Blob", "source lease id A", asked(func(r *ops.Request) {
		r.Source = &ops.Resource{Blob: "source.bin"}
		r.Header.Set("x-ms-source-lease-id", leaseA)
	})},
	{"Copy Blob", `tags condition "a"='1', source tags condition "b"='2'`, asked(func(r *ops.Request) {
		r.IfTags, r.SourceIfTags, r.Source = ptr(`"a"='1'`), ptr(`"b"='2'`), &ops.Resource{Blob: "source.bin"}
	})},
	{"Abort Copy Blob", "copy id 7f", asked(func(r *ops.Request) { r.CopyID = ptr("7f") })},
	{"Abort Copy Blob", "no copy id", asked(func(*ops.Request) {})},

	// Lease ids and their notations.
	{"Put Blob", "lease id A", asked(func(r *ops.Request) { r.LeaseID = ptr(leaseA) })},
	{"Put Blob", "lease id granted", asked(func(r *ops.Request) { r.LeaseID = ptr("granted-to-ann") })},
	{"Put Blob", "lease id malformed", asked(func(r *ops.Request) { r.LeaseID = ptr("invalid") })},
	{"Put Blob", "lease id A upper-case", asked(func(r *ops.Request) { r.LeaseID = ptr(strings.ToUpper(leaseA)) })},
	{"Put Blob", "lease id A bare", asked(func(r *ops.Request) { r.LeaseID = ptr(strings.ReplaceAll(leaseA, "-", "")) })},
	{"Put Blob", "lease id B braced", asked(func(r *ops.Request) { r.LeaseID = ptr("{" + leaseB + "}") })},
	{"Put Blob", "lease id C parenthesised", asked(func(r *ops.Request) { r.LeaseID = ptr("(" + leaseC + ")") })},
	{"Put Blob", "no lease id", asked(func(r *ops.Request) { r.Drop = []string{"x-ms-lease-id"} })},

	// What the lease operations name unless they are told.
	{"Lease Blob acquire", "nothing", asked(func(r *ops.Request) { r.ProposedID, r.Duration = ptr(leaseA), ptr("60") })},
	{"Lease Blob acquire", "proposed id B, duration infinite", asked(func(r *ops.Request) { r.ProposedID, r.Duration = ptr(leaseB), ptr("-1") })},
	{"Lease Blob acquire", "no proposed id, no duration", asked(func(r *ops.Request) { r.Drop = []string{"x-ms-proposed-lease-id", "x-ms-lease-duration"} })},
	{"Lease Container renew", "nothing", asked(func(r *ops.Request) { r.LeaseID = ptr(leaseA) })},
	{"Lease Blob release", "lease id B", asked(func(r *ops.Request) { r.LeaseID = ptr(leaseB) })},
	{"Lease Blob change", "nothing", asked(func(r *ops.Request) { r.LeaseID, r.ProposedID = ptr(leaseA), ptr(leaseB) })},
	{"Lease Blob change", "lease id B, proposed id C", asked(func(r *ops.Request) { r.LeaseID, r.ProposedID = ptr(leaseB), ptr(leaseC) })},
	{"Lease Blob break", "break period 0", asked(func(r *ops.Request) { r.BreakPeriod = ptr("0") })},
	{"Lease Blob break", "lease action revoke", asked(func(r *ops.Request) { r.Header.Set("x-ms-lease-action", "revoke") })},
	{"Lease Blob break", "no lease action", asked(func(r *ops.Request) { r.Drop = []string{"x-ms-lease-action"} })},

	// Everything else.
	{"Put Blob", `content "a, b", content type "text/css", metadata "a=1", tags "b=2"`, asked(func(r *ops.Request) {
		r.Body, r.ContentType, r.Metadata, r.Tags = []byte("a, b"), "text/css", map[string]string{"a": "1"}, map[string]string{"b": "2"}
	})},
	{"Append Block", "append position 7, max size 9", asked(func(r *ops.Request) { r.AppendPos, r.MaxSize = ptr("7"), ptr("9") })},
	{"Put Page", "sequence number at most 1, sequence number below 2, sequence number exactly 3, range 512-1023", asked(func(r *ops.Request) {
		r.IfSequenceLE, r.IfSequenceLT, r.IfSequenceEQ = ptr("1"), ptr("2"), ptr("3")
		r.Offset, r.Count = 512, 512
	})},
	{"Set Blob Properties", "sequence action update, sequence number 7, size 1024", asked(func(r *ops.Request) {
		r.SequenceAction, r.SequenceNumber, r.Size = "update", ptr(int64(7)), ptr(int64(1024))
	})},
	{"Delete Blob", "delete snapshots include, api version 2019-12-12", asked(func(r *ops.Request) {
		r.DeleteSnapshots = "include"
		r.Header.Set("x-ms-version", "2019-12-12")
	})},
	{"Set Container ACL", `policy "readers"`, asked(func(r *ops.Request) {
		noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
		r.Policies = []ops.Policy{{ID: "readers", Permission: "rl", Start: noon.Add(-time.Hour), Expiry: noon.Add(time.Hour)}}
	})},
	{"Set Container ACL", "policy none", asked(func(r *ops.Request) { r.Policies = []ops.Policy{} })},
}

func TestRequestCells(t *testing.T) {
	t.Parallel()
	for _, tt := range requestCells {
		w, ann, blob := stage(t)
		op, ok := ops.Lookup(tt.operation)
		if !ok {
			t.Fatalf("no operation %q", tt.operation)
		}
		got, err := w.request(ann, op, blob, tt.words)
		if err != nil {
			t.Errorf("%s with %s: %v", tt.operation, tt.words, err)
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s with %s -want +got:\n%s", tt.operation, tt.words, d)
		}
	}
}

// TestEveryKeyIsTried keeps the table above and the vocabulary of request cells
// together.
func TestEveryKeyIsTried(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for _, tt := range slices.Concat(tableCells, queueCells, requestCells) {
		if tt.words == "" {
			continue
		}
		terms, err := cell.ParseRequest(tt.words)
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range terms {
			tried[term.Key] = tried[term.Key] || !term.No
		}
	}
	for _, key := range cell.Keys {
		if !tried[key] {
			t.Errorf("no request cell above says %q", key)
		}
	}
}

func TestInventedWordsNeverRepeat(t *testing.T) {
	t.Parallel()
	w, ann, blob := stage(t)
	put, _ := ops.Lookup("Put Blob")
	abort, _ := ops.Lookup("Abort Copy Blob")
	seen := []string{leaseA, leaseB, leaseC}
	etag := regexp.MustCompile(`^"0x8D[0-9A-F]{13}"$`)
	guid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	for range 3 {
		req, err := w.request(ann, put, blob, "If-Match other, lease id other")
		if err != nil {
			t.Fatal(err)
		}
		other, err := w.request(ann, abort, blob, "copy id other")
		if err != nil {
			t.Fatal(err)
		}
		if !etag.MatchString(*req.IfMatch) || !guid.MatchString(*req.LeaseID) || !guid.MatchString(*other.CopyID) {
			t.Errorf("an other ETag is %s, lease id %s, copy id %s", *req.IfMatch, *req.LeaseID, *other.CopyID)
		}
		for _, word := range []string{*req.IfMatch, *req.LeaseID, *other.CopyID} {
			if slices.Contains(seen, word) {
				t.Errorf("%s comes twice", word)
			}
			seen = append(seen, word)
		}
	}
}

func TestAPageWriteFillsItsRange(t *testing.T) {
	t.Parallel()
	w, ann, blob := stage(t)
	blob.res.Kind = ops.PageBlob
	op, _ := ops.Lookup("Put Page")
	req, err := w.request(ann, op, blob, `content "words", range 0-511`)
	if err != nil {
		t.Fatal(err)
	}
	if want := "words" + strings.Repeat(" ", 507); string(req.Body) != want {
		t.Errorf("body = %q, want %q", req.Body, want)
	}
}

func TestRequestCellsRefuse(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ words, want string }{
		"no key":               {"colour blue", "names nothing that a request can carry"},
		"no ETag word":         {"If-Match older", `read ETag "older"`},
		"no date":              {"If-Modified-Since noon", `read date "noon"`},
		"a date for an ETag":   {"If-Match same", `read ETag "same"`},
		"an ETag for a date":   {"If-Modified-Since current", `read date "current"`},
		"no lease id":          {"lease id Z", `"Z" is no lease id`},
		"no notation":          {"lease id A slanted", `"slanted" is no notation of a GUID`},
		"three words":          {"lease id A upper-case bare", "is no lease id"},
		"no number":            {"size big", `"big" is not a whole number`},
		"no range":             {"range 5", `range "5" is not of the form 0-511`},
		"a range backwards":    {"range 9-5", `range "9-5" is not of the form`},
		"no metadata":          {`metadata "a"`, "is not of the form key=value"},
		"no tags":              {`tags "a"`, "are not of the form key=value"},
		"no such source":       {"source elsewhere", "the scenario has no elsewhere yet"},
		"nothing to leave out": {"no If-None-Match", "has no default that could be left out"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, ann, blob := stage(t)
			op, _ := ops.Lookup("Put Blob")
			checkRefusal(t, w, ann, op, blob, tt.words, tt.want, reports.Error)
		})
	}
}

func checkRefusal(t *testing.T, w *world, a *actor, op ops.Operation, blob *thing, words, want string, status reports.Status) {
	t.Helper()
	req, err := w.request(a, op, blob, words)
	var v *verdict
	if !errors.As(err, &v) || v.status != status || !strings.Contains(v.reason, want) {
		t.Errorf("request with %q = %+v, %v, want %s with %q", words, req, err, status, want)
	}
}

func TestWhatTheScenarioDoesNotKnowCannotBeAskedFor(t *testing.T) {
	t.Parallel()
	put, _ := ops.Lookup("Put Blob")
	w, _, blob := stage(t)
	bob := &actor{name: "Bob", seen: map[*thing]memory{}}
	checkRefusal(t, w, bob, put, blob, "If-Match remembered", "Bob has read no ETag of the blob", reports.Error)
	checkRefusal(t, w, bob, put, blob, "If-Modified-Since remembered", "Bob has read no Last-Modified of the blob", reports.Error)
	checkRefusal(t, w, bob, put, blob, "lease id granted", "Bob was granted no lease", reports.Error)
	// A service that gives two versions the same ETag is to blame, not the scenario.
	blob.etags = blob.etags[:1]
	checkRefusal(t, w, bob, put, blob, "If-Match stale", `all its versions had "0x1"`, reports.Blocked)
	blob.etags = nil
	checkRefusal(t, w, bob, put, blob, "If-Match stale", "the blob has no stale ETag", reports.Error)
	checkRefusal(t, w, bob, put, blob, "If-Match current", "the blob has no current ETag", reports.Error)
	delete(w.things, "source")
	checkRefusal(t, w, bob, put, blob, "source If-Match current", "the scenario has no source yet", reports.Error)
}
