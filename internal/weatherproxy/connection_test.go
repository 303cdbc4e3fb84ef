package weatherproxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"ifmatch/reference/weather"
)

// under returns the weather of a spec.
func under(t *testing.T, spec string) *weather.Sky {
	t.Helper()
	s, err := weather.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return weather.New(s)
}

// listen starts a proxy in front of a server and returns it with a client whose
// connections it may keep.
func listen(t *testing.T, upstream http.Handler, o Options) (*Proxy, *http.Client) {
	t.Helper()
	behind := httptest.NewServer(upstream)
	t.Cleanup(behind.Close)
	p, err := Listen(t.Context(), strings.TrimPrefix(behind.URL, "http://"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	t.Cleanup(client.CloseIdleConnections)
	return p, client
}

// post sends a POST, which net/http does not repeat, and returns the answer's body.
func post(c *http.Client, address, body string) (string, error) {
	resp, err := c.Post("http://"+address, "text/plain", strings.NewReader(body))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	return string(got), err
}

// counter counts requests and answers with the number so far.
func counter(n *atomic.Int64) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		fmt.Fprint(w, n.Add(1))
	}
}

func TestConnectionsAreKept(t *testing.T) {
	t.Parallel()
	var served atomic.Int64
	p, client := listen(t, counter(&served), Options{})
	for i := range 20 {
		if got, err := post(client, p.Address(), "x"); err != nil || got != fmt.Sprint(i+1) {
			t.Fatalf("exchange %d: %q, %v", i+1, got, err)
		}
	}
	if got, want := p.Counts(), (Counts{Connections: 1, Exchanges: 20}); got != want {
		t.Errorf("counted %+v, want %+v", got, want)
	}
}

// TestResetsLoseTheRequestOrTheAnswer breaks every connection: the client always
// sees a reset, and in half of the cases the server has acted.
func TestResetsLoseTheRequestOrTheAnswer(t *testing.T) {
	t.Parallel()
	const n = 200
	var served atomic.Int64
	sky := under(t, "reset=100%,seed=1")
	p, client := listen(t, counter(&served), Options{Sky: sky})
	for range n {
		if got, err := post(client, p.Address(), "x"); !errors.Is(err, syscall.ECONNRESET) {
			t.Fatalf("got %q and %v, want a reset", got, err)
		}
	}
	if got := p.Counts().Exchanges; got != n || sky.Met()[weather.Reset] != n {
		t.Errorf("counted %d exchanges and %v, want %d resets", got, sky.Met(), n)
	}
	if got := served.Load(); got < n/4 || got > n*3/4 {
		t.Errorf("of %d resets %d came after the answer, want about half", n, got)
	}
}

func TestSilenceLastsUntilTheClientLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var served atomic.Int64
		p, client, end := virtual(t, counter(&served), Options{Sky: under(t, "silence=100%")})
		defer end()
		client.Timeout = time.Hour
		begun := time.Now()
		if got, err := post(client, "proxy", "x"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %q and %v, want none", got, err)
		}
		if took := time.Since(begun); took != time.Hour {
			t.Errorf("the client was left alone after %s", took)
		}
		if got, want := p.Counts(), (Counts{Connections: 1, Exchanges: 1}); got != want || served.Load() != 1 {
			t.Errorf("counted %+v, want %+v; the server saw %d", got, want, served.Load())
		}
	})
}

// TestLateRequestsArriveWithoutTheirSender gives up before the request is passed
// on: it still reaches the server.
func TestLateRequestsArriveWithoutTheirSender(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var served atomic.Int64
		p, client, end := virtual(t, counter(&served), Options{Sky: under(t, "stall=100%:3s")})
		defer end()
		client.Timeout = time.Second
		if got, err := post(client, "proxy", "x"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %q and %v, want none", got, err)
		}
		synctest.Wait()
		if n := served.Load(); n != 0 {
			t.Errorf("the server saw %d requests too early", n)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if n := served.Load(); n != 1 || p.Counts().Exchanges != 1 {
			t.Errorf("the server saw %d requests of %+v", n, p.Counts())
		}
	})
}

func TestDelayedAnswersArrive(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var served atomic.Int64
		p, client, end := virtual(t, counter(&served), Options{Sky: under(t, "stall-answer=100%:1s")})
		defer end()
		for i := range 3 {
			begun := time.Now()
			if got, err := post(client, "proxy", "x"); err != nil || got != fmt.Sprint(i+1) {
				t.Errorf("got %q and %v", got, err)
			}
			if took := time.Since(begun); took != time.Second {
				t.Errorf("an answer took %s, want 1s", took)
			}
		}
		if got, want := p.Counts(), (Counts{Connections: 1, Exchanges: 3}); got != want {
			t.Errorf("counted %+v, want %+v", got, want)
		}
	})
}

// TestAStallHoldsEverything stalls while one request is at the server and another
// is not yet sent: both end with the stall, and later requests are not held.
func TestAStallHoldsEverything(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, client, end := virtual(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/slow" {
				time.Sleep(3 * time.Second)
			}
		}), Options{})
		defer end()
		begun := time.Now()
		var wg sync.WaitGroup
		send := func(path string, after, want time.Duration) {
			wg.Go(func() {
				time.Sleep(after)
				if _, err := post(client, "proxy"+path, "x"); err != nil {
					t.Errorf("%s: %v", path, err)
				}
				if took := time.Since(begun); took != want {
					t.Errorf("the answer to %s after %s came at %s, want %s", path, after, took, want)
				}
			})
		}
		send("/slow", 0, 10*time.Second)
		send("/early", time.Second, time.Second)
		send("/held", 4*time.Second, 10*time.Second)
		send("/later", 11*time.Second, 11*time.Second)
		time.Sleep(2 * time.Second)
		p.Stall(8 * time.Second)
		wg.Wait()
		if got := p.Counts(); got.Stalled != 2 || got.Exchanges != 4 {
			t.Errorf("counted %+v, want 2 of 4 exchanges stalled", got)
		}
	})
}

func TestCloseInterruptsEveryWait(t *testing.T) {
	t.Parallel()
	for name, spec := range map[string]string{"silent": "silence=100%", "late": "stall=100%:1h", "delayed": "stall-answer=100%:1h", "idle": "seed=1"} {
		synctest.Test(t, func(t *testing.T) {
			var served atomic.Int64
			p, client, end := virtual(t, counter(&served), Options{Sky: under(t, spec)})
			begun := time.Now()
			var wg sync.WaitGroup
			wg.Go(func() {
				if got, err := post(client, "proxy", "x"); name != "idle" && err == nil {
					t.Errorf("%s: got the answer %q", name, got)
				}
			})
			synctest.Wait()
			if err := p.Close(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			wg.Wait()
			end()
			if took := time.Since(begun); took != 0 {
				t.Errorf("%s: closing took %s", name, took)
			}
		})
	}
}

func TestTheEndOfTheContextClosesTheProxy(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	p, err := Listen(ctx, "127.0.0.1:1", Options{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	p.running.Wait()
	if _, err := p.listener.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("the proxy still listens: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestWithoutAServerConnectionsBreak(t *testing.T) {
	t.Parallel()
	behind, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := behind.Addr().String()
	behind.Close()
	p, err := Listen(t.Context(), address, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if got, err := post(http.DefaultClient, p.Address(), "x"); err == nil {
		t.Errorf("a server that is not there answered %q", got)
	}
}
