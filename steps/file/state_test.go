package file

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// stored is a file of 1,024 bytes whose first half was written.
func stored() State {
	s := *missing(addresses[kindFile])
	s.Exists, s.ETag, s.Metadata, s.Lease = true, `"1"`, map[string]string{"version": "2"}, lease.Available
	s.Properties = map[string]string{propType: "text/plain", propReadOnly: "false"}
	s.Content = make([]byte, 2*block)
	s.write(0, blocks("written"))
	return s
}

// differs lists the fields in which got is not as wanted.
func differs(want, got State) string {
	var fields []string
	for _, d := range scenario.Compare(&want, &got) {
		fields = append(fields, string(d.Field))
	}
	return strings.Join(fields, ", ")
}

func TestEachFieldIsCompared(t *testing.T) {
	t.Parallel()
	for field, spoil := range map[string]func(*State){
		"":                func(*State) {},
		"existence":       func(s *State) { s.Exists = false },
		"ETag":            func(s *State) { s.ETag = `"2"` },
		"content":         func(s *State) { s.Content[700] = 'x' },
		"metadata":        func(s *State) { s.Metadata = nil },
		"properties":      func(s *State) { s.Properties[propReadOnly] = "true" },
		"lease":           func(s *State) { s.Lease.State = "leased" },
		"ranges":          func(s *State) { s.Ranges = nil },
		"what lies in it": func(s *State) { s.Entries = []string{"x"} },
		"access policies": func(s *State) { s.Policies = []scenario.Policy{{ID: "x"}} },
		"share snapshots": func(s *State) { s.Snapshots = []string{"x"} },
	} {
		want := stored()
		want.LastModified = rehearsal.Noon
		got := *want.Clone().(*State)
		if spoil(&got); differs(want, got) != field {
			t.Errorf("it differs in %q, want %q", differs(want, got), field)
		}
	}
}

func TestRangesThatAreWrittenAndErased(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		do     func(s *State)
		ranges string
	}{
		{"side by side", func(s *State) { s.write(512, blocks("x")) }, "0-1023"},
		{"over the end", func(s *State) { s.write(1024, blocks("x")) }, "0-511"},
		{"erased in the middle", func(s *State) { s.erase(Range{Start: 100, End: 199}) }, "0-99 200-511"},
		{"erased to the end", func(s *State) { s.erase(Range{Start: 256, End: 5000}) }, "0-255"},
		{"erased wholly", func(s *State) { s.erase(Range{Start: 0, End: 511}) }, ""},
		{"apart", func(s *State) { s.write(600, []byte("x")) }, "0-511 600-600"},
	} {
		s := stored()
		tt.do(&s)
		var shown []string
		for _, r := range s.Ranges {
			shown = append(shown, r.String())
			if slices.Contains(s.Content[r.Start:r.End+1], 0) {
				t.Errorf("%s: zeros in %s", tt.name, r)
			}
		}
		if got := strings.Join(shown, " "); got != tt.ranges || len(s.Content) != 2*block {
			t.Errorf("%s: ranges %q of %d bytes, want %q", tt.name, got, len(s.Content), tt.ranges)
		}
	}
}

// TestEffects compares the expected state after each write with what the pages say.
func TestEffects(t *testing.T) {
	t.Parallel()
	source := stored()
	source.Content, source.Metadata = blocks("of the source"), map[string]string{"origin": "source"}
	source.Properties[propType] = "text/source"
	answer := scenario.Response{Status: 200, Header: http.Header{"Etag": {`"9"`}}}
	for _, tt := range []struct {
		name   string
		req    Request
		change func(s *State) // what changes in the file in addition to its stamp
	}{
		{"Create File", Request{Size: new(int64(512))}, func(s *State) {
			s.Content, s.Ranges, s.Metadata, s.Properties[propType] = make([]byte, 512), nil, nil, octetStream
		}},
		{"Set File Metadata", Request{Base: scenario.Base{Metadata: map[string]string{"A": "1"}}}, func(s *State) { s.Metadata = map[string]string{"a": "1"} }},
		{"Set File Properties", Request{ContentType: "text/a", Attributes: new("Hidden | readonly")}, func(s *State) {
			s.Properties[propType], s.Properties[propReadOnly] = "text/a", "true"
		}},
		{"Set File Properties", Request{Size: new(int64(256))}, func(s *State) { s.Content, s.Ranges = s.Content[:256], []Range{{Start: 0, End: 255}} }},
		{"Set File Properties", Request{Size: new(int64(4096))}, func(s *State) { s.Content = append(s.Content, make([]byte, 3072)...) }},
		{"Put Range", Request{Base: scenario.Base{Body: blocks("more")}, Offset: 512}, func(s *State) { s.write(512, blocks("more")) }},
		{"Put Range clear", Request{Count: 512}, func(s *State) { s.erase(Range{Start: 0, End: 511}) }},
		{"Put Range from URL", Request{Count: 512, Offset: 512, SourceState: &source}, func(s *State) { s.write(512, source.Content) }},
		{"Copy File", Request{SourceState: &source}, func(s *State) {
			s.Content, s.Metadata, s.Properties[propType] = source.Content, source.Metadata, "text/source"
		}},
		{"Rename File", Request{SourceState: &source}, func(s *State) {
			s.Content, s.Ranges, s.Properties[propType] = source.Content, source.Ranges, "text/source"
		}},
		{"Delete File", Request{}, func(s *State) { *s = *missing(addresses[kindFile]) }},
	} {
		all := operations()
		op := all[slices.IndexFunc(all, func(o scenario.Operation) bool { return o.Name == tt.name })]
		before, want := stored(), stored()
		before.LastModified, want.LastModified = rehearsal.Noon, rehearsal.Noon
		want.ETag = `"9"`
		tt.change(&want)
		after := *op.After(&before, &tt.req, answer).(*State)
		if d := differs(after, want); d != "" {
			t.Errorf("after %s a file that is as its page says differs in %s", tt.name, d)
		}
		if !want.Exists {
			continue
		}
		// The expectation must not match the file as it was before.
		old := stored()
		if old.LastModified = before.LastModified; differs(after, old) == "" {
			t.Errorf("after %s the file may be as before", tt.name)
		}
	}
}
