package sdk_test

import (
	"context"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference"
)

// creators create and delete one container, queue or table.
func creators(t *testing.T, s *reference.Server) map[string]struct{ create, remove func() error } {
	t.Helper()
	ctx := context.Background()
	blobs, err := azblob.NewClientFromConnectionString(s.ConnectionString(), nil)
	if err != nil {
		t.Fatal(err)
	}
	queues, err := azqueue.NewServiceClientFromConnectionString(s.ConnectionString(), nil)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := aztables.NewServiceClientFromConnectionString(s.ConnectionString(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]struct{ create, remove func() error }{
		"container": {
			func() error { _, err := blobs.CreateContainer(ctx, "names", nil); return err },
			func() error { _, err := blobs.DeleteContainer(ctx, "names", nil); return err },
		},
		"queue": {
			func() error { _, err := queues.CreateQueue(ctx, "names", nil); return err },
			func() error { _, err := queues.DeleteQueue(ctx, "names", nil); return err },
		},
		"table": {
			func() error { _, err := tables.CreateTable(ctx, "names", nil); return err },
			func() error { _, err := tables.DeleteTable(ctx, "names", nil); return err },
		},
	}
}

func TestDeleteDelay(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		options []reference.Option
		delays  map[string]time.Duration
	}{
		{"as documented", nil, map[string]time.Duration{"container": 30 * time.Second, "queue": 30 * time.Second, "table": 40 * time.Second}},
		{"none", []reference.Option{reference.DeleteDelay(0)}, map[string]time.Duration{"container": 0, "queue": 0, "table": 0}},
		{"ten minutes", []reference.Option{reference.DeleteDelay(10 * time.Minute)}, map[string]time.Duration{"container": 10 * time.Minute, "queue": 10 * time.Minute, "table": 10 * time.Minute}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for kind, delay := range test.delays {
				s := reference.Start(t, test.options...)
				of := creators(t, s)[kind]
				if err := of.create(); err != nil {
					t.Fatalf("create a %s: %v", kind, err)
				}
				if err := of.remove(); err != nil {
					t.Fatalf("delete the %s: %v", kind, err)
				}
				if delay > 0 {
					s.Advance(delay - time.Second)
					if err := of.create(); err == nil {
						t.Errorf("the name of a deleted %s could be used after %v, want %v", kind, delay-time.Second, delay)
					}
					s.Advance(time.Second)
				}
				if err := of.create(); err != nil {
					t.Errorf("create the %s again %v after it was deleted: %v", kind, delay, err)
				}
			}
		})
	}
}

// A test needs only this package to configure a server.
func TestOptionsOfStart(t *testing.T) {
	t.Parallel()
	stale, found := reference.LookupFault("if-match-ignored")
	if !found {
		t.Fatal("the fault if-match-ignored is not there")
	}
	frozen := reference.NewVirtualClock(time.Date(2030, time.January, 1, 12, 0, 0, 0, time.UTC))
	const key = "a2V5IG9mIHRlc3Rz"
	s := reference.Start(t, reference.WithAccount("acct", key), reference.WithClock(frozen), reference.WithFault(stale))
	if s.Account() != "acct" || s.Key() != key || s.Now().Year() != 2030 {
		t.Errorf("account %s, key %s, time %v", s.Account(), s.Key(), s.Now())
	}
	real := reference.Start(t, reference.WithClock(reference.RealClock{}), reference.WithFault(stale))
	c := overSocket(t, real)
	ctx := context.Background()
	if _, err := c.CreateContainer(ctx, "box", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := c.UploadBuffer(ctx, "box", "b", nil, nil); err != nil {
		t.Fatal(err)
	}
	wrong := azcore.ETag(`"0x1"`)
	if _, err := c.UploadBuffer(ctx, "box", "b", nil, &azblob.UploadBufferOptions{
		AccessConditions: &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: &wrong}}}); err != nil {
		t.Errorf("the fault does not show: %v", err)
	}
	if real.Advance(time.Second) {
		t.Error("the machine's clock was moved")
	}
}
