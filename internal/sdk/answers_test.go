package sdk_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"

	"ifmatch/reference"
)

// TestAnswersToRareRequests asks for what set-up scripts and test suites ask now and then.
func TestAnswersToRareRequests(t *testing.T) {
	t.Parallel()
	eachWay(t, func(t *testing.T, _ *reference.Server, c *azblob.Client) {
		ctx := context.Background()
		if _, err := c.CreateContainer(ctx, "books", nil); err != nil {
			t.Fatal(err)
		}
		if _, err := c.CreateContainer(ctx, "", nil); refused(err) != "InvalidQueryParameterValue" {
			t.Errorf("a container without a name: %v, want InvalidQueryParameterValue", err)
		}
		if _, err := c.UploadBuffer(ctx, "books", "x", []byte("one"), nil); err != nil {
			t.Fatal(err)
		}
		books := c.ServiceClient().NewContainerClient("books")
		expiry := blockblob.ExpiryTypeNever{}
		if _, err := books.NewBlockBlobClient("x").SetExpiry(ctx, expiry, nil); refused(err) != "HierarchicalNamespaceNotEnabled" {
			t.Errorf("an expiry: %v, want HierarchicalNamespaceNotEnabled", err)
		}
		clearedType(ctx, t, books)
		wholePages(ctx, t, books.NewPageBlobClient("p"))
	})
}

// clearedType checks that a blob has no content type after Set Blob Properties without one.
func clearedType(ctx context.Context, t *testing.T, books *container.Client) {
	t.Helper()
	x := books.NewBlobClient("x")
	if _, err := x.SetHTTPHeaders(ctx, blob.HTTPHeaders{}, nil); err != nil {
		t.Fatal(err)
	}
	p, err := x.GetProperties(ctx, nil)
	if err != nil || p.ContentType != nil {
		t.Errorf("the properties have the content type %v (%v), want none", p.ContentType, err)
	}
	d, err := x.DownloadStream(ctx, nil)
	if err != nil || d.ContentType != nil {
		t.Fatalf("the download has the content type %v (%v), want none", d.ContentType, err)
	}
	_ = d.Body.Close()
}

func wholePages(ctx context.Context, t *testing.T, p *pageblob.Client) {
	t.Helper()
	if _, err := p.Create(ctx, 2048, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := p.UploadPages(ctx, streaming.NopCloser(bytes.NewReader(make([]byte, 2048))), blob.HTTPRange{Count: 2048}, nil); err != nil {
		t.Fatal(err)
	}
	pages := p.NewGetPageRangesPager(&pageblob.GetPageRangesOptions{Range: blob.HTTPRange{Offset: 700, Count: 10}})
	got, err := pages.NextPage(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if r := got.PageRange; len(r) != 1 || *r[0].Start != 512 || *r[0].End != 1023 {
		t.Errorf("the pages of 700-709 are %v, want 512-1023", r)
	}
}

// TestAHeaderThatIsTooLarge is answered like the service's host does, whoever looks at the request before.
func TestAHeaderThatIsTooLarge(t *testing.T) {
	t.Parallel()
	s := reference.Start(t)
	_, err := overSocket(t, s).CreateContainer(context.Background(), "books", &azblob.CreateContainerOptions{
		Metadata: map[string]*string{"large": to.Ptr(strings.Repeat("x", 80<<10))}})
	var answer *azcore.ResponseError
	if !errors.As(err, &answer) || answer.StatusCode != 400 {
		t.Errorf("%v, want 400", err)
	}
}
