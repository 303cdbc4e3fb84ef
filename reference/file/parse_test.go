package file

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
	"ifmatch/reference/store/files"
)

var limits = &rules.Documented().File.Limits

func TestAddresses(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]address{
		"":                                {},
		"books":                           {share: "books"},
		"books/":                          {share: "books"},
		"books/a/b c.txt":                 {share: "books", path: []string{"a", "b c.txt"}},
		"books/ä..":                       {share: "books", path: []string{"ä"}},
		"a-1/" + strings.Repeat("x", 255): {share: "a-1", path: []string{strings.Repeat("x", 255)}},
	} {
		got, err := parseAddress(path, false, limits)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("parseAddress(%q) = %+v, %v, want %+v", path, got, err, want)
		}
	}
	for _, path := range []string{"ab", "Books", "a--b", "-ab", "ab-", strings.Repeat("x", 64), "books//a", "books/a//b", "books/.", "books/a/..", "books/a:b",
		"books/a*", "books/a\\b", "books/a\x00", "books/\xff", "books/" + strings.Repeat("x", 256), "books" + strings.Repeat("/d", 251), "books/..."} {
		if got, err := parseAddress(path, false, limits); err == nil {
			t.Errorf("parseAddress(%q) = %+v, want an error", path, got)
		}
	}
	if got, err := parseAddress("books/a.", true, limits); err != nil || got.name() != "a." {
		t.Errorf("a dot that may stay: %+v, %v", got, err)
	}
}

func FuzzAddress(f *testing.F) {
	for _, path := range []string{"", "books", "books/a/b.", "books/..", "books/\x7f"} {
		f.Add(path, true)
		f.Add(path, false)
	}
	f.Fuzz(func(t *testing.T, path string, dots bool) {
		a, err := parseAddress(path, dots, limits)
		if err != nil || a.share == "" {
			return
		}
		again, err := parseAddress(a.share+"/"+strings.Join(a.path, "/"), dots, limits)
		if err != nil || !reflect.DeepEqual(a, again) {
			t.Errorf("parseAddress(%q) = %+v, which is read again as %+v, %v", path, a, again, err)
		}
	})
}

func FuzzDescriptor(f *testing.F) {
	f.Add(files.Inherited)
	f.Add("G:SYO:SY")
	f.Fuzz(func(t *testing.T, text string) {
		if checkDescriptor(text, limits.Permission) == nil && (text == "" || len(text) > limits.Permission) {
			t.Errorf("%q is taken for a security descriptor", text)
		}
	})
}

func TestDescriptors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		files.Inherited: true, "O:SY": true, "D:(A;;FA;;;SY)": true, "O:SYG:SYD:(A;;FA;;;SY)S:(AU;;FA;;;WD)": true,
		"": false, "x": false, "xO:SY": false, "D:(A;;FA;;;SY": false, "O:" + strings.Repeat("x", limits.Permission): false,
	} {
		if err := checkDescriptor(text, limits.Permission); (err == nil) != want {
			t.Errorf("checkDescriptor(%.40q) = %v, want it to be one: %v", text, err, want)
		}
	}
}

func TestMoments(t *testing.T) {
	t.Parallel()
	usual, now := time.Unix(1, 0).UTC(), time.Unix(2, 0).UTC()
	for v, want := range map[string]time.Time{
		"": usual, "preserve": usual, "now": now, "Now": now,
		"2026-01-02T03:04:05.1234567Z":  time.Date(2026, 1, 2, 3, 4, 5, 123456700, time.UTC),
		"2026-01-02T03:04:05.000+01:00": time.Date(2026, 1, 2, 2, 4, 5, 0, time.UTC),
	} {
		c := new(call)
		c.Header = map[string][]string{hCreationTime: {v}}
		m, err := c.fileTime(hCreationTime)
		if got := m.or(usual, now); err != nil || !got.Equal(want) {
			t.Errorf("%q is %v, %v, want %v", v, got, err, want)
		}
	}
	for _, v := range []string{"yesterday", "2026-01-02", "1600-12-31T00:00:00Z"} {
		c := new(call)
		c.Header = map[string][]string{hCreationTime: {v}}
		if m, err := c.fileTime(hCreationTime); err == nil {
			t.Errorf("%q is %+v, want an error", v, m)
		}
	}
}

// TestClearedRanges clears part of a content in which every byte was written. // D:Put Range, x-ms-write
func TestClearedRanges(t *testing.T) {
	t.Parallel()
	type ranges = []store.Range
	for at, want := range map[frontend.Span]ranges{
		{From: 0, To: 2048}:    nil,
		{From: 512, To: 1024}:  {{Start: 0, End: 512}, {Start: 1024, End: 2048}},
		{From: 1, To: 1024}:    {{Start: 0, End: 512}, {Start: 1024, End: 2048}},
		{From: 512, To: 1025}:  {{Start: 0, End: 512}, {Start: 1024, End: 2048}},
		{From: 100, To: 200}:   {{Start: 0, End: 2048}},
		{From: 500, To: 600}:   {{Start: 0, End: 2048}},
		{From: 1500, To: 2048}: {{Start: 0, End: 1536}},
		{From: 2000, To: 2047}: {{Start: 0, End: 2048}},
	} {
		full := []byte(strings.Repeat("x", 2048))
		got := cleared(store.Bytes(full), at)
		if !reflect.DeepEqual(want, ranges(got.Ranges(0, got.Len()))) {
			t.Errorf("ranges without %+v: want %+v, got %+v", at, want, ranges(got.Ranges(0, got.Len())))
		}
		text := string(full[:at.From]) + strings.Repeat("\x00", int(at.To-at.From)) + string(full[at.To:])
		if string(got.All()) != text {
			t.Errorf("without %+v other bytes have changed", at)
		}
	}
}

func TestVerbsAndParametersOfEveryRoute(t *testing.T) {
	t.Parallel()
	routed := map[op.Operation]bool{op.PreflightFileRequest: true, op.CopyFile: true, op.PutRangeFromURL: true}
	for _, r := range []frontend.Route{ofAccount, ofService, ofShare, ofDirectory, ofFile, ofEither, ofLink, ofHardLink} {
		for _, o := range r {
			routed[o] = true
		}
	}
	for o := op.LeaseShareAcquire; o <= op.LeaseShareBreak; o++ { // distinguished by a header
		routed[o] = true
	}
	for o := op.LeaseFileAcquire; o <= op.LeaseFileBreak; o++ {
		routed[o] = true
	}
	for _, o := range op.Of(op.FileService) {
		if !routed[o] {
			t.Errorf("no request is routed to %s", o)
		}
		if o != op.PreflightFileRequest && needs[o].On == 0 {
			t.Errorf("it is not said what a signature must grant for %s", o)
		}
	}
}

func TestAttributesOfNewFiles(t *testing.T) {
	t.Parallel()
	none, hidden := files.Attributes(0), files.Hidden
	restored, err := smb{restore: true}.fresh(&files.Tree{Permissions: map[string]string{}}, false, time.Now())
	if err != nil || restored.Attributes != 0 {
		t.Errorf("a file that is restored has the attributes %s, %v", restored.Attributes, err)
	}
	for _, tc := range []struct {
		given     *files.Attributes
		directory bool
		want      string
	}{
		{nil, false, "Archive"}, {&none, false, "Archive"}, {&hidden, false, "Hidden | Archive"},
		{nil, true, "Directory"}, {&none, true, "Directory"}, {&hidden, true, "Hidden | Directory"},
	} {
		s := smb{attributes: tc.given}
		got, err := s.fresh(&files.Tree{Permissions: map[string]string{}}, tc.directory, time.Now())
		if err != nil || got.Attributes.String() != tc.want {
			t.Errorf("fresh(%v, directory %v) = %s, %v, want %s", tc.given, tc.directory, got.Attributes, err, tc.want)
		}
	}
}
