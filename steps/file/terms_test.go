package file

import (
	"net/http"
	"strings"
	"testing"

	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/scenario"
)

// stage is a scenario with a share, a file and a file called source.
func stage(t *testing.T) (*scenario.World, *scenario.Actor) {
	t.Helper()
	w := rehearsal.Silent(New(), &rehearsal.Clock{})
	for _, name := range []struct{ kind, name string }{{kindShare, ""}, {kindFile, ""}, {kindFile, sourceLabel}} {
		rehearsal.Add(t, w, name.kind, name.name).ETags = []string{`"1"`, `"2"`}
	}
	return w, w.Cast.Actor("Ann")
}

// asked builds the request of a sentence.
func asked(w *scenario.World, a *scenario.Actor, operation, text string) (*Request, error) {
	return rehearsal.Asked[*Request](w, a, operation, nil, text)
}

// sends is what a request puts on the wire, header by header.
func sends(q *Request) string {
	var out []string
	for _, h := range append(q.Conditions(), q.Exact()...) {
		if h.Value != nil {
			out = append(out, strings.ToLower(h.Name)+"="+*h.Value)
		}
	}
	for name, v := range q.Headers {
		out = append(out, strings.ToLower(name)+"="+v[0])
	}
	return strings.Join(out, " ")
}

func TestTerms(t *testing.T) {
	t.Parallel()
	w, ann := stage(t)
	a, b := w.IDs["A"], w.IDs["B"]
	for _, tt := range []struct{ operation, text, want string }{
		{"Put Range", "If-Match stale, lease id B", `if-match="1" x-ms-lease-id=` + b},
		{"Lease File acquire", "nothing", "x-ms-proposed-lease-id=" + a + " x-ms-lease-duration=-1"},
		{"Lease File acquire", "duration 15", "x-ms-proposed-lease-id=" + a + " x-ms-lease-duration=15"},
		{"Lease Share acquire", "nothing", "x-ms-proposed-lease-id=" + a + " x-ms-lease-duration=60"},
		{"Lease File break", "nothing", ""},
		{"Rename File", "source lease id A, destination lease id B, replace if exists true, ignore read-only true",
			"x-ms-source-lease-id=" + a + " x-ms-destination-lease-id=" + b + " x-ms-file-rename-replace-if-exists=true x-ms-file-rename-ignore-readonly=true"},
		{"Copy File", "ignore read-only true", "x-ms-file-copy-ignore-readonly=true"},
		{"Set File Properties", "attributes ReadOnly", "x-ms-file-attributes=ReadOnly"},
		{"Delete Share", "delete snapshots include", "x-ms-delete-snapshots=include"},
		{"List Handles", "recursive true", "x-ms-recursive=true"},
		{"Get File", "standard range 0-511", "range=bytes=0-511"},
		{"Get File", "range 0-9, standard range 10-511, verb HEAD", "range=bytes=10-511"},
	} {
		req, err := asked(w, ann, tt.operation, tt.text)
		if err != nil {
			t.Errorf("%s with %s: %v", tt.operation, tt.text, err)
			continue
		}
		if got := sends(req); got != tt.want {
			t.Errorf("%s with %s sends\n\t%s\nwant\n\t%s", tt.operation, tt.text, got, tt.want)
		}
	}
	req, err := asked(w, ann, "Rename File", "nothing")
	if err != nil || *req.Source != w.Resources.Get(sourceLabel).Address.(Address) {
		t.Errorf("the source is %v, %v", req.Source, err)
	}
	if req, err = asked(w, ann, "Put Range", "nothing"); err != nil || req.Source != nil {
		t.Errorf("a write without a source has %v, %v", req.Source, err)
	}
	req, err = asked(w, ann, "Put Range", `range 512-1023, content "x", size 7, quota 3, metadata nothing, content type "text/a", handle 5, max results 0`)
	if err != nil || req.Offset != 512 || req.Count != 512 || len(req.Body) != block || *req.Size != 7 || *req.Quota != 3 || req.Metadata == nil || len(req.Metadata) != 0 ||
		req.ContentType != "text/a" || *req.HandleID != "5" || *req.MaxResults != "0" {
		t.Errorf("got %+v, %v", req, err)
	}
	for _, text := range []string{"range 5", "range 9-3", "range -1-3", "size large", "quota x", "metadata a", "lease id", "nonsense"} {
		if req, err := asked(w, ann, "Put Range", text); err == nil {
			t.Errorf("%q is read as %+v", text, req)
		}
	}
}

func TestSubjects(t *testing.T) {
	t.Parallel()
	w, ann := stage(t)
	const list = `<EnumerationResults><Entries><Handle><Path>a</Path></Handle></Entries></EnumerationResults>`
	for _, tt := range []struct{ header, value, body, text, want string }{
		{"ETag", `"9"`, "", "a quoted ETag", ""},
		{"ETag", `9`, "", "a quoted ETag", "a strong ETag in quotes; 9"},
		{"ETag", `W/"9"`, "", "an ETag", `a strong ETag in quotes; W/"9"`},
		{"ETag", "", "", "an ETag", "some ETag; none"},
		{"ETag", `"2"`, "", "a new ETag", `an ETag that the file never had; "2"`},
		{"ETag", `"9"`, "", "no ETag", `no ETag; "9"`},
		{"x-ms-file-attributes", "Archive | ReadOnly", "", "a read-only attribute", ""},
		{"x-ms-file-attributes", "Archive", "", "a read-only attribute", "ReadOnly; Archive"},
		{"x-ms-file-attributes", "ReadOnly", "", "no read-only attribute", "no ReadOnly; ReadOnly"},
		{"", "", list, "handles 1", ""},
		{"", "", list, "no handles", "0; 1"},
		{"", "", "<x/>", "no handles", "a list of handles; reading the body of List Handles: expected element type <EnumerationResults> but have <x>"},
		{"x-ms-number-of-handles-closed", "0", "", "handles closed 0", ""},
		{"x-ms-number-of-handles-closed", "1", "", "handles closed 0", "0; 1"},
		{"x-ms-error-code", "LeaseLost", "<Error><Code>LeaseLost</Code></Error>", "an error code, an XML body", ""},
		{"x-ms-error-code", "LeaseLost", "<Error><Code>Other</Code></Error>", "an XML body", `an XML body that repeats LeaseLost; "<Error><Code>Other</Code></Error>"`},
	} {
		op := w.Language.Must("Get File")
		f := w.Resources.Get(kindFile)
		f.Known = f.ETags
		resp := scenario.Response{Status: 200, Header: http.Header{}, Body: []byte(tt.body)}
		if tt.header != "" && tt.value != "" {
			resp.Header.Set(tt.header, tt.value)
		}
		resp.Code = resp.Header.Get("x-ms-error-code")
		ac := &scenario.Act{Op: op, Req: op.Request(), Resource: f, Resp: resp}
		ann.Last = ac
		rehearsal.CheckVerdict(t, tt.header+" "+tt.value+" is said to carry "+tt.text, rehearsal.Carries(t, w, ac, subjects(), tt.text), tt.want)
	}
}

// TestBytesOfTheWriters: if several clients wrote a byte, any of them may have been the last; if
// one wrote it, it is that one; if none did, nothing changed.
func TestBytesOfTheWriters(t *testing.T) {
	t.Parallel()
	write := func(status int, at int64, text string) *scenario.Act {
		return &scenario.Act{Req: &Request{Base: scenario.Base{Body: []byte(text)}, Offset: at}, Resp: scenario.Response{Status: status}}
	}
	acts := []*scenario.Act{write(201, 0, "aa"), write(201, 1, "bb"), write(409, 0, "cccc")}
	for at, want := range map[int64]string{0: "a", 1: "ab", 2: "b", 3: ""} {
		if got := writers(acts, at); got != want {
			t.Errorf("byte %d may be one of %q, want %q", at, got, want)
		}
	}
}

// FuzzDocuments looks for a body on which a parser panics or returns invalid ranges.
func FuzzDocuments(f *testing.F) {
	for _, s := range []string{"", "<Ranges><Range><Start>0</Start><End>511</End></Range></Ranges>", "<Ranges><Range><Start>5</Start><End>1</End></Range></Ranges>",
		"<EnumerationResults><Entries><File><Name>a</Name></File><Directory><Name>b</Name></Directory><Handle><Path>c</Path></Handle></Entries><Shares><Share><Name>s</Name></Share></Shares><NextMarker>m</NextMarker></EnumerationResults>", "0-511", "9-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		_, _ = parse(entryList, []byte(s))
		page, err := parse(rangeList, []byte(s))
		list := page.Ranges
		for i, r := range list {
			if err != nil || r.Start < 0 || r.End < r.Start || i > 0 && r.Start <= list[i-1].End+1 {
				t.Fatalf("%q is read as the ranges %v, %v", s, list, err)
			}
		}
		if r, err := scenario.ReadRange(s); err == nil && (r.Start < 0 || r.End < r.Start) {
			t.Fatalf("%q is read as the range %v", s, r)
		}
	})
}
