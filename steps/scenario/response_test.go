package scenario

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestAnswersInWords(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]Response{
		"201 Created":               {Status: 201},
		"412 ConditionNotMet":       {Status: 412, Code: "ConditionNotMet"},
		"412 without an error code": {Status: 412},
		"304 Not Modified":          {Status: 304},
	} {
		if got := r.String(); got != want {
			t.Errorf("%+v reads %q, want %q", r, got, want)
		}
	}
}

// TestWhatIsSentAgainHasItsBodyAgain loses the first answer after the body was read.
func TestWhatIsSentAgainHasItsBodyAgain(t *testing.T) {
	t.Parallel()
	var bodies []string
	next := roundTripper(func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if bodies = append(bodies, string(body)); len(bodies) == 1 {
			return nil, errors.New("connection reset")
		}
		return &http.Response{StatusCode: http.StatusCreated, Body: http.NoBody}, nil
	})
	req, err := http.NewRequestWithContext(Reading(t.Context()), http.MethodPut, "http://target/source", strings.NewReader("what is copied"))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := (&Transport{next: next}).RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusCreated || len(bodies) != 2 || bodies[1] != bodies[0] {
		t.Errorf("RoundTrip = %v, %v after the bodies %q", resp, err, bodies)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
