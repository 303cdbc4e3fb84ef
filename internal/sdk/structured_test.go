package sdk_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"

	"ifmatch/reference"
)

// checked asks for structured bodies with segments of 1000 bytes.
var checked = blob.TransferValidationTypeComputeStructuredMessageCRC64(1000)

// TestStructuredBodies sends content in structured bodies, by every operation that takes one, and reads it back in
// others.
func TestStructuredBodies(t *testing.T) {
	t.Parallel()
	eachWay(t, func(t *testing.T, _ *reference.Server, c *azblob.Client) {
		ctx := context.Background()
		if _, err := c.CreateContainer(ctx, "books", nil); err != nil {
			t.Fatal(err)
		}
		content := bytes.Repeat([]byte("0123456789abcdef"), 192) // 3072 bytes
		body := func() io.ReadSeekCloser { return streaming.NopCloser(bytes.NewReader(content)) }
		books := c.ServiceClient().NewContainerClient("books")
		b := books.NewBlockBlobClient("uploaded")
		_, err := b.Upload(ctx, body(), &blockblob.UploadOptions{TransactionalValidation: checked})
		wantStructured(ctx, t, books, "uploaded", content, err)

		b = books.NewBlockBlobClient("staged")
		if _, err := b.StageBlock(ctx, "YQ==", body(), &blockblob.StageBlockOptions{TransactionalValidation: checked}); err != nil {
			t.Error(err)
		}
		_, err = b.CommitBlockList(ctx, []string{"YQ=="}, nil)
		wantStructured(ctx, t, books, "staged", content, err)

		a := books.NewAppendBlobClient("appended")
		if _, err := a.Create(ctx, nil); err != nil {
			t.Error(err)
		}
		_, err = a.AppendBlock(ctx, body(), &appendblob.AppendBlockOptions{TransactionalValidation: checked})
		wantStructured(ctx, t, books, "appended", content, err)

		p := books.NewPageBlobClient("pages")
		if _, err := p.Create(ctx, int64(len(content)), nil); err != nil {
			t.Error(err)
		}
		_, err = p.UploadPages(ctx, body(), blob.HTTPRange{Count: int64(len(content))}, &pageblob.UploadPagesOptions{TransactionalValidation: checked})
		wantStructured(ctx, t, books, "pages", content, err)

		_, err = books.NewBlockBlobClient("empty").Upload(ctx, streaming.NopCloser(bytes.NewReader(nil)), &blockblob.UploadOptions{TransactionalValidation: checked})
		wantStructured(ctx, t, books, "empty", nil, err)
		large := bytes.Repeat([]byte("x"), 9<<20)
		_, err = c.UploadBuffer(ctx, "books", "large", large, &azblob.UploadBufferOptions{BlockSize: 4 << 20, TransactionalValidation: checked})
		wantStructured(ctx, t, books, "large", large, err)
	})
}

// wantStructured checks the content of a blob, whole and in part, in structured bodies and in plain ones.
func wantStructured(ctx context.Context, t *testing.T, books *container.Client, name string, want []byte, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	b := books.NewBlobClient(name)
	read := func(o *blob.DownloadStreamOptions) (blob.DownloadStreamResponse, []byte) {
		t.Helper()
		d, err := b.DownloadStream(ctx, o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return d, nil
		}
		defer d.Body.Close()
		got, err := io.ReadAll(d.Body)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return d, got
	}
	if _, got := read(nil); !bytes.Equal(got, want) {
		t.Errorf("%s holds %d bytes, want %d", name, len(got), len(want))
	}
	d, got := read(&blob.DownloadStreamOptions{TransactionalValidation: checked})
	if !bytes.Equal(got, want) || d.StructuredContentLength == nil || *d.StructuredContentLength != int64(len(want)) || *d.ContentLength <= int64(len(want)) {
		t.Errorf("%s: a structured body of %v bytes with %d, want %d", name, d.ContentLength, len(got), len(want))
	}
	if len(want) < 20 {
		return
	}
	d, got = read(&blob.DownloadStreamOptions{TransactionalValidation: checked, Range: blob.HTTPRange{Offset: 10, Count: 7}})
	if !bytes.Equal(got, want[10:17]) || d.ContentRange == nil || *d.StructuredContentLength != 7 {
		t.Errorf("%s: the range is %q (%v), want %q", name, got, d.ContentRange, want[10:17])
	}
}

// spoiling changes a byte of each body, on its way out.
type spoiling int

func (at spoiling) Do(r *policy.Request) (*http.Response, error) {
	if body := r.Body(); body != nil {
		data, err := io.ReadAll(body)
		if err != nil || len(data) <= int(at) {
			return r.Next()
		}
		data[at] ^= 1
		if err := r.SetBody(streaming.NopCloser(bytes.NewReader(data)), r.Raw().Header.Get("Content-Type")); err != nil {
			return nil, err
		}
	}
	return r.Next()
}

// TestDamagedStructuredBodies checks that nothing is stored of a body that does not arrive as it was sent.
func TestDamagedStructuredBodies(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := reference.Start(t)
	if _, err := client(t, s).CreateContainer(ctx, "books", nil); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[spoiling]string{0: "InvalidInput", 5: "InvalidInput", 13: "InvalidInput", 24: "Crc64Mismatch", 26: "Crc64Mismatch", 40: "Crc64Mismatch"} {
		c, err := azblob.NewClientFromConnectionString(s.ConnectionString(), &azblob.ClientOptions{ClientOptions: azcore.ClientOptions{
			Retry: policy.RetryOptions{MaxRetries: -1}, PerRetryPolicies: []policy.Policy{at}}})
		if err != nil {
			t.Fatal(err)
		}
		b := c.ServiceClient().NewContainerClient("books").NewBlockBlobClient("x")
		_, err = b.Upload(ctx, streaming.NopCloser(bytes.NewReader([]byte("one"))), &blockblob.UploadOptions{TransactionalValidation: checked})
		if refused(err) != want {
			t.Errorf("byte %d is wrong: %v, want %s", at, err, want)
		}
		if _, err := b.GetProperties(ctx, nil); refused(err) != "BlobNotFound" {
			t.Errorf("byte %d is wrong: %v, want no blob", at, err)
		}
	}
}
