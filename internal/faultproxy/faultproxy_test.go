package faultproxy

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// through starts a proxy before upstream and returns its address.
func through(t *testing.T, upstream http.HandlerFunc, d time.Duration) string {
	t.Helper()
	behind := httptest.NewServer(upstream)
	t.Cleanup(behind.Close)
	h, err := Delay(behind.URL, d)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(h)
	t.Cleanup(proxy.Close)
	return proxy.URL
}

var transport = &http.Transport{DisableCompression: true}

func send(t *testing.T, ctx context.Context, method, address string, body io.Reader) (*http.Response, string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("If-Match", `"0x1"`)
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	return resp, string(got), err
}

func TestDelayPassesEverythingUnchanged(t *testing.T) {
	t.Parallel()
	address := through(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("ETag", r.Header.Get("If-Match"))
		w.Header().Set("Echo-Host", r.Host)
		w.WriteHeader(http.StatusPreconditionFailed)
		io.WriteString(w, r.Method+" "+r.RequestURI+" "+string(body)+" "+r.Header.Get("X-Forwarded-For")+r.Header.Get("Accept-Encoding"))
	}, time.Millisecond)
	const path = "/devstoreaccount1/c/a%2Fb%20c?comp=block&blockid=AAA%3D&x;y"
	resp, body, err := send(t, t.Context(), "PUT", address+path, strings.NewReader("content"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "PUT " + path + " content "; body != want {
		t.Errorf("the server saw %q, want %q", body, want)
	}
	if resp.StatusCode != 412 || resp.Header.Get("ETag") != `"0x1"` {
		t.Errorf("answer = %d with ETag %s, want 412 with the server's", resp.StatusCode, resp.Header.Get("ETag"))
	}
	if got, want := resp.Header.Get("Echo-Host"), strings.TrimPrefix(address, "http://"); got != want {
		t.Errorf("the server saw the host %s, want the proxy's %s", got, want)
	}
}

func TestDelayHoldsAnswersSideBySide(t *testing.T) {
	t.Parallel()
	const d, clients = 300 * time.Millisecond, 40
	address := through(t, func(http.ResponseWriter, *http.Request) {}, d)
	start := time.Now()
	var wg sync.WaitGroup
	for range clients {
		wg.Go(func() {
			begun := time.Now()
			if _, _, err := send(t, t.Context(), "GET", address, nil); err != nil {
				t.Error(err)
			}
			if took := time.Since(begun); took < d {
				t.Errorf("an answer came after %s, want at least %s", took, d)
			}
		})
	}
	wg.Wait()
	if took := time.Since(start); took > clients*d/4 {
		t.Errorf("%d answers took %s: they wait for each other", clients, took)
	}
}

// TestDelayStreamsBodies sends half a body and finds that the server has it
// while the other half is still to come.
func TestDelayStreamsBodies(t *testing.T) {
	t.Parallel()
	half := make(chan string, 1)
	address := through(t, func(_ http.ResponseWriter, r *http.Request) {
		p := make([]byte, 4)
		n, _ := io.ReadFull(r.Body, p)
		half <- string(p[:n])
		io.Copy(io.Discard, r.Body)
	}, time.Millisecond)
	body, more := io.Pipe()
	done := make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	go func() {
		_, _, err := send(t, ctx, "PUT", address, body)
		done <- err
	}()
	io.WriteString(more, "half")
	select {
	case got := <-half:
		if got != "half" {
			t.Errorf("the server read %q", got)
		}
	case <-ctx.Done():
		t.Error("the first half did not arrive before the second")
	}
	more.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestDelayHasNoAnswerOfItsOwn(t *testing.T) {
	t.Parallel()
	address := through(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, time.Millisecond)
	if resp, _, err := send(t, t.Context(), "GET", address, nil); err == nil {
		t.Errorf("a server that hangs up became the answer %d", resp.StatusCode)
	}
}

func TestDelayWantsAServer(t *testing.T) {
	t.Parallel()
	for _, upstream := range []string{"", "127.0.0.1:1", "http://", "http://h/path", "http://%zz"} {
		if _, err := Delay(upstream, 0); err == nil {
			t.Errorf("Delay(%q) gave no error", upstream)
		}
	}
	if _, err := Delay((&url.URL{Scheme: "http", Host: "h:1"}).String(), 0); err != nil {
		t.Error(err)
	}
}
