package blob

import (
	"errors"
	"testing"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

func FuzzMarker(f *testing.F) {
	f.Add("name", "2026-01-01T00:00:00.0000000Z")
	f.Add("a/\x00b", afterSnapshots)
	f.Fuzz(func(t *testing.T, name, snapshot string) {
		if got, err := parseMarker(name); err == nil && got.name != "" && got.marker() == "" {
			t.Errorf("parseMarker(%q) = %+v, which has no marker", name, got)
		}
		p := listPosition{name, "s"}
		if snapshot == afterSnapshots {
			p.snapshot = snapshot
		}
		if got, err := parseMarker(p.marker()); name != "" && (err != nil || got != p) {
			t.Errorf("the marker of %+v reads as %+v, %v", p, got, err)
		}
	})
}

func FuzzBlockList(f *testing.F) {
	for _, v := range []string{"<BlockList><Latest>MQ==</Latest></BlockList>", "<BlockList/>", "<BlockList><Committed>x", "", "<a><b/></a>",
		"<BlockList></BlockList><BlockList></BlockList>", "<?xml version='1.0'?><BlockList><Uncommitted>MQ==</Uncommitted></BlockList> "} {
		f.Add([]byte(v))
	}
	limits := &rules.Documented().Limits
	f.Fuzz(func(t *testing.T, body []byte) {
		list, err := parseBlockList(body, limits)
		if err != nil {
			wantBadRequest(t, body, err)
			return
		}
		for _, r := range list {
			if !validBlockID(r.id, limits) || !r.committed && !r.uncommitted {
				t.Errorf("parseBlockList(%q) has the entry %+v", body, r)
			}
		}
	})
}

func FuzzTags(f *testing.F) {
	for _, v := range []string{"<Tags><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tags>", "<Tags><TagSet/></Tags>", "<Tags/>", "<", ""} {
		f.Add([]byte(v))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, err := parseTags(body); err != nil {
			wantBadRequest(t, body, err)
		}
	})
}

func wantBadRequest(t *testing.T, body []byte, err error) {
	t.Helper()
	var e *errcode.Error
	if !errors.As(err, &e) || e.Status != 400 {
		t.Errorf("%q is refused with %v", body, err)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"abc": true, "a-b": true, "0ab": true, "$root": true, "$web": true, "$logs": true,
		"ab": false, "": false, "Abc": false, "a--b": false, "-ab": false, "ab-": false, "a_b": false, "$other": false, "äbc": false,
	} {
		if got := checkContainer(name) == nil; got != want {
			t.Errorf("checkContainer(%q) = %v", name, got)
		}
	}
	long := make([]byte, 1025)
	for i := range long {
		long[i] = 'a'
	}
	if checkBlob(string(long)) == nil || checkBlob(string(long[1:])) != nil || checkBlob("\xff") == nil {
		t.Error("the length or the characters of blob names are not checked")
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path        string
		isContainer bool
		want        address
		code        errcode.Code
	}{
		{"", false, address{}, ""},
		{"books", true, address{"books", ""}, ""},
		{"books/a", false, address{"books", "a"}, ""},
		{"books/a/b//c/", false, address{"books", "a/b//c/"}, ""},
		{"name", false, address{"$root", "name"}, ""},
		{`books/a\b`, false, address{"books", "a/b"}, ""},
		{`books\a`, false, address{"books", "a"}, ""},
		{`books/\`, false, address{"books", "/"}, ""},
		{"books/", false, address{}, errcode.InvalidURI},
		{`books\`, false, address{}, errcode.InvalidURI},
		{"books/a", true, address{}, errcode.InvalidURI},
		{"Books/a", false, address{}, errcode.InvalidResourceName},
	} {
		got, err := parseAddress(c.path, c.isContainer)
		var refusal *errcode.Error
		switch {
		case c.code == "" && (err != nil || got != c.want):
			t.Errorf("parseAddress(%q, %v) = %+v, %v, want %+v", c.path, c.isContainer, got, err, c.want)
		case c.code != "" && (!errors.As(err, &refusal) || refusal.Code != c.code):
			t.Errorf("parseAddress(%q, %v) fails with %v, want %s", c.path, c.isContainer, err, c.code)
		}
	}
}

func TestVerbsAndParametersOfEveryRoute(t *testing.T) {
	t.Parallel()
	routed := map[op.Operation]bool{op.PreflightBlobRequest: true, op.GetAccountInformation: true}
	for _, r := range []frontend.Route{ofAccount, ofService, ofContainer, ofBlob} {
		for _, o := range r {
			routed[o] = true
		}
	}
	// These share verb and parameters with another operation, and differ in their headers.
	for o := op.LeaseContainerRenew; o <= op.LeaseContainerBreak; o++ {
		routed[o] = true
	}
	for o := op.LeaseBlobRenew; o <= op.LeaseBlobBreak; o++ {
		routed[o] = true
	}
	for _, o := range []op.Operation{op.PutBlobFromURL, op.CopyBlob, op.CopyBlobFromURL, op.PutBlockFromURL, op.PutPageFromURL, op.AppendBlockFromURL, op.GetPageRangesDiff} {
		routed[o] = true
	}
	for _, o := range op.Of(op.BlobService) {
		if !routed[o] {
			t.Errorf("no request is classified as %s", o)
		}
		if n := needs[o]; n.On == 0 && o != op.PreflightBlobRequest {
			t.Errorf("it is not said what a signature must grant for %s", o)
		}
	}
}
