package sdk

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

const key = "c2VjcmV0IG9mIHRlc3Rz"

func session() *target.Session {
	return &target.Session{
		Endpoints:  map[target.Service]string{target.Blob: "http://127.0.0.1:1/account/"},
		Credential: target.Credential{Account: "account", Key: key}, Transport: http.DefaultTransport,
	}
}

// opened reports how a client was opened: with the account key, or with only an address.
func opened(c *Connection) (string, error) {
	return Open(c, "", func(account, key string) (string, error) { return "key " + key + " of " + account, nil },
		func(endpoint, signer, _ string) (string, error) { return signer + " at " + endpoint, nil },
		func(endpoint, _ string) (string, error) { return endpoint, nil })
}

func TestCredentialsOfAClient(t *testing.T) {
	t.Parallel()
	const at = "http://127.0.0.1:1/account"
	tests := map[string]struct {
		ownSAS target.Secret // instead of the session's key
		access scenario.Access
		want   string
	}{
		"the session's key":   {"", scenario.Access{}, "key " + key + " of account at " + at},
		"another key":         {"", scenario.Access{Key: "b3RoZXI="}, "key b3RoZXI= of account at " + at},
		"none":                {"", scenario.Access{Anonymous: true}, at},
		"a SAS":               {"", scenario.Access{SAS: "?sig=x"}, at + "?sig=x"},
		"the session's SAS":   {"?sig=own", scenario.Access{}, at + "?sig=own"},
		"none, and not a SAS": {"sig=own", scenario.Access{Anonymous: true}, at},
		"a key, and no SAS":   {"sig=own", scenario.Access{Key: "b3RoZXI="}, "key b3RoZXI= of account at " + at},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := session()
			if tt.ownSAS != "" {
				s.Credential.Key, s.Credential.SAS = "", tt.ownSAS
			}
			got, err := opened(Connect(s, target.Blob, nil, tt.access))
			if err != nil || got != tt.want {
				t.Errorf("opened with %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestClientsThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	if c, err := opened(Connect(session(), target.Table, nil, scenario.Access{})); err == nil || !strings.Contains(err.Error(), "the target offers no table service") {
		t.Errorf("a client of a service that is not there: %q, %v", c, err)
	}
	_, err := Open(Connect(session(), target.Blob, nil, scenario.Access{}), "", func(_, key string) (string, error) { return key, nil },
		func(_, key, _ string) (string, error) {
			return "", errors.New("bad key " + key + " and sig=c2lnbmF0dXJl")
		},
		func(string, string) (string, error) { return "", nil })
	if err == nil || !strings.Contains(err.Error(), "opening a blob client: bad key") || strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "c2lnbmF0dXJl") {
		t.Errorf("got %v, want an error without secrets", err)
	}
}
