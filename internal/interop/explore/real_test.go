package explore_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azeventhubs/v2"
	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azeventhubs/v2/checkpoints"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"ifmatch/reference/explore"
)

// opened returns a client for a container, of a participant or, without a name, for the set-up.
func opened(t *testing.T, s *explore.Store, of, name string) *container.Client {
	t.Helper()
	o := &container.ClientOptions{}
	if o.Transport = s.Setup(); name != "" {
		o.Transport = s.Client(name)
	}
	c, err := container.NewClientFromConnectionString(s.ConnectionString(), of, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// hub is the event hub of which processors claim partitions.
const partitions, hub, namespace, group = 3, "hub", "namespace", "$Default"

// processor claims one partition that nobody has, as azeventhubs' Processor does, and checkpoints it.
func processor(ctx context.Context, store *checkpoints.BlobStore, name string) (partition string, err error) {
	for {
		list, err := store.ListOwnership(ctx, namespace, hub, group, nil)
		if err != nil {
			return "", err
		}
		free := ""
		for p := range partitions {
			id := fmt.Sprint(p)
			switch at := slices.IndexFunc(list, func(o azeventhubs.Ownership) bool { return o.PartitionID == id }); {
			case at < 0 && free == "":
				free = id
			case at >= 0 && list[at].OwnerID == name:
				return "", nil // claimed before, by a request whose answer was lost
			}
		}
		if free == "" {
			return "", nil
		}
		got, err := store.ClaimOwnership(ctx, []azeventhubs.Ownership{{ConsumerGroup: group, EventHubName: hub, FullyQualifiedNamespace: namespace, PartitionID: free, OwnerID: name}}, nil)
		if err != nil {
			return "", err
		}
		if len(got) > 0 {
			return free, store.SetCheckpoint(ctx, azeventhubs.Checkpoint{ConsumerGroup: group, EventHubName: hub, FullyQualifiedNamespace: namespace, PartitionID: free,
				Offset: to.Ptr("1"), SequenceNumber: to.Ptr(int64(1))}, nil)
		}
	}
}

// TestMicrosoftsCheckpointStoreForGo has three processors claim the partitions of an empty hub by the checkpoint store of
// azeventhubs, which claims under conditions: no schedule gives a partition to two of them.
func TestMicrosoftsCheckpointStoreForGo(t *testing.T) {
	r := explore.Find(t, func(t *testing.T, s *explore.Store) {
		if _, err := opened(t, s, "owners", "").Create(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		owners := map[string]string{}
		for _, name := range []string{"ann", "bob", "cem"} {
			store, err := checkpoints.NewBlobStore(opened(t, s, "owners", name), nil)
			if err != nil {
				t.Fatal(err)
			}
			all.Go(func() {
				p, err := processor(t.Context(), store, name)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if other, taken := owners[p]; taken && p != "" {
					t.Errorf("%s and %s both own partition %s", other, name, p)
				}
				owners[p] = name
			})
		}
		all.Wait()
	})
	t.Log(r)
	if r.Failure != nil {
		t.Errorf("it fails:\n%s", r.Failure.Text)
	}
	if r.Tried < 20 {
		t.Errorf("only %d schedules were tried", r.Tried)
	}
}
