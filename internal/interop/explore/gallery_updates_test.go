package explore_test

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"ifmatch/reference/explore"
)

// counter: ann and bob add one each. The blob lists who has: "ann bob". Mended, a writer names the version that it has
// read, and after a refusal looks whether its own update is there already.
func counter(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, map[string]string{"counter": ""})
		together(func(name string) {
			c := blobs(t, s, name)
			for {
				text, tag := read(ctx, t, c, "counter")
				if slices.Contains(strings.Fields(text), name) {
					return
				}
				conditions := ifMatch(tag)
				if !mended {
					conditions = nil
				}
				if !refused(t, write(ctx, c, "counter", text+" "+name, conditions), bloberror.ConditionNotMet) {
					return
				}
			}
		}, "ann", "bob")
		if text, _ := read(ctx, t, blobs(t, s, ""), "counter"); len(strings.Fields(text)) != 2 {
			t.Errorf("two increments make %q", text)
		}
	}
}

// claim: whoever creates the blob is the leader. Mended, only one can, and reads who it was.
func claim(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, nil)
		together(func(name string) {
			c := blobs(t, s, name)
			if mended {
				refused(t, write(ctx, c, "leader", name, ifNew()), bloberror.BlobAlreadyExists)
				read(ctx, t, c, "leader")
				return
			}
			if _, err := at(c, "leader").GetProperties(ctx, nil); refused(t, err, bloberror.BlobNotFound) {
				must(t, write(ctx, c, "leader", name, nil))
			}
		}, "ann", "bob")
	}
}

// committers: each adds a block to the blob. Mended, the list that is committed extends the version that was read.
func committers(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, map[string]string{"list": ""})
		together(func(name string) {
			b := at(blobs(t, s, name), "list")
			id := base64.StdEncoding.EncodeToString([]byte(name))
			for {
				got, err := b.GetBlockList(ctx, blockblob.BlockListTypeCommitted, nil)
				must(t, err)
				var ids []string
				for _, committed := range got.CommittedBlocks {
					ids = append(ids, *committed.Name)
				}
				if slices.Contains(ids, id) {
					return
				}
				_, err = b.StageBlock(ctx, id, body(name), nil)
				must(t, err)
				conditions := ifMatch(*got.ETag)
				if !mended {
					conditions = nil
				}
				_, err = b.CommitBlockList(ctx, append(ids, id), &blockblob.CommitBlockListOptions{AccessConditions: conditions})
				if !refused(t, err, bloberror.ConditionNotMet, bloberror.InvalidBlockList) {
					return
				}
			}
		}, "ann", "bob")
	}
}

// checkpoint: processors claim a partition that nobody owns. Mended, a claim names the version that was free.
func checkpoint(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, map[string]string{"partition-0": ""})
		together(func(name string) {
			b := at(blobs(t, s, name), "partition-0")
			got, err := b.GetProperties(ctx, nil)
			must(t, err)
			if got.Metadata["Owner"] != nil {
				return
			}
			conditions := ifMatch(*got.ETag)
			if !mended {
				conditions = nil
			}
			_, err = b.SetMetadata(ctx, map[string]*string{"owner": &name}, &blob.SetMetadataOptions{AccessConditions: conditions})
			if refused(t, err, bloberror.ConditionNotMet) {
				_, err = b.GetProperties(ctx, nil)
				must(t, err)
			}
		}, "ann", "bob")
	}
}

// cleaner: ann deletes the blobs that are empty, while bob fills one. Mended, she deletes the versions that were listed.
func cleaner(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, map[string]string{"a": "", "b": "full"})
		together(func(name string) {
			c := blobs(t, s, name)
			if name == "bob" {
				must(t, write(ctx, c, "a", "full", nil))
				return
			}
			page, err := c.ServiceClient().NewContainerClient("data").NewListBlobsFlatPager(&container.ListBlobsFlatOptions{}).NextPage(ctx)
			must(t, err)
			for _, item := range page.Segment.BlobItems {
				if *item.Properties.ContentLength > 0 {
					continue
				}
				tag := *item.Properties.ETag
				if !strings.HasPrefix(string(tag), `"`) {
					tag = `"` + tag + `"`
				}
				conditions := ifMatch(tag)
				if !mended {
					conditions = nil
				}
				_, err := at(c, *item.Name).Delete(ctx, &blob.DeleteOptions{AccessConditions: conditions})
				refused(t, err, bloberror.ConditionNotMet, bloberror.BlobNotFound)
			}
		}, "ann", "bob")
	}
}

// cache: ann keeps the contents that she has read and asks whether they changed. The answer is 304, and that carries no
// ETag: the tag that she takes from it is empty, and her write unconditional. Mended, she keeps the one that came with
// the contents.
func cache(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, map[string]string{"settings": "1"})
		together(func(name string) {
			c := blobs(t, s, name)
			got, err := c.DownloadStream(ctx, "data", "settings", nil)
			must(t, err)
			tag := got.ETag
			if name == "ann" {
				again, err := c.DownloadStream(ctx, "data", "settings", &azblob.DownloadStreamOptions{AccessConditions: ifChanged(*tag)})
				must(t, err)
				if !mended || again.ErrorCode == nil {
					tag = again.ETag
				}
			}
			conditions := &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: tag}}
			if refused(t, write(ctx, c, "settings", name, conditions), bloberror.ConditionNotMet) {
				read(ctx, t, c, "settings")
			}
		}, "ann", "bob")
	}
}

// ifChanged are the conditions of a read of another version.
func ifChanged(tag azcore.ETag) *blob.AccessConditions {
	return &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfNoneMatch: &tag}}
}

// merge: each adds one to a property. Mended, the merge names the version that was read, and says who wrote it.
func merge(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepareTable(t, s, `{"PartitionKey":"p","RowKey":"r","N":"0","By":""}`)
		together(func(name string) {
			c := table(t, s, name)
			for {
				row, tag := entity(ctx, t, c, "r")
				by := strings.Fields(row["By"])
				if slices.Contains(by, name) {
					return
				}
				if !mended {
					tag = azcore.ETagAny
				}
				n, _ := strconv.Atoi(row["N"])
				body := `{"PartitionKey":"p","RowKey":"r","N":"` + strconv.Itoa(n+1) + `","By":"` + strings.Join(append(by, name), " ") + `"}`
				_, err := c.UpdateEntity(ctx, []byte(body), &aztables.UpdateEntityOptions{IfMatch: &tag, UpdateMode: aztables.UpdateModeMerge})
				if err == nil {
					return
				}
				refused(t, err, "UpdateConditionNotSatisfied")
			}
		}, "ann", "bob")
	}
}
