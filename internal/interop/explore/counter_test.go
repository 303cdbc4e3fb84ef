package explore_test

import (
	"context"
	"io"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"

	"ifmatch/reference/explore"
)

func increment(ctx context.Context, c *azblob.Client) error {
	got, err := c.DownloadStream(ctx, "data", "counter", nil)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(got.Body)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(string(text))
	if err != nil {
		return err
	}
	_, err = c.UploadBuffer(ctx, "data", "counter", []byte(strconv.Itoa(n+1)), nil)
	return err
}

func counter(t *testing.T, s *explore.Store) {
	ctx := t.Context()
	root := blobs(t, s, "")
	root.CreateContainer(ctx, "data", nil)
	root.UploadBuffer(ctx, "data", "counter", []byte("0"), nil)
	var wg sync.WaitGroup
	for _, name := range []string{"ann", "bob"} {
		c := blobs(t, s, name)
		wg.Go(func() {
			if err := increment(ctx, c); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	got, err := root.DownloadStream(ctx, "data", "counter", nil)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(got.Body)
	if string(text) != "2" {
		t.Errorf("two increments make %s", text)
	}
}

func TestCounter(t *testing.T) {
	begun := time.Now()
	r := explore.Find(t, counter)
	t.Log(time.Since(begun), r)
	if r.Failure != nil {
		t.Log(r.Failure.Text)
	}
}
