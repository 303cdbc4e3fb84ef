package blob

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
	"ifmatch/steps/account"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// requestCells are request cells and the requests that they ask for.
var requestCells = []struct {
	operation, words string
	want             func(r *ops.Request)
}{
	{"Put Blob", "nothing", func(*ops.Request) {}},
	{"Put Blob", "nothing", func(*ops.Request) {}},

	// ETag words.
	{"Put Blob", "If-Match current", func(r *ops.Request) { r.IfMatch = new(`"0x2"`) }},
	{"Put Blob", "If-Match stale", func(r *ops.Request) { r.IfMatch = new(`"0x1"`) }},
	{"Put Blob", "If-Match remembered", func(r *ops.Request) { r.IfMatch = new(`"0x1"`) }},
	{"Put Blob", "If-None-Match *", func(r *ops.Request) { r.IfNoneMatch = new("*") }},
	{"Put Blob", "If-Match garbage", func(r *ops.Request) { r.IfMatch = new(`"garbage"`) }},
	{"Put Blob", "If-Match weak current", func(r *ops.Request) { r.IfMatch = new(`W/"0x2"`) }},
	{"Put Blob", "If-Match unquoted current", func(r *ops.Request) { r.IfMatch = new(`0x2`) }},
	{"Put Blob", "If-Match weak unquoted stale | current", func(r *ops.Request) { r.IfMatch = new(`W/0x1,"0x2"`) }},
	{"Put Blob", "If-Match current, If-None-Match stale", func(r *ops.Request) { r.IfMatch, r.IfNoneMatch = new(`"0x2"`), new(`"0x1"`) }},

	// Dates: relative to the Last-Modified of the blob, 11:30 on 2 January, a Friday.
	{"Put Blob", "If-Modified-Since earlier", func(r *ops.Request) { r.IfModifiedSince = new("Fri, 02 Jan 2026 10:30:00 GMT") }},
	{"Put Blob", "If-Modified-Since same", func(r *ops.Request) { r.IfModifiedSince = new("Fri, 02 Jan 2026 11:30:00 GMT") }},
	{"Put Blob", "If-Modified-Since later", func(r *ops.Request) { r.IfModifiedSince = new("Fri, 02 Jan 2026 11:30:01 GMT") }},
	{"Put Blob", "If-Unmodified-Since yesterday", func(r *ops.Request) { r.IfUnmodifiedSince = new("Thu, 01 Jan 2026 12:00:00 GMT") }},
	{"Put Blob", "If-Unmodified-Since tomorrow", func(r *ops.Request) { r.IfUnmodifiedSince = new("Sat, 03 Jan 2026 12:00:00 GMT") }},
	{"Put Blob", "If-Unmodified-Since remembered", func(r *ops.Request) { r.IfUnmodifiedSince = new("Thu, 01 Jan 2026 00:00:00 GMT") }},
	{"Put Blob", "If-Unmodified-Since garbage", func(r *ops.Request) { r.IfUnmodifiedSince = new("null") }},
	{"Put Blob", "If-Unmodified-Since two dates", func(r *ops.Request) {
		r.IfUnmodifiedSince = new("Fri, 02 Jan 2026 11:30:00 GMT,Fri, 02 Jan 2026 10:30:00 GMT")
	}},

	// Outcomes of a condition.
	{"Put Blob", "If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met", func(r *ops.Request) {
		r.IfMatch, r.IfNoneMatch = new(`"0x2"`), new(`"0x1"`)
		r.IfModifiedSince, r.IfUnmodifiedSince = new("Fri, 02 Jan 2026 10:30:00 GMT"), new("Fri, 02 Jan 2026 11:30:00 GMT")
	}},
	{"Put Blob", "If-Match unmet, If-None-Match unmet, If-Modified-Since unmet, If-Unmodified-Since unmet", func(r *ops.Request) {
		r.IfMatch, r.IfNoneMatch = new(`"0x1"`), new(`"0x2"`)
		r.IfModifiedSince, r.IfUnmodifiedSince = new("Fri, 02 Jan 2026 11:30:00 GMT"), new("Fri, 02 Jan 2026 10:30:00 GMT")
	}},
	{"Put Blob", "If-Match absent, If-Modified-Since absent", func(*ops.Request) {}},

	// A copy has a source with conditions of its own.
	{"Copy Blob", "nothing", func(r *ops.Request) { r.Source = &ops.Address{Blob: "source.bin"} }},
	{"Copy Blob", "source If-Match current, If-Match current", func(r *ops.Request) {
		r.SourceIfMatch, r.IfMatch, r.Source = new(`"0x4"`), new(`"0x2"`), &ops.Address{Blob: "source.bin"}
	}},
	{"Copy Blob", "source If-None-Match stale, source If-Modified-Since same, source If-Unmodified-Since later", func(r *ops.Request) {
		r.SourceIfNoneMatch, r.Source = new(`"0x3"`), &ops.Address{Blob: "source.bin"}
		r.SourceIfModifiedSince, r.SourceIfUnmodifiedSince = new("Fri, 02 Jan 2026 10:00:00 GMT"), new("Fri, 02 Jan 2026 10:00:01 GMT")
	}},
	{"Copy Blob", "source source", func(r *ops.Request) { r.Source = &ops.Address{Blob: "source.bin"} }},
	{"Copy Blob", "source lease id A", func(r *ops.Request) {
		r.Source = &ops.Address{Blob: "source.bin"}
		r.SetHeader("x-ms-source-lease-id", leaseA)
	}},
	{"Copy Blob", `tags condition "a"='1', source tags condition "b"='2'`, func(r *ops.Request) {
		r.IfTags, r.SourceIfTags, r.Source = new(`"a"='1'`), new(`"b"='2'`), &ops.Address{Blob: "source.bin"}
	}},

	// Operations on tags, and deletions by the time of a tier, have conditions of other names.
	{"Set Blob Tags", "blob If-Match current, blob If-None-Match stale, blob If-Modified-Since earlier, blob If-Unmodified-Since same", func(r *ops.Request) {
		r.BlobIfMatch, r.BlobIfNoneMatch = new(`"0x2"`), new(`"0x1"`)
		r.BlobIfModifiedSince, r.BlobIfUnmodifiedSince = new("Fri, 02 Jan 2026 10:30:00 GMT"), new("Fri, 02 Jan 2026 11:30:00 GMT")
	}},
	{"Delete Blob", "tier If-Modified-Since earlier, tier If-Unmodified-Since same", func(r *ops.Request) {
		r.TierIfModifiedSince, r.TierIfUnmodifiedSince = new("Fri, 02 Jan 2026 10:30:00 GMT"), new("Fri, 02 Jan 2026 11:30:00 GMT")
	}},

	{"Abort Copy Blob", "copy id 7f", func(r *ops.Request) { r.CopyID = new("7f") }},
	{"Abort Copy Blob", "no copy id", func(*ops.Request) {}},

	// Lease ids and their notations.
	{"Put Blob", "lease id A", func(r *ops.Request) { r.LeaseID = new(leaseA) }},
	{"Put Blob", "lease id granted", func(r *ops.Request) { r.LeaseID = new("granted-to-ann") }},
	{"Put Blob", "lease id malformed", func(r *ops.Request) { r.LeaseID = new("invalid") }},
	{"Put Blob", "lease id A upper-case", func(r *ops.Request) { r.LeaseID = new(strings.ToUpper(leaseA)) }},
	{"Put Blob", "lease id A bare", func(r *ops.Request) { r.LeaseID = new(strings.ReplaceAll(leaseA, "-", "")) }},
	{"Put Blob", "lease id B braced", func(r *ops.Request) { r.LeaseID = new("{" + leaseB + "}") }},
	{"Put Blob", "lease id C parenthesised", func(r *ops.Request) { r.LeaseID = new("(" + leaseC + ")") }},
	{"Put Blob", "no lease id", func(r *ops.Request) { r.Drop = []string{"x-ms-lease-id"} }},

	// Defaults of the lease operations.
	{"Lease Blob acquire", "nothing", func(r *ops.Request) { r.ProposedID, r.Duration = new(leaseA), new("60") }},
	{"Lease Blob acquire", "proposed id B, duration infinite", func(r *ops.Request) { r.ProposedID, r.Duration = new(leaseB), new("-1") }},
	{"Lease Blob acquire", "no proposed id, no duration", func(r *ops.Request) { r.Drop = []string{"x-ms-proposed-lease-id", "x-ms-lease-duration"} }},
	{"Lease Container renew", "nothing", func(r *ops.Request) { r.LeaseID = new(leaseA) }},
	{"Lease Blob release", "lease id B", func(r *ops.Request) { r.LeaseID = new(leaseB) }},
	{"Lease Blob change", "nothing", func(r *ops.Request) { r.LeaseID, r.ProposedID = new(leaseA), new(leaseB) }},
	{"Lease Blob change", "lease id B, proposed id C", func(r *ops.Request) { r.LeaseID, r.ProposedID = new(leaseB), new(leaseC) }},
	{"Lease Blob break", "break period 0", func(r *ops.Request) { r.BreakPeriod = new("0") }},
	{"Lease Blob break", "lease action revoke", func(r *ops.Request) { r.SetHeader("x-ms-lease-action", "revoke") }},
	{"Lease Blob break", "no lease action", func(r *ops.Request) { r.Drop = []string{"x-ms-lease-action"} }},

	// Everything else.
	{"Put Blob", `content "a, b", content type "text/css", metadata "a=1", tags "b=2"`, func(r *ops.Request) {
		r.Body, r.ContentType, r.Metadata, r.Tags = []byte("a, b"), "text/css", map[string]string{"a": "1"}, map[string]string{"b": "2"}
	}},
	{"Put Blob", `content "ab", repeated 3`, func(r *ops.Request) { r.Body = []byte("ababab") }},
	{"Append Block", "append position 7, max size 9", func(r *ops.Request) { r.AppendPos, r.MaxSize = new("7"), new("9") }},
	{"Put Page", "sequence number at most 1, sequence number below 2, sequence number exactly 3, range 512-1023", func(r *ops.Request) {
		r.IfSequenceLE, r.IfSequenceLT, r.IfSequenceEQ = new("1"), new("2"), new("3")
		r.Offset, r.Count = 512, 512
	}},
	{"Set Blob Properties", "sequence action update, sequence number 7, size 1024", func(r *ops.Request) {
		r.SequenceAction, r.SequenceNumber, r.Size = "update", new(int64(7)), new(int64(1024))
	}},
	{"Get Blob", "standard range 4-7, verb HEAD", func(r *ops.Request) {
		r.Offset, r.Count, r.Verb, r.Drop = 4, 4, "HEAD", []string{"x-ms-range"}
		r.SetHeader("Range", "bytes=4-7")
	}},
	{"Put Blob", "header names upper-case, expectation 100-continue", func(r *ops.Request) {
		r.Shouted = true
		r.SetHeader("Expect", "100-continue")
	}},
	{"Get Blob", "range 0-3, standard range 4-7", func(r *ops.Request) {
		r.Count = 4
		r.SetHeader("Range", "bytes=4-7")
	}},
	{"Delete Blob", "address percent-encoded", func(r *ops.Request) { r.Spelling = "percent-encoded" }},
	{"Delete Blob", "delete snapshots include, api version 2019-12-12", func(r *ops.Request) {
		r.DeleteSnapshots = "include"
		r.SetHeader("x-ms-version", "2019-12-12")
	}},
	{"Find Blobs by Tags", `where "colour = 'blue'"`, func(r *ops.Request) { r.Where = "colour = 'blue'" }},
	{"Get Page Ranges Diff", "previous snapshot none", func(*ops.Request) {}},
	{"Blob Batch of Delete Blob", "requests 3, batched with source", func(r *ops.Request) {
		r.Requests, r.Beside = 3, &ops.Beside{Resource: ops.Address{Blob: "source.bin"}}
	}},
	{"Set Container ACL", `policy "readers"`, func(r *ops.Request) {
		r.Policies = []scenario.Policy{{ID: "readers", Permission: "rl", Start: noon.Add(-time.Hour), Expiry: noon.Add(time.Hour)}}
	}},
	{"Put Block", `block "one"`, func(r *ops.Request) { r.BlockID = "b25lICAgICAgICAg" }},
	{"Put Block List", `blocks "one two"`, func(r *ops.Request) { r.BlockList = []string{"b25lICAgICAgICAg", "dHdvICAgICAgICAg"} }},
	{"Set Container ACL", "public access container", func(r *ops.Request) { r.Access = "container" }},
	{"Set Blob Service Properties", `service properties "logging=read"`, func(r *ops.Request) {
		r.Settings = account.Settings{Elements: map[string]string{"logging": "read"}}
	}},
	{"Set Container ACL", "policy none", func(r *ops.Request) { r.Policies = []scenario.Policy{} }},
}

func TestRequestCells(t *testing.T) {
	t.Parallel()
	for _, tt := range requestCells {
		w, ann, blob := stage(t)
		got, err := asked(w, ann, tt.operation, blob, tt.words)
		if err != nil {
			t.Errorf("%s with %s: %v", tt.operation, tt.words, err)
			continue
		}
		want := &ops.Request{}
		tt.want(want)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s with %s -want +got:\n%s", tt.operation, tt.words, d)
		}
	}
}

// TestEveryTermIsTried keeps the table above in step with the table of terms.
func TestEveryTermIsTried(t *testing.T) {
	t.Parallel()
	known := terms()
	said, omitted := map[string]bool{}, map[string]bool{}
	for _, tt := range requestCells {
		if tt.words == "" {
			continue
		}
		list, err := words.ParseRequest(known, tt.words)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			said[a.Key], omitted[a.Key] = said[a.Key] || !a.No, omitted[a.Key] || a.No
		}
	}
	for _, term := range known {
		if !said[term.Key] {
			t.Errorf("no request cell above says %q", term.Key)
		}
		if (term.Omits != nil) != omitted[term.Key] {
			t.Errorf("%q can be left out: %v; a request cell above leaves it out: %v", term.Key, term.Omits != nil, omitted[term.Key])
		}
	}
}

func TestInventedWordsNeverRepeat(t *testing.T) {
	t.Parallel()
	w, ann, blob := stage(t)
	seen := []string{leaseA, leaseB, leaseC}
	etag := regexp.MustCompile(`^"0x8D[0-9A-F]{13}"$`)
	guid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	for range 3 {
		req, err := asked(w, ann, "Put Blob", blob, "If-Match other, lease id other")
		if err != nil {
			t.Fatal(err)
		}
		other, err := asked(w, ann, "Abort Copy Blob", blob, "copy id other")
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
	blob.Address = ops.Address{Kind: ops.PageBlob}
	req, err := asked(w, ann, "Put Page", blob, `content "words", range 0-511`)
	if err != nil {
		t.Fatal(err)
	}
	if want := "words" + strings.Repeat(" ", 507); string(req.Body) != want {
		t.Errorf("body = %q, want %q", req.Body, want)
	}
}

// TestRequestCellsRefuse: whatever is wrong with a cell is found before anything is sent. It is an
// error of the feature, not a verdict.
func TestRequestCellsRefuse(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ words, want string }{
		"no key":               {"colour blue", "names nothing that a request can carry"},
		"no ETag word":         {"If-Match older", `read ETag "older"`},
		"no date":              {"If-Modified-Since noon", `read date "noon"`},
		"a date for an ETag":   {"If-Match same", `read ETag "same"`},
		"an ETag for a date":   {"If-Modified-Since current", `read date "current"`},
		"no lease id":          {"lease id Z", `"Z" is not a lease id`},
		"no notation":          {"lease id A slanted", `"slanted" is not a notation of a GUID`},
		"three words":          {"lease id A upper-case bare", `"upper-case bare" is not a notation of a GUID`},
		"no number":            {"size big", `"big" is not a whole number`},
		"no range":             {"range 5", `range "5" is not of the form 0-511`},
		"a range backwards":    {"range 9-5", `range "9-5" is not of the form`},
		"no metadata":          {`metadata "a"`, `metadata "\"a\"": want the form key=value`},
		"no tags":              {`tags "a"`, `tags "\"a\"": want the form key=value`},
		"nothing to leave out": {"no If-None-Match", "has no default that could be left out"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, ann, blob := stage(t)
			req, err := asked(w, ann, "Put Blob", blob, tt.words)
			var v *verdict.Verdict
			if err == nil || errors.As(err, &v) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("request with %q = %+v, %v, want an error with %q", tt.words, req, err, tt.want)
			}
		})
	}
}

func TestWhatTheScenarioDoesNotKnowCannotBeAskedFor(t *testing.T) {
	t.Parallel()
	w, ann, blob := stage(t)
	bob := w.Cast.Actor("Bob")
	refuses := func(a *scenario.Actor, words, want string, status reports.Status) {
		t.Helper()
		req, err := asked(w, a, "Put Blob", blob, words)
		var v *verdict.Verdict
		if !errors.As(err, &v) || v.Status != status || !strings.Contains(v.Reason, want) {
			t.Errorf("request with %q = %+v, %v, want %s with %q", words, req, err, status, want)
		}
	}
	refuses(bob, "If-Match remembered", "bob has read no ETag of the blob", reports.Error)
	refuses(bob, "If-Modified-Since remembered", "bob has read no Last-Modified of the blob", reports.Error)
	refuses(bob, "lease id granted", "bob was granted no lease", reports.Error)
	refuses(ann, "lease id X", "no client was given a lease X", reports.Error)
	refuses(ann, "source elsewhere", "the scenario has no elsewhere yet", reports.Error)
	// If two versions have the same ETag, the service is to blame, not the scenario.
	blob.ETags = blob.ETags[:1]
	refuses(bob, "If-Match stale", `all its versions had "0x1"`, reports.Blocked)
	blob.ETags = nil
	refuses(bob, "If-Match stale", "the blob has no stale ETag", reports.Error)
	refuses(bob, "If-Match current", "the blob has no current ETag", reports.Error)
	w = scenario.NewWorld(w.Stage, w.Case, 0)
	refuses(ann, "source If-Match current", "the scenario has no source yet", reports.Error)
}
