package wire

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"testing"
)

const (
	fakeKey = "c2VjcmV0LWtleS1zZWNyZXQta2V5LXNlY3JldC1rZXktc2VjcmV0LWtleS1zZWNyZXQta2V5LXNlY3JldC1rZQ=="
	fakeSig = "2UcHPNjmBhMGEwOiA3JkXyUb8n2vDSk+0vPsWb3Vp/E="
)

func TestRedact(t *testing.T) {
	t.Parallel()
	escaped := url.QueryEscape(fakeSig)
	for _, c := range []struct{ name, text, want string }{
		{"nothing to hide", `<Error><Code>ConditionNotMet</Code></Error>`, `<Error><Code>ConditionNotMet</Code></Error>`},
		{"an MD5 stays", "Content-MD5 1B2M2Y8AsgTpgAmY7PhCfg==", "Content-MD5 1B2M2Y8AsgTpgAmY7PhCfg=="},
		{"connection string", "AccountName=a;AccountKey=" + fakeKey + ";BlobEndpoint=http://h/a",
			"AccountName=a;AccountKey=REDACTED;BlobEndpoint=http://h/a"},
		{"connection string in JSON", `{"accountKey": "abc+def="}`, `{"accountKey": "REDACTED"}`},
		{"connection string with SAS", "SharedAccessSignature=sv=1&sig=" + escaped + ";BlobEndpoint=http://h",
			"SharedAccessSignature=REDACTED&sig=REDACTED;BlobEndpoint=http://h"},
		{"SAS in a sentence", `get "https://h/c/b?sig=` + escaped + `&se=2026": EOF`, `get "https://h/c/b?sig=REDACTED&se=2026": EOF`},
		{"SAS in XML", "<CopySource>https://h/b?sig=" + escaped + "&amp;se=1</CopySource>", "<CopySource>https://h/b?sig=REDACTED&amp;se=1</CopySource>"},
		{"escaped address", url.QueryEscape("https://h/b?sig=" + escaped), "https%3A%2F%2Fh%2Fb%3Fsig%3DREDACTED"},
		{"twice escaped address", url.QueryEscape(url.QueryEscape("https://h/b?sig=" + escaped)), "https%253A%252F%252Fh%252Fb%253Fsig%253DREDACTED"},
		{"bearer", "Authorization: Bearer abc.def-ghi", "Authorization: Bearer REDACTED"},
		{"token alone", "token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_def here", "token REDACTED here"},
		{"shared key header", "Authorization: SharedKey acct:" + fakeSig + "\n", "Authorization: SharedKey acct:REDACTED\n"},
		{"server echoes the signature", "The MAC signature found in the HTTP request '" + fakeSig + "' is not the same",
			"The MAC signature found in the HTTP request 'REDACTED' is not the same"},
		{"delegation key", "<UserDelegationKey><Value>" + fakeSig + "</Value></UserDelegationKey>",
			"<UserDelegationKey><Value>REDACTED</Value></UserDelegationKey>"},
	} {
		if got := Redact(c.text); got != c.want {
			t.Errorf("%s: Redact(%q)\n got %q\nwant %q", c.name, c.text, got, c.want)
		}
	}
}

func TestRedactURL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ address, want string }{
		{"http://127.0.0.1:10000/devstoreaccount1/c/b", "http://127.0.0.1:10000/devstoreaccount1/c/b"},
		{"https://a.blob.core.windows.net/c?comp=list&restype=container", "https://a.blob.core.windows.net/c?comp=list&restype=container"},
		{"https://h/b?sv=1&sig=abc%3D&se=2", "https://h/b?sv=1&sig=REDACTED&se=2"},
		{"https://h/b?SIG=abc", "https://h/b?SIG=REDACTED"},
		{"https://h/b?s%69g=abc", "https://h/b?s%69g=REDACTED"},
		{"https://h/b?sig", "https://h/b?sig"},
		{"https://h/b?url=https%3A%2F%2Fh%3Fsig%3Dabc%26x", "https://h/b?url=https%3A%2F%2Fh%3Fsig%3DREDACTED"},
		{"https://user:word@h/b", "https://REDACTED@h/b"},
		{"https://h/c@d", "https://h/c@d"},
		{"::not an address::?sig=abc", "::not an address::?sig=REDACTED"},
	} {
		if got := RedactURL(c.address); got != c.want {
			t.Errorf("RedactURL(%q) = %q, want %q", c.address, got, c.want)
		}
	}
}

func TestRedactHeader(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, value, want string }{
		{"If-Match", `"0x8DD1234567890AB"`, `"0x8DD1234567890AB"`},
		{"x-ms-lease-id", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
		{"Authorization", "SharedKey a:" + fakeSig, "SharedKey a:REDACTED"},
		{"authorization", "SharedKeyLite a:" + fakeSig, "SharedKeyLite a:REDACTED"},
		{"AUTHORIZATION", "bearer abc", "bearer REDACTED"},
		{"Authorization", "Basic abc", "REDACTED"},
		{"Authorization", "abc", "REDACTED"},
		{"x-ms-copy-source-authorization", "Bearer abc", "Bearer REDACTED"},
		{"X-Ms-Encryption-Key", "abc", "REDACTED"},
		{"Set-Cookie", "a=b", "REDACTED"},
		{"x-ms-copy-source", "https://h/b?sig=abc&st=1", "https://h/b?sig=REDACTED&st=1"},
		{"Location", "https://h/b?sig=abc", "https://h/b?sig=REDACTED"},
		{"x-ms-meta-note", "AccountKey=abc", "AccountKey=REDACTED"},
	} {
		if got := RedactHeader(c.name, c.value); got != c.want {
			t.Errorf("RedactHeader(%q, %q) = %q, want %q", c.name, c.value, got, c.want)
		}
	}
}

// FuzzRedact puts a secret into each place where secrets are known to occur, with arbitrary
// text around it, and looks for it afterwards.
func FuzzRedact(f *testing.F) {
	f.Add([]byte("0123456789abcdef0123456789abcdef"), "", "")
	f.Add([]byte("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"), "see ", "&se=1")
	f.Add([]byte("\xff\xfe\xfd\xfc\xfb0123456789"), "sig=", ";")
	f.Add([]byte("0123456789abcdef0123456789abcdef"), "x%", "%3D")
	f.Fuzz(func(t *testing.T, raw []byte, before, after string) {
		if len(raw) < 16 || len(raw) > 128 {
			t.Skip("no key or signature has this length")
		}
		secret := base64.StdEncoding.EncodeToString(raw)
		forms := []string{secret, url.QueryEscape(secret), url.PathEscape(secret)}
		if strings.Contains(before+after, "REDACTED") {
			t.Skip("the text looks like its own redaction")
		}
		shown := map[string]string{}
		for _, s := range forms {
			shown["sig in a text "+s] = Redact(before + "?sv=1&sig=" + s + "&" + after)
			shown["sig in an address "+s] = RedactURL("https://h/c?" + url.QueryEscape(before) + "&sig=" + s + "&" + url.QueryEscape(after))
			shown["sig in a header "+s] = RedactHeader("x-ms-copy-source", "https://h/c?sig="+s+"&"+after)
			shown["sig in an escaped address "+s] = Redact(before + url.QueryEscape("https://h/c?sv=1&sig="+s+"&se=1"))
		}
		shown["AccountKey"] = Redact(before + ";AccountKey=" + secret + ";" + after)
		shown["Authorization"] = RedactHeader("Authorization", "SharedKey acct:"+secret)
		shown["unknown scheme"] = RedactHeader("Authorization", before+secret+after)
		shown["bearer"] = Redact(before + " Bearer " + secret + " " + after)
		shown["literal"] = literals([]string{secret}).Replace("text " + secret + " text")
		for place, text := range shown {
			for _, s := range forms {
				if strings.Contains(text, s) {
					t.Errorf("%s: the secret %q came out in %q", place, s, text)
				}
			}
			if again := Redact(text); again != Redact(again) {
				t.Errorf("%s: redacting twice is not stable: %q", place, text)
			}
		}
	})
}

func ExampleRedactURL() {
	fmt.Println(RedactURL("https://a.blob.core.windows.net/c/b?sv=2025-11-05&sr=b&sig=c2VjcmV0&se=2026-01-01"))
	// Output: https://a.blob.core.windows.net/c/b?sv=2025-11-05&sr=b&sig=REDACTED&se=2026-01-01
}
