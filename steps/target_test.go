package steps_test

import (
	"strings"
	"testing"

	"ifmatch/steps"
)

func TestEndpoint(t *testing.T) {
	t.Parallel()
	const secret = "c2VjcmV0"
	for _, c := range []struct{ connection, account, refused string }{
		{"AccountName=alice;AccountKey=" + secret + ";BlobEndpoint=http://127.0.0.1:10000/alice", "alice", ""},
		{"UseDevelopmentStorage=true", "devstoreaccount1", ""},
		{"AccountKey=" + secret, "", "no account"},
		{"", "", "empty"},
	} {
		target, err := steps.Endpoint(c.connection)
		switch {
		case c.refused == "" && (err != nil || target.Info().Account != c.account):
			t.Errorf("Endpoint(%q) = %v, %v, want the account %s", c.connection, target, err, c.account)
		case c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused) || strings.Contains(err.Error(), secret)):
			t.Errorf("Endpoint(%q): %v, want an error that says %q", c.connection, err, c.refused)
		}
	}
}
