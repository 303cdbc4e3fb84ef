package sdk_test

import (
	"context"
	"slices"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"

	"ifmatch/reference"
	"ifmatch/reference/fault"
)

// occasions sends 1000 creations of a blob that exists, and returns which of them were performed.
func occasions(t *testing.T, f fault.Fault) (performed []bool) {
	t.Helper()
	ctx := context.Background()
	c := client(t, reference.New(reference.Options{Faults: []fault.Fault{f}}))
	if _, err := c.CreateContainer(ctx, "books", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := c.UploadBuffer(ctx, "books", "x", []byte("one"), nil); err != nil {
		t.Fatal(err)
	}
	absent := &azblob.UploadBufferOptions{AccessConditions: &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfNoneMatch: to.Ptr(azcore.ETagAny)}}}
	for range 1000 {
		_, err := c.UploadBuffer(ctx, "books", "x", []byte("two"), absent)
		performed = append(performed, err == nil)
	}
	return performed
}

func TestRateAndOrderOfSporadicFaults(t *testing.T) {
	t.Parallel()
	f, err := fault.Parse("sporadic-two-creators=1/20")
	if err != nil || f.Rate != 20 {
		t.Fatalf("%v, rate %v", err, f.Rate)
	}
	first := occasions(t, f)
	for row := range slices.Chunk(first, 20) {
		if shown := len(slices.DeleteFunc(slices.Clone(row), func(performed bool) bool { return !performed })); shown != 1 {
			t.Errorf("a fault at 1/20 shows on %d of 20 occasions", shown)
		}
	}
	if slices.Equal(first[:500], first[500:]) {
		t.Error("the order repeats")
	}
	if !slices.Equal(first, occasions(t, f)) {
		t.Error("another server with the same fault fails on other occasions")
	}
	if slices.Equal(first, occasions(t, f.At(21))) {
		t.Error("another rate makes no difference")
	}
	if slices.Contains(occasions(t, f.At(1<<30)), true) {
		t.Error("a rare fault shows at once")
	}
}
