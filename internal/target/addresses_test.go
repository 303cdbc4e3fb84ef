package target

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fixed is a token that never changes.
type fixed struct{}

func (fixed) Token(context.Context) (Secret, error) { return "a.b.c", nil }
func (fixed) Ends() time.Time                       { return time.Time{} }

func TestParseAddresses(t *testing.T) {
	t.Parallel()
	options := ParseOptions{Getenv: func(string) string { return "" }, Tokens: func(func(string) string) (Tokens, error) { return fixed{}, nil }}
	for name, test := range map[string]struct {
		spec      string
		account   string
		endpoints map[Service]string // nil: an error is expected
		says      string
	}{
		"host style":               {"https://acct.blob.core.windows.net", "acct", map[Service]string{Blob: "https://acct.blob.core.windows.net"}, ""},
		"two services":             {"https://acct.blob.core.windows.net/, https://acct.table.core.windows.net", "acct", map[Service]string{Blob: "https://acct.blob.core.windows.net", Table: "https://acct.table.core.windows.net"}, ""},
		"an emulator's port":       {"https://127.0.0.1:10001/devstoreaccount1", "devstoreaccount1", map[Service]string{Queue: "https://127.0.0.1:10001/devstoreaccount1"}, ""},
		"named":                    {"table=https://[::1]:4444/acct/", "acct", map[Service]string{Table: "https://[::1]:4444/acct"}, ""},
		"over http":                {"http://acct.blob.core.windows.net", "", nil, "over https only"},
		"with a signature":         {"https://acct.blob.core.windows.net?sig=SECRET", "", nil, "must not carry a shared access signature"},
		"no service":               {"https://127.0.0.1:4444/acct", "", nil, "which service"},
		"no account":               {"blob=https://127.0.0.1:4444", "", nil, "does not show the account"},
		"one service twice":        {"https://acct.blob.core.windows.net,blob=https://acct.blob.example", "", nil, "two addresses"},
		"two accounts":             {"https://acct.blob.core.windows.net,https://other.queue.core.windows.net", "", nil, "different accounts"},
		"a port that is none":      {"blob=https://127.0.0.1:99999/acct", "", nil, "no port"},
		"something else in a list": {"https://acct.blob.core.windows.net,x", "", nil, "must begin with"},
		"user information":         {"https://a:SECRET@acct.blob.core.windows.net", "", nil, "user information"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := Parse(test.spec, options)
			if test.endpoints == nil {
				if u := (*UsageError)(nil); !errors.As(err, &u) || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "SECRET") {
					t.Fatalf("%v, want a usage error with %q and no secret", err, test.says)
				}
				return
			}
			if err != nil || c.Name != test.account || c.Credential.Account != test.account || c.Credential.Tokens == nil {
				t.Fatalf("%+v, %v", c, err)
			}
			if d := cmp.Diff(test.endpoints, c.Endpoints); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
	if _, err := Parse("https://acct.blob.core.windows.net", ParseOptions{}); err == nil || !strings.Contains(err.Error(), "cannot be used here") {
		t.Errorf("where nobody can log in: %v", err)
	}
}
