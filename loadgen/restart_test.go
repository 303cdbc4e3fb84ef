package loadgen

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
	"ifmatch/reference"
	"ifmatch/reference/operation"
)

// TestRestarts takes a service off its address in the middle of a run and puts one back: the same with all its
// contents, or a new, empty one. The first run is valid; in the second, acknowledged writes are lost, which has a rule
// of its own and is one violation of each resource.
func TestRestarts(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	for _, name := range []string{"blob-cas", "blob-append", "table-cas", "table-batch", "queue-consume", "lease-mutex"} {
		for _, keeps := range []bool{true, false} {
			t.Run(name+map[bool]string{true: "/keeps", false: "/loses"}[keeps], func(t *testing.T) {
				t.Parallel()
				// Something must be acknowledged before the restart, and sent after it. A run that shows no loss was too
				// short for that; a longer one has more before and after.
				lasts := 300 * time.Millisecond
				v, live := restartedRun(t, name, keeps, lasts)
				for !keeps && lasts < time.Minute && v.State == finding.Valid && live.State == finding.Valid {
					lasts *= 4
					v, live = restartedRun(t, name, keeps, lasts)
				}
				if keeps {
					notAccused(t, "afterwards", v)
					notAccused(t, "live", live)
					return
				}
				for when, v := range map[string]check.Verdict{"afterwards": v, "live": live} {
					if v.State != finding.Invalid {
						t.Errorf("%s it is %s (%s)", when, v.State, v.Why)
						continue
					}
					if v.Violations > v.Keys {
						t.Errorf("%s: %d violations on %d resources, want one for each", when, v.Violations, v.Keys)
					}
					for _, r := range v.Results {
						for _, x := range r.Violations {
							if x.Rule != check.LostOverRestart || !strings.Contains(x.Sentence, "killed and started again") {
								t.Errorf("%s: %s: %s: %s", when, r.Key, x.Rule, x.Sentence)
							}
						}
					}
				}
			})
		}
	}
}

// restartedRun is a run with one restart, after a third of it. It returns the verdict found afterwards and the one found during the run.
func restartedRun(t *testing.T, name string, keeps bool, lasts time.Duration) (after, live check.Verdict) {
	t.Helper()
	c := config(t, name)
	server := reference.New(reference.Options{})
	t.Cleanup(func() { _ = server.Close() })
	c.Endpoint = Endpoint{Name: "reference", Services: map[target.Service]string{}, Credential: target.Credential{Account: server.Account(), Key: target.Secret(server.Key())}}
	addresses := map[operation.Service]string{}
	for _, s := range c.Workload.Services {
		service := operation.Service(s)
		if _, err := server.Listen(t.Context(), service, "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		c.Endpoint.Services[s] = server.Endpoint(service)
		at, err := url.Parse(server.Endpoint(service))
		if err != nil {
			t.Fatal(err)
		}
		addresses[service] = at.Host
	}
	c.Transport = transport.NewLean(transport.Options{Timeout: 5 * time.Second})
	c.Clients, c.Operations, c.Duration = 8, 0, lasts
	if c.Options.Visibility > 0 {
		c.Options.Visibility = time.Second
	}
	var judge *check.Stream
	c.Recording = func(book *history.Dictionary) { judge = check.NewStream(book, check.Options{}) }
	c.Tap = func(batch []history.Event, watermark int64) {
		judge.Add(batch)
		judge.Mark(watermark)
	}
	done := make(chan error, 1)
	c.Restart = func(restart func(kill func(), start func() error) error) {
		time.AfterFunc(lasts/3, func() {
			done <- restart(func() { _ = server.Close() }, func() error { // closes all connections
				if !keeps {
					server = reference.New(reference.Options{})
				}
				for service, at := range addresses {
					if _, err := server.Listen(t.Context(), service, at); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	c.Sent = func() {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if _, err := Run(t.Context(), c); err != nil && keeps { // the final reading cannot find what is lost
		t.Error(err)
	}
	h := recorded(t, c)
	if !h.Complete {
		t.Fatalf("the history is incomplete: %s", h.Why)
	}
	return check.History(h, check.Options{}), judge.Close(true, "")
}
