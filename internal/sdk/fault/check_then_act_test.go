package fault_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
)

// raceRounds is how often a race is run. One lost update among them shows the fault.
const raceRounds = 100

// winners returns how many of 8 concurrent clients succeed.
func winners(write func() error) int64 {
	var won atomic.Int64
	var wg sync.WaitGroup
	start := make(chan struct{})
	for range 8 {
		wg.Go(func() {
			<-start
			if write() == nil {
				won.Add(1)
			}
		})
	}
	close(start)
	wg.Wait()
	return won.Load()
}

func init() {
	symptoms["blob-write-apart"] = func(t *testing.T, c clients) bool {
		for range raceRounds {
			current := upload(t, c, "one")
			if winners(func() error {
				_, err := c.UploadBuffer(context.Background(), "books", "x", []byte("two"), &azblob.UploadBufferOptions{
					AccessConditions: &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: to.Ptr(current)}}})
				return err
			}) > 1 {
				return true
			}
		}
		return false
	}
	tableSymptoms["table-write-apart"] = func(t *testing.T, c clients) bool {
		entity := []byte(`{"PartitionKey":"p","RowKey":"r"}`)
		for range raceRounds {
			put, err := c.table.UpsertEntity(context.Background(), entity, nil)
			if err != nil {
				t.Fatal(err)
			}
			if winners(func() error {
				_, err := c.table.UpdateEntity(context.Background(), entity, &aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeReplace, IfMatch: &put.ETag})
				return err
			}) > 1 {
				return true
			}
		}
		return false
	}
}
