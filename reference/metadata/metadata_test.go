package metadata_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/metadata"
)

func TestParse(t *testing.T) {
	t.Parallel()
	spelled := &metadata.Spelling{Names: func(lower string) string { return strings.Replace(lower, "b", "B", 1) }}
	for _, c := range []struct {
		headers map[string][]string
		want    metadata.List
		code    errcode.Code
	}{
		{map[string][]string{"Content-Type": {"x"}}, nil, ""},
		{map[string][]string{"X-Ms-Meta-B": {"2"}, "X-Ms-Meta-A_1": {"1", "3"}}, metadata.List{{"a_1", "1,3"}, {"B", "2"}}, ""},
		{map[string][]string{"X-Ms-Meta-": {"1"}}, nil, errcode.EmptyMetadataKey},
		{map[string][]string{"X-Ms-Meta-1a": {"1"}}, nil, errcode.InvalidMetadata},
		{map[string][]string{"X-Ms-Meta-A-B": {"1"}}, nil, errcode.InvalidMetadata},
		{map[string][]string{"X-Ms-Meta-A": {"\xfc"}}, nil, errcode.InvalidMetadata},
		{map[string][]string{"X-Ms-Meta-A": {"1", "ü"}}, nil, errcode.InvalidMetadata},
		{map[string][]string{"X-Ms-Meta-A": {" ~"}}, metadata.List{{"a", " ~"}}, ""},
		{map[string][]string{"X-Ms-Meta-A": {strings.Repeat("x", 9)}}, metadata.List{{"a", strings.Repeat("x", 9)}}, ""},
		{map[string][]string{"X-Ms-Meta-A": {strings.Repeat("x", 10)}}, nil, errcode.MetadataTooLarge},
	} {
		got, err := metadata.Parse(c.headers, 10, spelled)
		var refusal *errcode.Error
		errors.As(err, &refusal)
		if !slices.Equal(got, c.want) || (c.code == "") != (err == nil) || refusal != nil && refusal.Code != c.code {
			t.Errorf("%v is %v, %v, want %v %s", c.headers, got, err, c.want, c.code)
		}
	}
}

func TestShowAndWrite(t *testing.T) {
	t.Parallel()
	l := metadata.List{{"a", "1"}, {"B_c", "<2>"}}
	h := map[string][]string{}
	l.Show(h, new(metadata.Spelling))
	if want := map[string][]string{"x-ms-meta-a": {"1"}, "x-ms-meta-B_c": {"<2>"}}; !maps.EqualFunc(h, want, slices.Equal) {
		t.Errorf("%v is shown as %v", l, h)
	}
	clear(h)
	l.Show(h, &metadata.Spelling{Canonical: true})
	if want := map[string][]string{"X-Ms-Meta-A": {"1"}, "X-Ms-Meta-B_c": {"<2>"}}; !maps.EqualFunc(h, want, slices.Equal) {
		t.Errorf("%v is shown to a client in this process as %v", l, h)
	}
	var x document.Writer
	l.Write(&x)
	if got := string(x.Bytes()); !strings.HasSuffix(got, "<Metadata><a>1</a><B_c>&lt;2&gt;</B_c></Metadata>") {
		t.Errorf("%v is written as %s", l, got)
	}
}
