package embedded_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/internal/wire"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/google/go-cmp/cmp"
)

func open(t testing.TB, o embedded.Options) *target.Session {
	t.Helper()
	s, err := embedded.New(o).Session(t.Context(), t.Name())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// client is a container client of the session, made as steps makes its clients.
func client(t testing.TB, s *target.Session, name string) *container.Client {
	t.Helper()
	key, err := azblob.NewSharedKeyCredential(s.Credential.Account, s.Credential.Key.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	c, err := container.NewClientWithSharedKeyCredential(s.Endpoints[target.Blob]+"/"+name, key, &container.ClientOptions{
		ClientOptions: azcore.ClientOptions{
			Transport:       wire.NewRecorder(s.Transport, nil, wire.Options{Timeout: 20 * time.Second}),
			Retry:           policy.RetryOptions{MaxRetries: -1},
			PerCallPolicies: []policy.Policy{dated{s.Clock}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// dated dates requests by the target's clock.
type dated struct{ clock target.Clock }

func (d dated) Do(r *policy.Request) (*http.Response, error) {
	r.Raw().Header["x-ms-date"] = []string{d.clock.Now().UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT")}
	return r.Next()
}

// story writes one blob twice and returns the stamps.
func story(t testing.TB, s *target.Session) (string, error) {
	ctx := t.Context()
	c := client(t, s, "box")
	if _, err := c.Create(ctx, nil); err != nil {
		return "", err
	}
	var stamps []string
	for _, text := range []string{"one", "two"} {
		resp, err := c.NewBlockBlobClient("b").UploadBuffer(ctx, []byte(text), nil)
		if err != nil {
			return "", err
		}
		stamps = append(stamps, string(*resp.ETag)+" "+resp.LastModified.Format(time.RFC3339))
		if err := s.Clock.Pass(ctx, 15*time.Second); err != nil {
			return "", err
		}
	}
	return strings.Join(stamps, ", "), nil
}

func each(t *testing.T, test func(t *testing.T, o embedded.Options)) {
	for _, o := range []embedded.Options{{}, {Sockets: true}} {
		t.Run(fmt.Sprintf("sockets=%v", o.Sockets), func(t *testing.T) {
			t.Parallel()
			test(t, o)
		})
	}
}

func TestInfo(t *testing.T) {
	t.Parallel()
	e := embedded.New(embedded.Options{})
	want := target.Info{Name: "reference", Kind: "embedded", Account: "devstoreaccount1", Loopback: true,
		Endpoints: map[target.Service]string{target.Blob: "in-process", target.Queue: "in-process", target.Table: "in-process", target.File: "in-process"}}
	if diff := cmp.Diff(want, e.Info()); diff != "" {
		t.Errorf("Info (-want +got):\n%s", diff)
	}
	for _, c := range []target.Capability{target.AccountKey, target.PendingCopy, target.MovableClock} {
		if !e.Has(c) {
			t.Errorf("Has(%s) is false", c)
		}
	}
}

func TestSessionsRepeatAndDoNotShare(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, o embedded.Options) {
		first, second := open(t, o), open(t, o)
		defer first.Close()
		defer second.Close()
		o.Seed = 7
		seeded := open(t, o)
		defer seeded.Close()
		var stamps []string
		for _, s := range []*target.Session{first, second, seeded} {
			if !s.Private || !s.Clock.Movable() {
				t.Errorf("session = %+v, want a private one with a movable clock", s)
			}
			got, err := story(t, s)
			if err != nil {
				t.Fatal(err) // the second Create would fail on a shared server
			}
			stamps = append(stamps, got)
		}
		if stamps[0] != stamps[1] {
			t.Errorf("the same story left other stamps: %s and %s", stamps[0], stamps[1])
		}
		if stamps[0] == stamps[2] {
			t.Errorf("the seed made no difference: %s", stamps[0])
		}
	})
}

func TestClockIsTheServers(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, o embedded.Options) {
		s := open(t, o)
		defer s.Close()
		c := client(t, s, "box")
		created, err := c.Create(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := s.Clock.Now(); !created.LastModified.Equal(want) {
			t.Errorf("Last-Modified = %s, want the clock's %s", created.LastModified, want)
		}
		before := s.Clock.Now()
		if err := s.Clock.Pass(t.Context(), time.Hour); err != nil {
			t.Fatal(err)
		}
		if passed := s.Clock.Now().Sub(before); passed != time.Hour {
			t.Errorf("Pass(1h) moved the clock by %s", passed)
		}
		if _, err := c.GetProperties(t.Context(), nil); err != nil {
			t.Errorf("a request that is dated by the moved clock: %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.Clock.Pass(ctx, time.Hour); !errors.Is(err, context.Canceled) {
			t.Errorf("Pass after cancel = %v, want context.Canceled", err)
		}
	})
}

func TestHoldCopies(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, o embedded.Options) {
		ctx := t.Context()
		s := open(t, o)
		defer s.Close()
		if _, err := story(t, s); err != nil {
			t.Fatal(err)
		}
		c := client(t, s, "box")
		if err := s.Control.HoldCopies(ctx, true); err != nil {
			t.Fatal(err)
		}
		started, err := c.NewBlobClient("copy").StartCopyFromURL(ctx, c.NewBlobClient("b").URL(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if *started.CopyStatus != blob.CopyStatusTypePending {
			t.Errorf("a held copy is %s, want pending", *started.CopyStatus)
		}
		if err := s.Control.HoldCopies(ctx, false); err != nil {
			t.Fatal(err)
		}
		p, err := c.NewBlobClient("copy").GetProperties(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		if *p.CopyStatus != blob.CopyStatusTypeSuccess {
			t.Errorf("a copy that was let go is %s, want success", *p.CopyStatus)
		}
	})
}

func TestFaults(t *testing.T) {
	t.Parallel()
	stale := azcore.ETag(`"0x1"`)
	overwrite := func(o embedded.Options) error {
		s := open(t, o)
		defer s.Close()
		if _, err := story(t, s); err != nil {
			t.Fatal(err)
		}
		_, err := client(t, s, "box").NewBlockBlobClient("b").UploadBuffer(t.Context(), nil, &blockblob.UploadBufferOptions{
			AccessConditions: &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: &stale}}})
		return err
	}
	if err := overwrite(embedded.Options{}); err == nil {
		t.Error("the correct reference ignores If-Match")
	}
	if err := overwrite(embedded.Options{Faults: []string{"if-match-ignored"}}); err != nil {
		t.Errorf("the fault has no effect: %v", err)
	}
	if _, err := embedded.New(embedded.Options{Faults: []string{"none-such"}}).Session(t.Context(), "x"); err == nil || !strings.Contains(err.Error(), `no fault "none-such"`) {
		t.Errorf("an unknown fault gave %v", err)
	}
}

func TestSessionAfterCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := embedded.New(embedded.Options{}).Session(ctx, "late"); !errors.Is(err, context.Canceled) {
		t.Errorf("Session after cancel: %v, want context.Canceled", err)
	}
}

// TestSocketsEndWithTheirSession opens many servers at once, and checks that none answers
// afterwards. Another process may use the port by then, so each server is identified by its own
// container.
func TestSocketsEndWithTheirSession(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup
	turns := make(chan struct{}, 16)
	for i := range 200 {
		turns <- struct{}{}
		wg.Go(func() {
			defer func() { <-turns }()
			s, err := embedded.New(embedded.Options{Sockets: true}).Session(t.Context(), "x")
			if err != nil {
				t.Error(err)
				return
			}
			c := client(t, s, fmt.Sprintf("box-%d", i))
			if _, err := c.Create(t.Context(), nil); err != nil {
				t.Error(err)
			}
			s.Close()
			if _, err := c.GetProperties(t.Context(), nil); err == nil {
				t.Errorf("%s still answers", c.URL())
			}
		})
	}
	wg.Wait()
}

func BenchmarkSession(b *testing.B) {
	for _, o := range []embedded.Options{{}, {Sockets: true}} {
		b.Run(fmt.Sprintf("sockets=%v", o.Sockets), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s := open(b, o)
				if _, err := client(b, s, "box").Create(b.Context(), nil); err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}
