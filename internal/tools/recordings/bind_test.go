package main

import "testing"

func TestTagsAreEqualWhereRecordedOnesAre(t *testing.T) {
	t.Parallel()
	b := newBindings()
	b.Bind("/c/b", `"R1"`, `"G1"`)
	for _, c := range []struct {
		resource, recorded, got string
		want                    bool
	}{
		{"/c/b", `"R1"`, `"G1"`, true},
		{"/c/b", `"R1"`, `"G2"`, false}, // the same tag was expected
		{"/c/b", `"R2"`, `"G1"`, false}, // a new one was expected
		{"/c/b", `"R2"`, `"G2"`, true},
		{"/c/other", `"R2"`, `"G1"`, true}, // tags of different resources are not compared
	} {
		if got := b.Equal(c.resource, c.recorded, c.got); got != c.want {
			t.Errorf("Equal(%s, %s, %s) = %t, want %t", c.resource, c.recorded, c.got, got, c.want)
		}
	}
}

func TestBoundValuesAreReplaced(t *testing.T) {
	t.Parallel()
	b := newBindings()
	b.Bind("/t/p/1", `W/"datetime'2020-01-01T00%3A00%3A00Z'"`, `W/"datetime'2021-02-02T00%3A00%3A00Z'"`)
	b.Bind("/c/b", "2020-01-01T00:00:00.1234567Z", "2021-01-01T00:00:00.0000001Z")
	b.Bind("/c/b", "abc", "def") // too short to be found by chance
	b.Bind("/c/b", "", "nothing")
	for in, want := range map[string]string{
		`"If-Match": W/"datetime'2020-01-01T00%3A00%3A00Z'"`:        `"If-Match": W/"datetime'2021-02-02T00%3A00%3A00Z'"`,
		`{"odata.etag":"W/\"datetime'2020-01-01T00%3A00%3A00Z'\""}`: `{"odata.etag":"W/\"datetime'2021-02-02T00%3A00%3A00Z'\""}`,
		"snapshot=2020-01-01T00%3A00%3A00.1234567Z":                 "snapshot=2021-01-01T00%3A00%3A00.0000001Z",
		"snapshot=2020-01-01T00:00:00.1234567Z":                     "snapshot=2021-01-01T00:00:00.0000001Z",
		"abc":                                                       "abc",
	} {
		if got := b.In(in); got != want {
			t.Errorf("In(%s) = %s, want %s", in, got, want)
		}
	}
	if got := b.TagIn("/c/b", "abc"); got != "def" {
		t.Errorf("TagIn = %s, want the value bound for the resource", got)
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]kind{"etag": tagged, "x-ms-lease-id": madeUp, "x-ms-continuation-nextrowkey": madeUp, "last-modified": madeUp, "x-ms-lease-state": given} {
		if got := headerKind(name); got != want {
			t.Errorf("headerKind(%s) = %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]kind{"Etag": tagged, "odata.etag": tagged, "PopReceipt": madeUp, "Name": given} {
		if got := leafKind(name); got != want {
			t.Errorf("leafKind(%s) = %d, want %d", name, got, want)
		}
	}
}
