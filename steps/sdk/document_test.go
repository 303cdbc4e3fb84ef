package sdk

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/steps/scenario"
)

func TestParsePolicies(t *testing.T) {
	t.Parallel()
	got, err := ParsePolicies([]byte(`<SignedIdentifiers><SignedIdentifier><Id>a</Id><AccessPolicy><Start>2031-05-06T07:08:09.0000000Z</Start>
<Expiry>2031-05-07</Expiry><Permission>rl</Permission></AccessPolicy></SignedIdentifier><SignedIdentifier><Id>b</Id></SignedIdentifier></SignedIdentifiers>`))
	want := []scenario.Policy{
		{ID: "a", Permission: "rl", Start: time.Date(2031, 5, 6, 7, 8, 9, 0, time.UTC), Expiry: time.Date(2031, 5, 7, 0, 0, 0, 0, time.UTC)},
		{ID: "b"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if got, err := ParsePolicies([]byte(`<SignedIdentifiers/>`)); err != nil || got != nil {
		t.Errorf("no policies: got %v, %v", got, err)
	}
	for _, body := range []string{"", "text", "<html></html>", "<SignedIdentifiers>", "<Error><Code>X</Code></Error>", "<SignedIdentifiers/><SignedIdentifiers/>",
		`<SignedIdentifiers><SignedIdentifier><AccessPolicy><Start>soon</Start></AccessPolicy></SignedIdentifier></SignedIdentifiers>`} {
		if got, err := ParsePolicies([]byte(body)); err == nil {
			t.Errorf("policies are read from %q: %v", body, got)
		}
	}
}

func TestErrorCodesOfAllServices(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status int
		header string
		body   string
		want   string
	}{
		{412, "LeaseLost", "", "LeaseLost"},
		{412, "LeaseLost", "<Error><Code>Other</Code></Error>", "LeaseLost"},
		{412, "", "\ufeff<?xml version=\"1.0\"?><Error><Code> ConditionNotMet </Code></Error>", "ConditionNotMet"},
		{404, "", `{"odata.error":{"code":"ResourceNotFound","message":{"lang":"en-US","value":"no"}}}`, "ResourceNotFound"},
		{404, "", `<error xmlns="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><code>ResourceNotFound</code></error>`, "ResourceNotFound"},
		{412, "", "<html>no</html>", ""},
		{412, "", "<Error><Code>Cond", ""},
		{200, "", "<Error><Code>OfContent</Code></Error>", ""}, // the content of a blob is not an error
	} {
		resp := scenario.Response{Status: tt.status, Header: http.Header{}, Body: []byte(tt.body)}
		if tt.header != "" {
			resp.Header.Set("x-ms-error-code", tt.header)
		}
		if got := errorCode(resp); got != tt.want {
			t.Errorf("%d %q %q has the code %q, want %q", tt.status, tt.header, tt.body, got, tt.want)
		}
	}
}

func TestRepeatsCode(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		"\xef\xbb\xbf<?xml version=\"1.0\"?>\n<Error>\n <Code>LeaseLost</Code></Error>": true,
		"<Error><Code>Other</Code></Error>":                                             false,
		"<Fault><Code>LeaseLost</Code></Fault>":                                         false,
		"LeaseLost":                                                                     false,
		"":                                                                              false,
	} {
		if got := RepeatsCode([]byte(body), "LeaseLost"); got != want {
			t.Errorf("%q repeats LeaseLost: %v, want %v", body, got, want)
		}
	}
	if RepeatsCode([]byte("<Error><Code></Code></Error>"), "") {
		t.Error("an empty code is repeated")
	}
}

func TestQuoted(t *testing.T) {
	t.Parallel()
	for etag, want := range map[string]string{"": "", "0x1": `"0x1"`, `"0x1"`: `"0x1"`, `W/"0x1"`: `W/"0x1"`} {
		if got := Quoted(etag); got != want {
			t.Errorf("Quoted(%s) = %s, want %s", etag, got, want)
		}
	}
}

// FuzzDocuments looks for a body on which a parser panics.
func FuzzDocuments(f *testing.F) {
	for _, s := range []string{
		"", "\ufeff", `<SignedIdentifiers><SignedIdentifier><Id>a</Id></SignedIdentifier></SignedIdentifiers>`,
		`<Error><Code>ConditionNotMet</Code></Error>`, `{"odata.error":{"code":"A","message":{"value":"b"}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		_, _ = ParsePolicies(body)
		_ = ODataError(body)
		if code := bodyCode(body); code != "" && RepeatsCode(body, code+"x") {
			t.Errorf("%q repeats a code that it does not hold", body)
		}
	})
}
