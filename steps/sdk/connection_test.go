package sdk

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

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
	return NewService(c, "", func(account, key string) (string, error) { return "key " + key + " of " + account, nil },
		func(endpoint, signer, _ string) (string, error) { return signer + " at " + endpoint, nil },
		func(endpoint, _ string) (string, error) { return endpoint, nil }).SDK()
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
	_, err := NewService(Connect(session(), target.Blob, nil, scenario.Access{}), "", func(_, key string) (string, error) { return key, nil },
		func(_, key, _ string) (string, error) {
			return "", errors.New("bad key " + key + " and sig=c2lnbmF0dXJl")
		},
		func(string, string) (string, error) { return "", nil }).SDK()
	if err == nil || !strings.Contains(err.Error(), "opening a blob client: bad key") || strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "c2lnbmF0dXJl") {
		t.Errorf("got %v, want an error without secrets", err)
	}
}

type plainRequest struct{ *scenario.Base }

func (plainRequest) Exact() []scenario.Header { return nil }

// TestAnAnswerCutByOurselvesIsNone distinguishes an answer that the service has spoiled from one
// that was being read when the run was stopped.
func TestAnAnswerCutByOurselvesIsNone(t *testing.T) {
	t.Parallel()
	for _, stopped := range []bool{false, true} {
		ctx, stop := context.WithCancel(t.Context())
		x := &Exchange{}
		_, err := (&Connection{Session: &target.Session{}}).Perform(ctx, "List Blobs", nil, plainRequest{&scenario.Base{}}, x, func(context.Context) error {
			body := iotest.ErrReader(io.ErrUnexpectedEOF)
			if stopped {
				stop()
				body = iotest.ErrReader(context.Canceled)
			}
			x.answer = &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(body)}
			return nil
		})
		stop()
		var unreadable *scenario.UnreadableError
		if accused := errors.As(err, &unreadable); accused == stopped || err == nil {
			t.Errorf("stopped %v: %v", stopped, err)
		}
	}
}

// TestAPanicOfTheSDKIsAnAnswerThatCannotBeRead: over an answer the SDK's panic accuses the answer, and before there is one it is
// our own mistake.
func TestAPanicOfTheSDKIsAnAnswerThatCannotBeRead(t *testing.T) {
	t.Parallel()
	perform := func(answer *http.Response) (resp scenario.Response, panicked any, err error) {
		defer func() { panicked = recover() }()
		x := &Exchange{}
		resp, err = (&Connection{Session: &target.Session{}}).Perform(t.Context(), "Blob Batch", nil, plainRequest{&scenario.Base{}}, x, func(context.Context) error {
			x.answer = answer
			panic("index out of range")
		})
		return resp, nil, err
	}
	resp, panicked, err := perform(&http.Response{StatusCode: http.StatusAccepted, Body: http.NoBody})
	if _, accused := errors.AsType[*scenario.UnreadableError](err); !accused || panicked != nil || resp.Status != http.StatusAccepted || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("over an answer: %v, %v, panic %v", resp, err, panicked)
	}
	if _, panicked, err := perform(nil); panicked == nil {
		t.Errorf("without an answer: %v, want the panic", err)
	}
}

// FuzzScrub looks for a text in which the value of a signature survives.
func FuzzScrub(f *testing.F) {
	for _, s := range []string{"GET http://h/c?sp=r&", "", "a'", "?SIG=x&", "\n"} {
		f.Add(s)
	}
	c := Connection{Session: &target.Session{}}
	f.Fuzz(func(t *testing.T, around string) {
		const secret = "c2VjcmV0%2Bsignature%3D"
		if text := c.Scrub(around + "&sig=" + secret + "&" + around); strings.Contains(text, secret) != strings.Contains(around, secret) {
			t.Errorf("%q keeps the signature", text)
		}
	})
}
