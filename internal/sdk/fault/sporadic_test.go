package fault_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"

	"ifmatch/reference/fault"
)

// put writes the blob used by all symptoms, under conditions.
func put(c clients, text string, conditions blob.AccessConditions) (azcore.ETag, error) {
	r, err := c.UploadBuffer(context.Background(), "books", "x", []byte(text), &azblob.UploadBufferOptions{AccessConditions: &conditions})
	if err != nil {
		return "", err
	}
	return *r.ETag, nil
}

func ifMatch(tag azcore.ETag) blob.AccessConditions {
	return blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: &tag}}
}

func ifAbsent() blob.AccessConditions {
	return blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfNoneMatch: to.Ptr(azcore.ETagAny)}}
}

func contents(t *testing.T, c clients) string {
	t.Helper()
	d, err := c.DownloadStream(context.Background(), "books", "x", nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(d.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

// listed returns the blobs of all pages of a list.
func listed(t *testing.T, c clients, o *container.ListBlobsFlatOptions) (all []*container.BlobItem) {
	t.Helper()
	for pages := c.ServiceClient().NewContainerClient("books").NewListBlobsFlatPager(o); pages.More(); {
		page, err := pages.NextPage(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, page.Segment.BlobItems...)
	}
	return all
}

// stageOne stages a block of the blob, and commitOne commits it.
func stageOne(t *testing.T, c clients) {
	t.Helper()
	if _, err := c.ServiceClient().NewContainerClient("books").NewBlockBlobClient("x").StageBlock(context.Background(), "YQ==", streaming.NopCloser(strings.NewReader("a block")), nil); err != nil {
		t.Fatal(err)
	}
}

func commitOne(c clients) error {
	_, err := c.ServiceClient().NewContainerClient("books").NewBlockBlobClient("x").CommitBlockList(context.Background(), []string{"YQ=="}, nil)
	return err
}

// leasedAgain reports whether another client gets a held lease after a while.
func leasedAgain(t *testing.T, c clients, after time.Duration) bool {
	t.Helper()
	upload(t, c, "one")
	if err := acquire(t, c); err != nil {
		t.Fatal(err)
	}
	c.queue.server.Advance(after)
	return acquire(t, c) == nil
}

// books runs a transaction on the entities a/1 to a/4, with the property Of set to n.
func books(c clients, kind aztables.TransactionType, n string) error {
	var all []aztables.TransactionAction
	for _, row := range []string{"1", "2", "3", "4"} {
		all = append(all, aztables.TransactionAction{ActionType: kind, Entity: []byte(`{"PartitionKey":"a","RowKey":"` + row + `","Of":` + n + `}`)})
	}
	_, err := c.table.SubmitTransaction(context.Background(), all, nil)
	return err
}

// sporadicSymptoms are the symptoms of faults that appear now and then, here at every occasion.
var sporadicSymptoms = map[string]func(t *testing.T, c clients) bool{
	"sporadic-stale-if-match": func(t *testing.T, c clients) bool {
		stale := upload(t, c, "one")
		upload(t, c, "two")
		_, err := put(c, "three", ifMatch(stale))
		return err == nil && contents(t, c) == "three"
	},
	"sporadic-table-stale-if-match": func(t *testing.T, c clients) bool {
		stale := insert(t, c)
		if _, err := update(c, aztables.UpdateModeReplace, stale); err != nil {
			t.Fatal(err)
		}
		_, err := update(c, aztables.UpdateModeMerge, stale)
		return err == nil
	},
	"sporadic-two-containers": func(t *testing.T, c clients) bool {
		_, err := c.CreateContainer(context.Background(), "books", nil)
		return err == nil
	},
	"sporadic-container-dropped": func(t *testing.T, c clients) bool {
		if _, err := c.CreateContainer(context.Background(), "magazines", nil); err != nil {
			t.Fatal(err)
		}
		_, err := c.ServiceClient().NewContainerClient("magazines").GetProperties(context.Background(), nil)
		return bloberror.HasCode(err, bloberror.ContainerNotFound)
	},
	"sporadic-list-late": func(t *testing.T, c clients) bool {
		listed(t, c, nil)
		upload(t, c, "one")
		return len(listed(t, c, nil)) == 0 && len(listed(t, c, nil)) == 1
	},
	"sporadic-list-page-skips": func(t *testing.T, c clients) bool {
		for _, name := range []string{"a", "b", "c"} {
			if _, err := c.UploadBuffer(context.Background(), "books", name, nil, nil); err != nil {
				t.Fatal(err)
			}
		}
		return len(listed(t, c, &container.ListBlobsFlatOptions{MaxResults: to.Ptr[int32](2)})) == 2
	},
	"sporadic-list-stale": func(t *testing.T, c clients) bool {
		old := upload(t, c, "one")
		upload(t, c, "two")
		return *listed(t, c, nil)[0].Properties.ETag == azcore.ETag(strings.Trim(string(old), `"`))
	},
	"sporadic-list-mixed": func(t *testing.T, c clients) bool {
		upload(t, c, "one")
		x := c.ServiceClient().NewContainerClient("books").NewBlobClient("x")
		now, err := x.SetMetadata(context.Background(), map[string]*string{"owner": to.Ptr("me")}, nil)
		if err != nil {
			t.Fatal(err)
		}
		b := listed(t, c, &container.ListBlobsFlatOptions{Include: container.ListBlobsInclude{Metadata: true}})[0]
		return *b.Properties.ETag == azcore.ETag(strings.Trim(string(*now.ETag), `"`)) && len(b.Metadata) == 0
	},
	"sporadic-metadata-stale-if-match": func(t *testing.T, c clients) bool {
		stale := upload(t, c, "one")
		upload(t, c, "two")
		conditions := ifMatch(stale)
		_, err := c.ServiceClient().NewContainerClient("books").NewBlobClient("x").SetMetadata(context.Background(), nil, &blob.SetMetadataOptions{AccessConditions: &conditions})
		return err == nil
	},
	"sporadic-two-creators": func(t *testing.T, c clients) bool {
		if _, err := put(c, "one", ifAbsent()); err != nil {
			t.Fatal(err)
		}
		_, err := put(c, "two", ifAbsent())
		return err == nil && contents(t, c) == "two"
	},
	"sporadic-refused-but-applied": func(t *testing.T, c clients) bool {
		_, err := put(c, "two", ifMatch(upload(t, c, "one")))
		return status(t, err) == 412 && contents(t, c) == "two"
	},
	"sporadic-table-refused-but-applied": func(t *testing.T, c clients) bool {
		old := insert(t, c)
		_, err := update(c, aztables.UpdateModeReplace, old)
		got, gone := c.table.GetEntity(context.Background(), "a", "b", nil)
		if gone != nil {
			t.Fatal(gone)
		}
		return status(t, err) == 412 && bytes.Contains(got.Value, []byte(`"New":1`))
	},
	"sporadic-stale-read": func(t *testing.T, c clients) bool {
		upload(t, c, "one")
		upload(t, c, "two")
		upload(t, c, "three")
		return contents(t, c) == "one"
	},
	"sporadic-torn-read": func(t *testing.T, c clients) bool {
		upload(t, c, "aaaa")
		upload(t, c, "bbbb")
		return contents(t, c) == "bbaa"
	},
	"sporadic-etag-reused": func(t *testing.T, c clients) bool {
		return upload(t, c, "one") == upload(t, c, "two") && contents(t, c) == "two"
	},
	"sporadic-write-dropped": func(t *testing.T, c clients) bool {
		return upload(t, c, "one") != upload(t, c, "two") && contents(t, c) == "one"
	},
	"sporadic-block-dropped": func(t *testing.T, c clients) bool {
		stageOne(t, c)
		return commitOne(c) != nil
	},
	"sporadic-blocks-kept": func(t *testing.T, c clients) bool {
		upload(t, c, "one")
		stageOne(t, c)
		upload(t, c, "two")
		return commitOne(c) == nil
	},
	"sporadic-lease-granted-twice": func(t *testing.T, c clients) bool { return leasedAgain(t, c, 0) },
	"sporadic-lease-expires-early": func(t *testing.T, c clients) bool { return leasedAgain(t, c, 20*time.Millisecond) },
	"sporadic-lease-released-by-write": func(t *testing.T, c clients) bool {
		upload(t, c, "one")
		l, err := lease.NewBlobClient(c.ServiceClient().NewContainerClient("books").NewBlobClient("x"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.AcquireLease(context.Background(), 15, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := put(c, "two", blob.AccessConditions{LeaseAccessConditions: &blob.LeaseAccessConditions{LeaseID: l.LeaseID()}}); err != nil {
			t.Fatal(err)
		}
		return acquire(t, c) == nil
	},
	"sporadic-half-transaction": func(t *testing.T, c clients) bool {
		if err := books(c, aztables.TransactionTypeAdd, "1"); err != nil {
			t.Fatal(err)
		}
		if err := books(c, aztables.TransactionTypeUpdateReplace, "2"); err != nil {
			t.Fatal(err)
		}
		page, err := c.table.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: to.Ptr("Of eq 2")}).NextPage(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return len(page.Entities) == 2
	},
	"sporadic-table-etag-reused": func(t *testing.T, c clients) bool {
		old := insert(t, c)
		tag, err := update(c, aztables.UpdateModeReplace, old)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.table.GetEntity(context.Background(), "a", "b", nil)
		if err != nil {
			t.Fatal(err)
		}
		return tag == old && got.ETag == old && bytes.Contains(got.Value, []byte(`"New":1`))
	},
	"sporadic-message-shared": func(t *testing.T, c clients) bool {
		first, second := c.queue.got(t), c.queue.got(t)
		return second != nil && *first.MessageID == *second.MessageID && *second.DequeueCount == 2
	},
	"sporadic-message-renamed": func(t *testing.T, c clients) bool {
		first := c.queue.got(t)
		c.queue.server.Advance(time.Minute)
		second := c.queue.got(t)
		return *first.MessageID != *second.MessageID && *second.DequeueCount == 2
	},
	"sporadic-entity-crowded-out": func(t *testing.T, c clients) bool {
		for row := range 33 { // the last one finds a crowd, and is lost
			if _, err := c.table.AddEntity(context.Background(), fmt.Appendf(nil, `{"PartitionKey":"a","RowKey":"%02d"}`, row), nil); err != nil {
				t.Fatal(err)
			}
		}
		_, err := c.table.GetEntity(context.Background(), "a", "32", nil)
		return err != nil && status(t, err) == 404
	},
	"sporadic-message-lost": func(t *testing.T, c clients) bool { return c.queue.got(t) == nil },
}

// A container's lease is granted twice, and expires early, like a blob's.
func TestLeasesOfContainers(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]time.Duration{"sporadic-lease-granted-twice": 0, "sporadic-lease-expires-early": 20 * time.Millisecond} {
		f, _ := fault.Lookup(name)
		for _, faults := range [][]fault.Fault{nil, {f.At(1)}} {
			c := client(t, faults...)
			granted := 0
			for range 2 {
				l, err := lease.NewContainerClient(c.ServiceClient().NewContainerClient("books"), nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := l.AcquireLease(context.Background(), 15, nil); err == nil {
					granted++
				}
				c.queue.server.Advance(after)
			}
			if want := 1 + len(faults); granted != want {
				t.Errorf("%s: %d of two acquires are granted with %d faults, want %d", name, granted, len(faults), want)
			}
		}
	}
}

// Only transactions are halved.
func TestWhatIsNoTransactionStaysWhole(t *testing.T) {
	t.Parallel()
	f, _ := fault.Lookup("sporadic-half-transaction")
	c := client(t, f.At(1))
	if _, err := update(c, aztables.UpdateModeMerge, insert(t, c)); err != nil {
		t.Fatal(err)
	}
	got, err := c.table.GetEntity(context.Background(), "a", "b", nil)
	if err != nil || !bytes.Contains(got.Value, []byte(`"New":1`)) {
		t.Errorf("%v, %s", err, got.Value)
	}
}

// occasions sends 1000 creations of a blob that exists, and returns which of them were performed.
func occasions(t *testing.T, f fault.Fault) (performed []bool) {
	t.Helper()
	c := client(t, f)
	upload(t, c, "one")
	for range 1000 {
		_, err := put(c, "two", ifAbsent())
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

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		rate fault.Rate
		want string // in the error
	}{
		{"sporadic-stale-read", 10_000, ""},
		{"sporadic-stale-read=1/1", 1, ""},
		{"stale-read", 0, ""},
		{"stale-read=1/10", 0, "takes no rate"},
		{"no-such-fault", 0, "no such fault"},
		{"no-such-fault=1/10", 0, `no such fault: "no-such-fault"`},
		{"sporadic-stale-read=", 0, "is not a rate"},
		{"sporadic-stale-read=0.1", 0, "is not a rate"},
		{"sporadic-stale-read=2/10", 0, "is not a rate"},
		{"sporadic-stale-read=1/0", 0, "is not a rate"},
		{"sporadic-stale-read=1/-5", 0, "is not a rate"},
		{"sporadic-stale-read=1/+5", 0, "is not a rate"},
		{"sporadic-stale-read=1/99999999999999999999", 0, "is not a rate"},
	} {
		f, err := fault.Parse(c.text)
		switch {
		case c.want == "" && (err != nil || f.Rate != c.rate):
			t.Errorf("Parse(%s) = rate %v, %v, want rate %v", c.text, f.Rate, err, c.rate)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("Parse(%s): %v, want an error with %q", c.text, err, c.want)
		}
		if unknown := strings.HasPrefix(c.text, "no-such"); errors.Is(err, fault.ErrNoFault) != unknown {
			t.Errorf("Parse(%s): %v is ErrNoFault: %v", c.text, err, !unknown)
		}
	}
}

func FuzzParseRate(f *testing.F) {
	f.Add("1/500")
	f.Add("1/+5")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := fault.ParseRate(text)
		if err == nil && r < 1 {
			t.Errorf("ParseRate(%q) = %d", text, r)
		}
		if again, err2 := fault.ParseRate(r.String()); err == nil && (err2 != nil || again != r) {
			t.Errorf("ParseRate(%q) = %s, which is read as %d, %v", text, r, again, err2)
		}
	})
}
