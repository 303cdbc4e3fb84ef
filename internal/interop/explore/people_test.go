package explore_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference/explore"
	"ifmatch/reference/explore/hazard"
)

// naive returns a participant's client.
func naive(t *testing.T, s *explore.Store, name string) *azblob.Client {
	t.Helper()
	o := &azblob.ClientOptions{}
	o.Transport = s.Client(name)
	c, err := azblob.NewClientFromConnectionString(s.ConnectionString(), o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// tagsAdded: each adds a tag to those that it has read.
func tagsAdded(t *testing.T, s *explore.Store) {
	ctx := context.Background()
	ann, bob := naive(t, s, "ann"), naive(t, s, "bob")
	if _, err := ann.CreateContainer(ctx, "cont", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ann.UploadBuffer(ctx, "cont", "b", []byte("x"), nil); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, c := range []*azblob.Client{ann, bob} {
		wg.Go(func() {
			b := c.ServiceClient().NewContainerClient("cont").NewBlobClient("b")
			got, err := b.GetTags(ctx, nil)
			if err != nil {
				t.Error(err)
				return
			}
			n := len(got.BlobTagSet)
			m := map[string]string{}
			for _, g := range got.BlobTagSet {
				m[*g.Key] = *g.Value
			}
			m[fmt.Sprintf("k%d", n)] = "v"
			if _, err := b.SetTags(ctx, m, nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// upserted: each adds one to a number, and replaces the entity whatever it is.
func upserted(t *testing.T, s *explore.Store) {
	ctx := context.Background()
	open := func(name string) *aztables.Client {
		o := &aztables.ClientOptions{}
		o.Transport = s.Client(name)
		c, err := aztables.NewServiceClientFromConnectionString(s.ConnectionString(), o)
		if err != nil {
			t.Fatal(err)
		}
		return c.NewClient("counters")
	}
	ann, bob := open("ann"), open("bob")
	if _, err := ann.CreateTable(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ann.AddEntity(ctx, []byte(`{"PartitionKey":"p","RowKey":"r","N":"0"}`), nil); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, c := range []*aztables.Client{ann, bob} {
		wg.Go(func() {
			got, err := c.GetEntity(ctx, "p", "r", nil)
			if err != nil {
				t.Error(err)
				return
			}
			var v map[string]any
			must(t, json.Unmarshal(got.Value, &v))
			n, err := strconv.Atoi(fmt.Sprint(v["N"]))
			must(t, err)
			if _, err := c.UpsertEntity(ctx, []byte(fmt.Sprintf(`{"PartitionKey":"p","RowKey":"r","N":"%d"}`, n+1)), &aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateModeReplace}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// slowWorkers: two workers need 8 of the 10 seconds for which a message is theirs, if nothing holds them up.
func slowWorkers(t *testing.T, s *explore.Store) {
	ctx := context.Background()
	q := func(name string) *azqueue.QueueClient {
		o := &azqueue.ClientOptions{}
		o.Transport = s.Client(name)
		c, err := azqueue.NewServiceClientFromConnectionString(s.ConnectionString(), o)
		if err != nil {
			t.Fatal(err)
		}
		return c.NewQueueClient("work")
	}
	producer := q("producer")
	if _, err := producer.Create(ctx, nil); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if _, err := producer.EnqueueMessage(ctx, fmt.Sprint(i), nil); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	handled := map[string]int{}
	var wg sync.WaitGroup
	for _, name := range []string{"w1", "w2"} {
		c := q(name)
		wg.Go(func() {
			for empty := 0; empty < 3; {
				got, err := c.DequeueMessage(ctx, &azqueue.DequeueMessageOptions{VisibilityTimeout: to.Ptr(int32(10))})
				if err != nil {
					t.Error(err)
					return
				}
				if len(got.Messages) == 0 {
					empty++
					time.Sleep(5 * time.Second)
					continue
				}
				m := got.Messages[0]
				time.Sleep(8 * time.Second)
				mu.Lock()
				handled[*m.MessageID]++
				mu.Unlock()
				if _, err := c.DeleteMessage(ctx, *m.MessageID, *m.PopReceipt, nil); err != nil {
					t.Log(err)
				}
			}
		})
	}
	wg.Wait()
	for id, n := range handled {
		if n > 1 {
			t.Errorf("message %s handled %d times", id, n)
		}
	}
}

// oneLeader: whoever finds no leader becomes one, under a name of its own.
func oneLeader(t *testing.T, s *explore.Store) {
	ctx := context.Background()
	ann, bob := naive(t, s, "ann"), naive(t, s, "bob")
	if _, err := ann.CreateContainer(ctx, "cont", nil); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for name, c := range map[string]*azblob.Client{"a": ann, "b": bob} {
		wg.Go(func() {
			page, err := c.NewListBlobsFlatPager("cont", nil).NextPage(ctx)
			if err != nil {
				t.Error(err)
				return
			}
			if len(page.Segment.BlobItems) == 0 {
				if _, err := c.UploadBuffer(ctx, "cont", name, []byte(name), nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	page, err := ann.NewListBlobsFlatPager("cont", nil).NextPage(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(page.Segment.BlobItems); n != 1 {
		t.Errorf("%d leaders", n)
	}
}

// TestProgramsAsPeopleWriteThem explores programs that prepare the store with the clients of their participants.
func TestProgramsAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind string
		f    func(*testing.T, *explore.Store)
	}{
		{string(hazard.LostUpdate), tagsAdded},
		{string(hazard.LostUpdate), upserted},
		{explore.Assertion, slowWorkers},
		{explore.Assertion, oneLeader},
	} {
		r := explore.Find(t, tt.f, explore.Departures(2), explore.Budget(time.Minute))
		if r.Failure == nil || r.Failure.Kind != tt.kind {
			t.Errorf("want %s in %s, %+v", tt.kind, r, r.Failure)
		}
	}
}
