package explore_test

import (
	"bytes"
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"

	"ifmatch/reference/explore"
)

// stock: each takes one of five, and orders it, in a transaction. Mended, it names the version that was read.
func stock(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepareTable(t, s, `{"PartitionKey":"p","RowKey":"stock","Left":"5","By":""}`)
		together(func(name string) {
			c := table(t, s, name)
			for {
				row, tag := entity(ctx, t, c, "stock")
				if strings.Contains(row["By"], name) {
					return
				}
				left, _ := strconv.Atoi(row["Left"])
				update := aztables.TransactionAction{ActionType: aztables.TransactionTypeUpdateReplace,
					Entity: []byte(`{"PartitionKey":"p","RowKey":"stock","Left":"` + strconv.Itoa(left-1) + `","By":"` + row["By"] + name + `"}`)}
				if mended {
					update.IfMatch = &tag
				}
				order := aztables.TransactionAction{ActionType: aztables.TransactionTypeInsertReplace,
					Entity: []byte(`{"PartitionKey":"p","RowKey":"order-` + name + `"}`)}
				_, err := c.SubmitTransaction(ctx, []aztables.TransactionAction{update, order}, nil)
				if err == nil {
					return
				}
				if !strings.Contains(err.Error(), "UpdateConditionNotSatisfied") {
					t.Error(err)
				}
			}
		}, "ann", "bob")
	}
}

// profile: each changes a property of its own. Mended, it sends that one only.
func profile(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepareTable(t, s, `{"PartitionKey":"p","RowKey":"r","Mail":"","Phone":""}`)
		together(func(name string) {
			c := table(t, s, name)
			row, _ := entity(ctx, t, c, "r")
			changed := map[string]string{map[string]string{"ann": "Mail", "bob": "Phone"}[name]: name}
			mode := aztables.UpdateModeMerge
			if !mended {
				whole := map[string]string{"Mail": row["Mail"], "Phone": row["Phone"]}
				maps.Copy(whole, changed)
				changed, mode = whole, aztables.UpdateModeReplace
			}
			body := `{"PartitionKey":"p","RowKey":"r"`
			for property, value := range changed {
				body += `,"` + property + `":"` + value + `"`
			}
			_, err := c.UpsertEntity(ctx, []byte(body+"}"), &aztables.UpsertEntityOptions{UpdateMode: mode})
			must(t, err)
		}, "ann", "bob")
	}
}

// thumbnail: whoever comes makes it. Mended, it is the same whoever made it.
func thumbnail(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		prepare(t, s, nil)
		together(func(name string) {
			text := "small"
			if !mended {
				text += ", by " + name
			}
			must(t, write(t.Context(), blobs(t, s, name), "thumbnail", text, nil))
		}, "ann", "bob")
	}
}

// pages: each writes a page, after a look at the blob. Mended, a page of its own.
func pages(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, nil)
		page := func(who string) *pageblob.Client {
			return blobs(t, s, who).ServiceClient().NewContainerClient(containerName).NewPageBlobClient("pages")
		}
		_, err := page("").Create(ctx, 1024, nil)
		must(t, err)
		together(func(name string) {
			_, err := page(name).GetProperties(ctx, nil)
			must(t, err)
			at := blob.HTTPRange{Count: 512}
			if mended && name == "bob" {
				at.Offset = 512
			}
			_, err = page(name).UploadPages(ctx, streaming.NopCloser(bytes.NewReader(bytes.Repeat([]byte(name[:1]), 512))), at, nil)
			must(t, err)
		}, "ann", "bob")
	}
}
