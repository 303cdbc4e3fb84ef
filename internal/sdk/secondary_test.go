package sdk_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference"
	"ifmatch/reference/operation"
)

// refusal returns the status and code of a refusal, or zero values for success.
func refusal(t *testing.T, err error) (int, string) {
	t.Helper()
	var refused *azcore.ResponseError
	switch {
	case err == nil:
		return 0, ""
	case !errors.As(err, &refused):
		t.Fatal(err)
	}
	return refused.StatusCode, refused.ErrorCode
}

// location is one location of an account with one client for each service.
type location struct {
	blobs  *azblob.Client
	queues *azqueue.ServiceClient
	tables *aztables.ServiceClient
}

// at makes the clients of a location, with path-style addresses.
func at(t *testing.T, s *reference.Server, endpoint func(operation.Service) string) (l location) {
	t.Helper()
	key, err := azblob.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	if l.blobs, err = azblob.NewClientWithSharedKeyCredential(endpoint(operation.BlobService), key, nil); err != nil {
		t.Fatal(err)
	}
	queueKey, err := azqueue.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	if l.queues, err = azqueue.NewServiceClientWithSharedKeyCredential(endpoint(operation.QueueService), queueKey, nil); err != nil {
		t.Fatal(err)
	}
	tableKey, err := aztables.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	if l.tables, err = aztables.NewServiceClientWithSharedKey(endpoint(operation.TableService), tableKey, nil); err != nil {
		t.Fatal(err)
	}
	return l
}

func TestTheSecondaryLocationIsForReading(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := reference.Start(t)
	first, second := at(t, s, s.Endpoint), at(t, s, s.SecondaryEndpoint)
	for _, made := range creators(t, s) {
		if err := made.create(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := first.blobs.UploadBuffer(ctx, "names", "b", []byte("both"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := first.queues.NewQueueClient("names").EnqueueMessage(ctx, "m", nil); err != nil {
		t.Fatal(err)
	}

	// What was written can be read there.
	buffer := make([]byte, 4)
	if _, err := second.blobs.DownloadBuffer(ctx, "names", "b", buffer, nil); err != nil || string(buffer) != "both" {
		t.Errorf("read at the secondary location: %q, %v", buffer, err)
	}
	peeked, err := second.queues.NewQueueClient("names").PeekMessages(ctx, nil)
	if err != nil || len(peeked.Messages) != 1 {
		t.Errorf("peek at the secondary location: %v, %v", peeked.Messages, err)
	}
	if page, err := second.tables.NewListTablesPager(nil).NextPage(ctx); err != nil || len(page.Tables) != 1 {
		t.Errorf("query tables at the secondary location: %v, %v", page.Tables, err)
	}

	// Nothing can be written there.
	for name, write := range map[string]func() error{
		"Create Container": func() error { _, err := second.blobs.CreateContainer(ctx, "other", nil); return err },
		"Put Blob":         func() error { _, err := second.blobs.UploadBuffer(ctx, "names", "b", nil, nil); return err },
		"Delete Blob":      func() error { _, err := second.blobs.DeleteBlob(ctx, "names", "b", nil); return err },
		"Put Message": func() error {
			_, err := second.queues.NewQueueClient("names").EnqueueMessage(ctx, "n", nil)
			return err
		},
		"Get Messages": func() error { _, err := second.queues.NewQueueClient("names").DequeueMessage(ctx, nil); return err },
		"Create Table": func() error { _, err := second.tables.CreateTable(ctx, "other", nil); return err },
		"Insert Entity": func() error {
			_, err := second.tables.NewClient("names").AddEntity(ctx, []byte(`{"PartitionKey":"p","RowKey":"r"}`), nil)
			return err
		},
	} {
		if status, code := refusal(t, write()); status != http.StatusForbidden || code != "InsufficientAccountPermissions" {
			t.Errorf("%s at the secondary location: %d %s, want 403 InsufficientAccountPermissions", name, status, code)
		}
	}
	if _, err := first.blobs.DownloadBuffer(ctx, "names", "b", buffer, nil); err != nil || string(buffer) != "both" {
		t.Errorf("after that: %q, %v", buffer, err)
	}
}

func TestServiceStats(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := reference.Start(t)
	stats := func(endpoint func(operation.Service) string) map[string]func() (string, *time.Time, error) {
		l := at(t, s, endpoint)
		return map[string]func() (string, *time.Time, error){
			"blob": func() (string, *time.Time, error) {
				r, err := l.blobs.ServiceClient().GetStatistics(ctx, nil)
				if err != nil {
					return "", nil, err
				}
				return string(*r.GeoReplication.Status), r.GeoReplication.LastSyncTime, nil
			},
			"queue": func() (string, *time.Time, error) {
				r, err := l.queues.GetStatistics(ctx, nil)
				if err != nil {
					return "", nil, err
				}
				return string(*r.GeoReplication.Status), r.GeoReplication.LastSyncTime, nil
			},
			"table": func() (string, *time.Time, error) {
				r, err := l.tables.GetStatistics(ctx, nil)
				if err != nil {
					return "", nil, err
				}
				return string(*r.GeoReplication.Status), r.GeoReplication.LastSyncTime, nil
			},
		}
	}
	for service, get := range stats(s.SecondaryEndpoint) {
		status, last, err := get()
		if err != nil || status != "live" || last == nil || !last.Equal(s.Now()) {
			t.Errorf("%s: %s, %v, %v, want live as of %v", service, status, last, err, s.Now())
		}
	}
	for service, get := range stats(s.Endpoint) {
		_, _, err := get()
		if status, code := refusal(t, err); status != http.StatusBadRequest || code != "InvalidQueryParameterValue" {
			t.Errorf("%s at the primary location: %d %s, want 400 InvalidQueryParameterValue", service, status, code)
		}
	}
}

// Addresses in host style, and signatures of both kinds, also lead to the secondary location.
func TestWaysToTheSecondaryLocation(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := reference.Start(t)
	c := overSocket(t, s)
	if _, err := c.CreateContainer(ctx, "names", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := c.UploadBuffer(ctx, "names", "b", []byte("both"), nil); err != nil {
		t.Fatal(err)
	}
	signed, err := c.ServiceClient().NewContainerClient("names").NewBlobClient("b").GetSASURL(sas.BlobPermissions{Read: true, Write: true}, time.Now().Add(time.Hour), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, query, _ := strings.Cut(signed, "?")
	key, err := azblob.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	hostStyle := func(location string) *azblob.Client {
		t.Helper()
		c, err := azblob.NewClientWithSharedKeyCredential("http://"+s.Account()+location+".blob.example", key, &azblob.ClientOptions{
			ClientOptions: azcore.ClientOptions{Transport: transport{s.RoundTripper()}}})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	buffer := make([]byte, 4)
	if _, err := hostStyle("-secondary").DownloadBuffer(ctx, "names", "b", buffer, nil); err != nil || string(buffer) != "both" {
		t.Errorf("host style: %q, %v", buffer, err)
	}
	_, err = hostStyle("-secondary").UploadBuffer(ctx, "names", "b", nil, nil)
	if status, code := refusal(t, err); status != http.StatusForbidden || code != "InsufficientAccountPermissions" {
		t.Errorf("write in host style: %d %s", status, code)
	}
	if _, err := hostStyle("").UploadBuffer(ctx, "names", "b", []byte("both"), nil); err != nil {
		t.Errorf("write in host style at the primary location: %v", err)
	}
	_, err = hostStyle("-secondaries").UploadBuffer(ctx, "names", "b", nil, nil)
	if status, code := refusal(t, err); status != http.StatusBadRequest || code != "InvalidUri" {
		t.Errorf("an account that begins alike: %d %s", status, code)
	}
	for method, want := range map[string]int{http.MethodGet: http.StatusOK, http.MethodPut: http.StatusForbidden} {
		r, err := http.NewRequestWithContext(ctx, method, s.SecondaryEndpoint(operation.BlobService)+"/names/b?"+query, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("x-ms-blob-type", "BlockBlob")
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode != want {
			t.Errorf("%s by a shared access signature: %d, want %d", method, got.StatusCode, want)
		}
	}
}
