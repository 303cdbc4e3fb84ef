package loadgen

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"ifmatch/internal/facts"
	"ifmatch/internal/target"
	"ifmatch/loadgen/backoff"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/pace"
	"ifmatch/loadgen/transport"
	"ifmatch/loadgen/workload"
	"ifmatch/reference"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
	"ifmatch/reference/smb"
)

// serve starts the reference on loopback sockets for one test.
func serve(t *testing.T, faults ...fault.Fault) Endpoint {
	t.Helper()
	server := reference.New(reference.Options{Faults: faults})
	t.Cleanup(func() { _ = server.Close() })
	e := Endpoint{Name: "reference", Services: map[target.Service]string{}, Credential: target.Credential{Account: server.Account(), Key: target.Secret(server.Key())}}
	for _, s := range reference.Services() {
		if _, err := server.Listen(t.Context(), s, "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		e.Services[target.Service(s)] = server.Endpoint(operation.Service(s))
	}
	e.DialSMB = overSMB(t, server)
	return e
}

// overSMB serves the files of a server over SMB without sockets.
func overSMB(t *testing.T, server *reference.Server) func(context.Context) (net.Conn, error) {
	t.Helper()
	shown := smb.New(smb.Options{Files: server.Files(), Account: server.Account(), Key: server.Key()})
	t.Cleanup(shown.Close)
	return func(context.Context) (net.Conn, error) {
		near, far := net.Pipe()
		shown.ServeConn(far)
		return near, nil
	}
}

// lookup finds a workload: "blob-cas", or "mix:page-blob" for the usual mix of a kind.
func lookup(t *testing.T, name string) workload.Workload {
	t.Helper()
	if kind, ok := strings.CutPrefix(name, "mix:"); ok {
		w, err := workload.Mix(kind, "", facts.All())
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	w, ok := workload.Lookup(name)
	if !ok {
		t.Fatalf("there is no workload %s", name)
	}
	return w
}

// everyWorkload returns the names of all workloads, each mix included.
func everyWorkload() (names []string) {
	for _, w := range workload.All() {
		names = append(names, w.Name)
	}
	for _, kind := range workload.MixKinds() {
		names = append(names, "mix:"+kind)
	}
	return names
}

// config returns the configuration of a short run of a workload.
func config(t *testing.T, name string) Config {
	t.Helper()
	w := lookup(t, name)
	return Config{
		Endpoint: serve(t), Workload: w, Options: w.Defaults, Run: "0123abcd", Prefix: "ifmatch-load-", Seed: 1,
		Clients: 8, Operations: 2000, Backoff: backoff.Policy{}, Transport: transport.NewLean(transport.Options{Timeout: 10 * time.Second}),
		History: filepath.Join(t.TempDir(), "history.ifm"),
	}
}

// recorded reads the history back and demands that it is complete.
func recorded(t *testing.T, c Config) *history.History {
	t.Helper()
	h, err := history.ReadFile(c.History)
	if err != nil {
		t.Fatal(err)
	}
	if !h.Complete {
		t.Fatalf("the history is incomplete: %s", h.Why)
	}
	return h
}

func TestEveryExchangeIsRecordedOnce(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"lean", "net/http"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			c := config(t, "blob-cas")
			if kind == "net/http" {
				c.Transport = transport.NewNetHTTP(transport.Options{Timeout: 10 * time.Second})
			}
			var results bytes.Buffer
			c.Results = &results
			out, err := Run(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			if out.Unclean != nil {
				t.Errorf("cleaning up: %v", out.Unclean)
			}
			h := recorded(t, c)
			if h.From != out.From || h.To != out.To {
				t.Errorf("the history says that it measured from %d to %d, the run %d to %d", h.From, h.To, out.From, out.To)
			}
			type exchange struct{ client, seq uint32 }
			seen := map[exchange]bool{}
			last := map[uint32]uint32{}
			measured := 0
			for _, e := range h.Events {
				switch {
				case e.Invoke > e.Return:
					t.Fatalf("%+v returns before it is invoked", e)
				case e.Outcome == history.Wrong || e.Outcome.Uncertain():
					t.Errorf("%+v: the reference gave no clear answer", e)
				case e.Flags&history.Outside != 0:
					continue
				case e.Flags&history.Follow == 0:
					if x := (exchange{e.Client, e.Seq}); seen[x] {
						t.Fatalf("client %d exchange %d is recorded twice", e.Client, e.Seq)
					} else {
						seen[x] = true
					}
					if e.Seq != last[e.Client]+1 {
						t.Errorf("client %d: exchange %d follows %d", e.Client, e.Seq, last[e.Client])
					}
					last[e.Client] = e.Seq
					measured++
				}
			}
			if measured != int(c.Operations) || len(last) != c.Clients {
				t.Errorf("recorded %d exchanges of %d clients, want %d of %d", measured, len(last), c.Operations, c.Clients)
			}
			decode := vegeta.NewDecoder(&results)
			n := 0
			stamps := map[uint64]time.Time{}
			for ; ; n++ {
				var r vegeta.Result
				if err := decode(&r); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				if r.Method == "" || !strings.HasPrefix(r.URL, "http://127.0.0.1:") || r.Code == 0 || r.Latency <= 0 || r.Timestamp.IsZero() || strings.Contains(r.URL, "sig=") {
					t.Fatalf("result %+v", r)
				}
				stamps[r.Seq] = r.Timestamp
			}
			for seq := uint64(1); seq < uint64(n); seq++ { // vegeta's plot needs this
				if stamps[seq].Before(stamps[seq-1]) {
					t.Fatalf("result %d is earlier than the one before it", seq)
				}
			}
			if n != measured {
				t.Errorf("vegeta reads %d results, want %d", n, measured)
			}
		})
	}
}

func TestAScheduleIsKept(t *testing.T) {
	t.Parallel()
	c := config(t, "blob-cas")
	c.Operations, c.Duration, c.Warmup = 0, 700*time.Millisecond, 200*time.Millisecond
	c.Clients, c.MaxClients, c.Shape = 1, 100, pace.Constant(300)
	out, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(210); out.Requested != want {
		t.Errorf("requested %d, want %d", out.Requested, want)
	}
	intended := map[int64]bool{}
	for _, e := range recorded(t, c).Events {
		if e.Flags&(history.Outside|history.Follow) != 0 {
			continue
		}
		if e.Invoke < e.Intended {
			t.Fatalf("%+v is sent before it is due", e)
		}
		if intended[e.Intended] {
			t.Fatalf("two exchanges are due at %d", e.Intended)
		}
		intended[e.Intended] = true
	}
	// A machine that is busy with other tests may not send all of them in time.
	if n := len(intended); n < 100 || n > 270 {
		t.Errorf("sent %d exchanges, want at most 270, and most of them", n)
	}
}

// TestOperationsCountAfterTheWarmUp bounds runs with a warm-up by their number of
// exchanges.
func TestOperationsCountAfterTheWarmUp(t *testing.T) {
	t.Parallel()
	for name, shape := range map[string]pace.Shape{"closed loop": nil, "schedule": pace.Constant(1000)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := config(t, "blob-cas")
			c.Shape, c.MaxClients, c.Operations, c.Warmup = shape, 100, 300, 100*time.Millisecond
			out, err := Run(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			warm, due := 0, 0
			for _, e := range recorded(t, c).Events {
				switch {
				case e.Flags&(history.Outside|history.Follow) != 0:
				case e.Intended < out.From:
					warm++
				default:
					due++
				}
			}
			if warm == 0 || due != 300 {
				t.Errorf("%d exchanges in the warm-up and %d after it, want some and 300", warm, due)
			}
			if shape != nil && out.Requested != 300 {
				t.Errorf("requested %d, want 300", out.Requested)
			}
		})
	}
}

func TestAnInterruptionLeavesACompleteHistory(t *testing.T) {
	t.Parallel()
	for name, shape := range map[string]pace.Shape{"closed loop": nil, "schedule": pace.Constant(1000)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			interrupted(t, shape)
		})
	}
}

// interrupted ends a run after some exchanges.
func interrupted(t *testing.T, shape pace.Shape) {
	t.Helper()
	c := config(t, "blob-cas")
	c.Operations, c.Duration, c.Shape, c.MaxClients = 0, time.Hour, shape, 100
	var schedule func() (requested, dropped int64)
	c.Measuring = func(_ int64, _ *history.Dictionary, s func() (int64, int64)) { schedule = s }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	c.Tap = func(batch []history.Event, _ int64) {
		if n += len(batch); n > 100 {
			cancel()
		}
	}
	out, err := Run(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	if !out.Interrupted || out.To <= out.From || out.Unclean != nil {
		t.Errorf("got %+v, want an interrupted run that was cleaned up", out)
	}
	if (schedule != nil) != (shape != nil) {
		t.Fatalf("there is a schedule to ask: %t", schedule != nil)
	}
	if schedule != nil {
		if requested, _ := schedule(); requested == 0 || requested > out.Requested {
			t.Errorf("%d were requested when it is over, want at most %d", requested, out.Requested)
		}
	}
	var sent, read int64
	for _, e := range recorded(t, c).Events {
		if e.Flags&history.Outside == 0 {
			sent = max(sent, e.Invoke)
		} else {
			read = max(read, e.Invoke)
		}
	}
	if read < sent {
		t.Error("the final state was not read")
	}
}

func TestARunThatCannotBegin(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"no such service", func(c *Config) { delete(c.Endpoint.Services, target.Blob) }, "offers no blob service"},
		{"nobody listens", func(c *Config) { c.Endpoint.Services[target.Blob] = "http://127.0.0.1:1/devstoreaccount1" }, "connection refused"},
		{"a wrong key", func(c *Config) { c.Endpoint.Credential.Key = "bm90IHRoZSBrZXk=" }, "AuthenticationFailed"},
		{"no key", func(c *Config) { c.Endpoint.Credential.Key = "!" }, "key"},
		{"no bound", func(c *Config) { c.Operations = 0 }, "a duration or a number"},
		{"no clients", func(c *Config) { c.Clients = 0 }, "clients"},
		{"bad options", func(c *Config) { c.Options.Size = 1 }, "size"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := config(t, "blob-cas")
			tc.change(&c)
			_, err := Run(t.Context(), c)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
			if err != nil && strings.Contains(err.Error(), "bm90IHRoZSBrZXk=") {
				t.Error("the error shows the key")
			}
		})
	}
}

// TestAShardThatIsNotReadyInTime finds a lease on what it is about to create: the other shards contend already, and it
// deletes nothing of theirs.
func TestAShardThatIsNotReadyInTime(t *testing.T) {
	t.Parallel()
	start := time.Now().Add(300 * time.Millisecond)
	var deleted atomic.Int64
	c := config(t, "lease-mutex")
	c.Endpoint = serve(t, fault.Fault{Name: "late", Middleware: func() operation.Middleware {
		return func(o operation.Operation, next http.Handler) http.Handler {
			switch o {
			case operation.PutBlob:
			case operation.DeleteBlob, operation.DeleteContainer:
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					deleted.Add(1)
					next.ServeHTTP(w, r)
				})
			default:
				return next
			}
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				<-time.After(time.Until(start))
				w.Header().Set("x-ms-error-code", "LeaseIdMissing")
				w.WriteHeader(http.StatusPreconditionFailed)
			})
		}
	}})
	c.Shards, c.StartAt = 2, start
	if _, err := Run(t.Context(), c); !errors.Is(err, ErrLate) {
		t.Errorf("got %v, want that it is late", err)
	}
	if n := deleted.Load(); n > 0 {
		t.Errorf("it asked %d times for something to be deleted", n)
	}
}

func TestAScheduleLastsAsLongAsAskedFor(t *testing.T) {
	t.Parallel()
	c := config(t, "blob-cas")
	c.Shape, c.Operations, c.Duration, c.MaxClients = pace.Constant(2), 0, 300*time.Millisecond, 8
	out, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if got := time.Duration(out.To - out.From); got != c.Duration || out.Requested != 1 {
		t.Errorf("measured %v with %d requested, want %v with 1: the rest of a schedule counts as well", got, out.Requested, c.Duration)
	}
}
