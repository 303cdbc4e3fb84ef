package frontend_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
)

const contoso = "http://www.contoso.com"

// rule returns a CORS rule in the form that Set Blob Service Properties accepts.
func rule(origins, methods, exposed, allowed string) string {
	return "<CorsRule><AllowedOrigins>" + origins + "</AllowedOrigins><AllowedMethods>" + methods + "</AllowedMethods><MaxAgeInSeconds>5</MaxAgeInSeconds><ExposedHeaders>" +
		exposed + "</ExposedHeaders><AllowedHeaders>" + allowed + "</AllowedHeaders></CorsRule>"
}

// withRules returns the toy service with the given CORS rules.
func withRules(t *testing.T, rules ...string) http.Handler {
	t.Helper()
	h := toy()
	body := "<StorageServiceProperties><Cors>" + strings.Join(rules, "") + "</Cors></StorageServiceProperties>"
	if w := request(h, "PUT", "http://127.0.0.1/account/", body); w.Code != http.StatusAccepted {
		t.Fatalf("set the rules: %d %s", w.Code, w.Body)
	}
	return h
}

// documentedRules are the rules of the example in CORS support for Azure Storage.
func documentedRules() []string {
	return []string{
		rule(contoso, "PUT,HEAD", "x-ms-*", "x-ms-blob-content-type, x-ms-blob-content-disposition"),
		rule("*", "PUT,GET", "x-ms-*", "x-ms-blob-content-type, x-ms-blob-content-disposition"),
		rule(contoso, "GET", "x-ms-*", "x-ms-client-request-id"),
	}
}

func TestPreflight(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, origin, method, headers string
		rules                         []string
		status                        int
		code                          string
	}{
		// The documented example, row by row.
		{"the first rule", contoso, "PUT", "x-ms-blob-content-type", documentedRules(), 200, ""},
		{"the second rule", contoso, "GET", "x-ms-blob-content-type", documentedRules(), 200, ""},
		{"the second rule decides, although the third would allow", contoso, "GET", "x-ms-client-request-id", documentedRules(), 403, "CorsPreflightFailure"},

		{"no headers", contoso, "GET", "", documentedRules(), 200, ""},
		{"several headers in another case", contoso, "PUT", "X-MS-Blob-Content-Type,x-ms-blob-content-disposition", documentedRules(), 200, ""},
		{"one header too many", contoso, "PUT", "x-ms-blob-content-type, x-other", documentedRules(), 403, "CorsPreflightFailure"},
		{"a method that no rule has", contoso, "DELETE", "", documentedRules(), 403, "CorsPreflightFailure"},
		{"an origin that no rule has", "http://fabrikam.com", "GET", "", []string{rule(contoso, "GET", "", "")}, 403, "CorsPreflightFailure"},
		{"an origin in another case", "http://WWW.contoso.com", "GET", "", []string{rule(contoso, "GET", "", "")}, 403, "CorsPreflightFailure"},
		{"the second origin of a list", contoso, "GET", "", []string{rule("http://a.com, "+contoso, "GET", "", "")}, 200, ""},
		{"a subdomain", "https://a.contoso.com", "GET", "", []string{rule("https://*.contoso.com", "GET", "", "")}, 200, ""},
		{"no subdomain", "https://acontoso.com", "GET", "", []string{rule("https://*.contoso.com", "GET", "", "")}, 403, "CorsPreflightFailure"},
		{"headers by a prefix", contoso, "GET", "x-ms-meta-a,x-ms-meta-b", []string{rule("*", "GET", "", "x-ms-meta-*")}, 200, ""},
		{"all headers", contoso, "GET", "x-ms-meta-a,authorization", []string{rule("*", "GET", "", "*")}, 200, ""},
		{"no rules", contoso, "GET", "", nil, 403, "CorsPreflightFailure"},
		{"no origin", "", "GET", "", documentedRules(), 400, "InvalidHeaderValue"},
		{"no method", contoso, "", "", documentedRules(), 400, "InvalidHeaderValue"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var headers []string
			for _, h := range [][2]string{{"Origin", test.origin}, {"Access-Control-Request-Method", test.method}, {"Access-Control-Request-Headers", test.headers}} {
				if h[1] != "" {
					headers = append(headers, h[0], h[1])
				}
			}
			w := request(withRules(t, test.rules...), "OPTIONS", "http://127.0.0.1/account/any/thing", "", headers...)
			if w.Code != test.status || !strings.Contains(w.Body.String(), test.code) {
				t.Fatalf("%d %s, want %d %s", w.Code, w.Body, test.status, test.code)
			}
			want := map[string]string{"Access-Control-Allow-Origin": "", "Access-Control-Allow-Methods": "", "Access-Control-Allow-Headers": "", "Access-Control-Max-Age": "", "Access-Control-Allow-Credentials": ""}
			if test.status == 200 {
				want = map[string]string{"Access-Control-Allow-Origin": test.origin, "Access-Control-Allow-Methods": test.method,
					"Access-Control-Allow-Headers": test.headers, "Access-Control-Max-Age": "5", "Access-Control-Allow-Credentials": "true"}
			}
			got := map[string]string{}
			for name := range want {
				got[name] = w.Header().Get(name)
			}
			if !reflect.DeepEqual(want, got) {
				t.Errorf("headers of the answer: want %+v, got %+v", want, got)
			}
		})
	}
}

// This is the table of CORS support for Azure Storage on the answers to GET and HEAD. Other methods get no Vary.
func TestActualRequests(t *testing.T) {
	t.Parallel()
	forAll, forOne := rule("*", "GET,PUT", "x-ms-request-*,ETag", "*"), rule(contoso, "GET,PUT", "x-ms-request-*,ETag", "*")
	const exposed = "ETag,x-ms-request-id"
	for _, test := range []struct {
		name, method, origin, rule string
		vary, allow, expose        string
	}{
		{"no origin, no rules", "GET", "", "", "", "", ""},
		{"no origin, a rule for one", "GET", "", forOne, "Origin", "", ""},
		{"no origin, a rule for all", "GET", "", forAll, "", "*", exposed},
		{"no rules", "GET", contoso, "", "", "", ""},
		{"a rule for this origin", "GET", contoso, forOne, "Origin", contoso, exposed},
		{"a rule for another", "GET", "http://fabrikam.com", forOne, "Origin", "", ""},
		{"a rule for all", "GET", contoso, forAll, "", "*", exposed},
		{"a write, a rule for this origin", "PUT", contoso, forOne, "", contoso, exposed},
		{"a write, a rule for another", "PUT", "http://fabrikam.com", forOne, "", "", ""},
		{"a method that no rule has", "DELETE", contoso, forAll, "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var rules, headers []string
			if test.rule != "" {
				rules = []string{test.rule}
			}
			if test.origin != "" {
				headers = []string{"Origin", test.origin}
			}
			for _, path := range []string{"x", "gone"} { // scripts read refusals too
				got := request(withRules(t, rules...), test.method, "http://127.0.0.1/account/"+path, "", headers...).Header()
				if !reflect.DeepEqual([]string{test.vary, test.allow, test.expose}, []string{got.Get("Vary"), got.Get("Access-Control-Allow-Origin"), got.Get("Access-Control-Expose-Headers")}) {
					t.Errorf("%s: Vary, Access-Control-Allow-Origin and -Expose-Headers: want %+v, got %+v", path, []string{test.vary, test.allow, test.expose}, []string{got.Get("Vary"), got.Get("Access-Control-Allow-Origin"), got.Get("Access-Control-Expose-Headers")})
				}
				if credentials := got.Get("Access-Control-Allow-Credentials") == "true"; credentials != (test.allow == contoso) {
					t.Errorf("%s: Access-Control-Allow-Credentials: %v", path, credentials)
				}
			}
		})
	}
}
