package fault_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
)

type transport struct{ http.RoundTripper }

func (t transport) Do(r *http.Request) (*http.Response, error) { return t.RoundTrip(r) }

// clients are the clients of one server, with a container, a table and a queue, all named books.
type clients struct {
	*azblob.Client
	table *aztables.Client
	queue *queue
}

func client(t *testing.T, faults ...fault.Fault) clients {
	t.Helper()
	s := reference.New(reference.Options{Clock: clock.NewVirtual(time.Now()), Faults: faults})
	key, err := azblob.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	c, err := azblob.NewClientWithSharedKeyCredential("http://127.0.0.1:10000/"+s.Account(), key, &azblob.ClientOptions{
		ClientOptions: azcore.ClientOptions{Transport: transport{s.RoundTripper()}, Retry: policy.RetryOptions{MaxRetries: -1}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.CreateContainer(context.Background(), "books", nil); err != nil {
		t.Fatal(err)
	}
	return clients{c, table(t, s), newQueue(t, s)}
}

func upload(t *testing.T, c clients, text string) azcore.ETag {
	t.Helper()
	r, err := c.UploadBuffer(context.Background(), "books", "x", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return *r.ETag
}

// symptoms has a function for each fault that reports whether a server shows it.
var symptoms = map[string]func(t *testing.T, c clients) bool{
	"lease-acquire-while-leased": func(t *testing.T, c clients) bool {
		upload(t, c, "one")
		if err := acquire(t, c); err != nil {
			t.Fatal(err)
		}
		return acquire(t, c) == nil
	},
	"lease-missing-swapped": func(t *testing.T, c clients) bool {
		upload(t, c, "one")
		if err := acquire(t, c); err != nil {
			t.Fatal(err)
		}
		_, err := c.UploadBuffer(context.Background(), "books", "x", []byte("two"), nil)
		if err == nil {
			t.Fatal("the lease does not protect at all")
		}
		return bloberror.HasCode(err, bloberror.LeaseAlreadyPresent)
	},
	"if-match-ignored": func(t *testing.T, c clients) bool {
		stale := upload(t, c, "one")
		upload(t, c, "two")
		_, err := c.UploadBuffer(context.Background(), "books", "x", []byte("three"), &azblob.UploadBufferOptions{
			AccessConditions: &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: to.Ptr(stale)}}})
		return err == nil
	},
	"etag-unchanged": func(t *testing.T, c clients) bool {
		return upload(t, c, "one") == upload(t, c, "two")
	},
	"stale-read": func(t *testing.T, c clients) bool {
		upload(t, c, "one")
		upload(t, c, "two")
		d, err := c.DownloadStream(context.Background(), "books", "x", nil)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(d.Body)
		return bytes.Equal(got, []byte("one"))
	},
}

func acquire(t *testing.T, c clients) error {
	t.Helper()
	l, err := lease.NewBlobClient(c.ServiceClient().NewContainerClient("books").NewBlobClient("x"), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.AcquireLease(context.Background(), 15, nil)
	return err
}

// symptom returns the function that reports whether a server shows a fault.
func symptom(name string) func(t *testing.T, c clients) bool {
	for _, of := range []map[string]func(*testing.T, clients) bool{symptoms, tableSymptoms, queueSymptoms, sporadicSymptoms, fileSymptoms, handleSymptoms} {
		if s := of[name]; s != nil {
			return s
		}
	}
	return nil
}

// single returns the faults that belong to no family, and that more than a mix of operations finds. The generated families
// are tested by running the suite on them, and the faults for mixes by these loads: TestEverySporadicFaultIsFound.
func single() (all []fault.Fault) {
	for _, f := range fault.All() {
		forMixes := len(f.Workloads) > 0 && strings.HasPrefix(f.Workloads[0], "mix:")
		if f.Family == "" && !forMixes {
			all = append(all, f)
		}
	}
	return all
}

func TestEveryFaultShows(t *testing.T) {
	t.Parallel()
	for _, f := range single() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			shows := symptom(f.Name)
			if shows == nil {
				t.Fatal("no symptom is known")
			}
			if !shows(t, client(t, f.At(1))) {
				t.Error("the fault does not show")
			}
			if shows(t, client(t)) {
				t.Error("a correct server shows it, too")
			}
		})
	}
}

// TestFaultsStayWhereTheyAre makes a server with every fault next to a correct one, to check that rules are not package
// state.
func TestFaultsStayWhereTheyAre(t *testing.T) {
	t.Parallel()
	for _, f := range single() {
		correct := client(t)
		_ = client(t, single()...)
		if symptom(f.Name)(t, correct) {
			t.Errorf("a correct server shows %s", f.Name)
		}
	}
}
