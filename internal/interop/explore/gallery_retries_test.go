package explore_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"

	"ifmatch/reference/explore"
)

// body is the body of an upload.
func body(text string) io.ReadSeekCloser { return streaming.NopCloser(strings.NewReader(text)) }

// createRetried: ann creates a blob and does her work if it was hers. Mended, she reads whose it is.
func createRetried(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, nil)
		c := blobs(t, s, "ann")
		own := true
		if refused(t, write(ctx, c, "job-7", "ann", ifNew()), bloberror.BlobAlreadyExists) {
			own = false // somebody else does it
			if mended {
				text, _ := read(ctx, t, c, "job-7")
				own = text == "ann"
			}
		}
		if own {
			must(t, write(ctx, c, "result-7", "done", nil))
		} else if mended {
			t.Error("nobody does the job")
		}
	}
}

// insertRetried is the same with an entity.
func insertRetried(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepareTable(t, s)
		c := table(t, s, "ann")
		_, err := c.AddEntity(ctx, []byte(`{"PartitionKey":"p","RowKey":"job-7","By":"ann"}`), nil)
		own := !refused(t, err, "EntityAlreadyExists")
		if !own && mended {
			row, _ := entity(ctx, t, c, "job-7")
			own = row["By"] == "ann"
		}
		work(ctx, t, c, own, mended)
	}
}

// transactionRetried is the same with two entities at once.
func transactionRetried(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepareTable(t, s)
		c := table(t, s, "ann")
		var both []aztables.TransactionAction
		for _, key := range []string{"job-7", "job-7-log"} {
			row := fmt.Sprintf(`{"PartitionKey":"p","RowKey":"%s","By":"ann"}`, key)
			both = append(both, aztables.TransactionAction{ActionType: aztables.TransactionTypeAdd, Entity: []byte(row)})
		}
		_, err := c.SubmitTransaction(ctx, both, nil)
		own := err == nil
		if !own && !strings.Contains(err.Error(), "EntityAlreadyExists") {
			t.Error(err)
		}
		if !own && mended {
			row, _ := entity(ctx, t, c, "job-7")
			own = row["By"] == "ann"
		}
		work(ctx, t, c, own, mended)
	}
}

// work does the job of whoever it belongs to.
func work(ctx context.Context, t *testing.T, c *aztables.Client, own, mended bool) {
	t.Helper()
	if own {
		_, err := c.UpsertEntity(ctx, []byte(`{"PartitionKey":"p","RowKey":"result-7"}`), nil)
		must(t, err)
	} else if mended {
		t.Error("nobody does the job")
	}
}

// defaults: ann makes the settings unless they are there, and changes them then. Mended, she names the version that she
// has read, and looks at it after a refusal.
func defaults(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, nil)
		together(func(name string) {
			c := blobs(t, s, name)
			refused(t, write(ctx, c, "settings", "x=1", ifNew()), bloberror.BlobAlreadyExists) // it is there, that is all
			for name == "ann" {
				text, tag := read(ctx, t, c, "settings")
				if mended && strings.Contains(text, "y=2") || !refused(t, write(ctx, c, "settings", text+" y=2", ifMatch(tag)), bloberror.ConditionNotMet) {
					return
				}
			}
		}, "ann", "bob")
	}
}

// appendRetried: ann appends a line. Mended, she names the position, and after a refusal looks what is there.
func appendRetried(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, nil)
		_, err := blobs(t, s, "").ServiceClient().NewContainerClient("data").NewAppendBlobClient("log").Create(ctx, nil)
		must(t, err)
		c := blobs(t, s, "ann")
		log := c.ServiceClient().NewContainerClient("data").NewAppendBlobClient("log")
		if !mended {
			_, err := log.AppendBlock(ctx, body("ann\n"), nil)
			must(t, err)
			return
		}
		for {
			text, _ := read(ctx, t, c, "log")
			if strings.Contains(text, "ann\n") {
				return
			}
			position := int64(len(text))
			_, err := log.AppendBlock(ctx, body("ann\n"), &appendblob.AppendBlockOptions{
				AppendPositionAccessConditions: &appendblob.AppendPositionAccessConditions{AppendPosition: &position}})
			if !refused(t, err, bloberror.AppendPositionConditionNotMet) {
				return
			}
		}
	}
}

// updateRetried: ann adds one, and tries again when she is refused. Mended, she recognises her own update.
func updateRetried(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, map[string]string{"counter": ""})
		c := blobs(t, s, "ann")
		for {
			text, tag := read(ctx, t, c, "counter")
			if mended && strings.Contains(text, "ann") {
				return
			}
			if !refused(t, write(ctx, c, "counter", text+" ann", ifMatch(tag)), bloberror.ConditionNotMet) {
				return
			}
		}
	}
}

// prepareTable makes the table with some entities.
func prepareTable(t *testing.T, s *explore.Store, rows ...string) {
	t.Helper()
	c := table(t, s, "")
	_, err := c.CreateTable(t.Context(), nil)
	must(t, err)
	for _, row := range rows {
		_, err := c.AddEntity(t.Context(), []byte(row), nil)
		must(t, err)
	}
}

// entity reads an entity.
func entity(ctx context.Context, t *testing.T, c *aztables.Client, key string) (map[string]string, azcore.ETag) {
	t.Helper()
	got, err := c.GetEntity(ctx, "p", key, nil)
	if err != nil {
		t.Error(err)
		return nil, ""
	}
	var all map[string]any
	must(t, json.Unmarshal(got.Value, &all))
	row := make(map[string]string)
	for name, v := range all {
		row[name] = fmt.Sprint(v)
	}
	return row, got.ETag
}
