package auth_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/reference/auth"
)

// operations is a broad set of the SDK's requests: each calls one method on a client made for it.
func operations(t *testing.T) map[string]func(ctx context.Context, s *service.Client) {
	body := func(text string) *bodyReader { return &bodyReader{bytes.NewReader([]byte(text))} }
	must := func(err error) {
		if err != nil && !strings.Contains(err.Error(), "Captured") {
			t.Errorf("the SDK refused the call: %v", err)
		}
	}
	etag := to.Ptr(azcore.ETag(`"0x8D1"`))
	since := to.Ptr(time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC))
	conditions := &blob.AccessConditions{
		LeaseAccessConditions:    &blob.LeaseAccessConditions{LeaseID: to.Ptr("6b0f8a5c-3f0e-4a0c-9e7e-0d8a0a5f3c11")},
		ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: etag, IfNoneMatch: etag, IfModifiedSince: since, IfUnmodifiedSince: since},
	}
	metadata := map[string]*string{
		"ab": to.Ptr("1"), "a_b": to.Ptr("2"), "Owner": to.Ptr("two  spaces,  kept"), "aa0": to.Ptr("x"), "empty": to.Ptr(""),
	}
	odd := []string{
		"plain", "a b", "a+b", "a%2Fb", "dir/sub dir/naïve café.txt", "日本語", "100%", "q?x=1&y#z", "a//b", "semi;colon", "(paren)'quote'", "tilde~!*", "trailing/", `back\slash`, "a:b@c=d,$",
	}

	ops := map[string]func(context.Context, *service.Client){
		"list containers": func(ctx context.Context, s *service.Client) {
			_, err := s.NewListContainersPager(&service.ListContainersOptions{Prefix: to.Ptr("pre fix+/"), Include: service.ListContainersInclude{Metadata: true, Deleted: true}}).NextPage(ctx)
			must(err)
		},
		"account information": func(ctx context.Context, s *service.Client) { _, err := s.GetAccountInfo(ctx, nil); must(err) },
		"service properties":  func(ctx context.Context, s *service.Client) { _, err := s.GetProperties(ctx, nil); must(err) },
		"create container": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").Create(ctx, &container.CreateOptions{Metadata: metadata, Access: to.Ptr(container.PublicAccessTypeBlob)})
			must(err)
		},
		"delete container": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").Delete(ctx, &container.DeleteOptions{AccessConditions: &container.AccessConditions{ModifiedAccessConditions: &container.ModifiedAccessConditions{IfModifiedSince: since, IfUnmodifiedSince: since}}})
			must(err)
		},
		"set access policy": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").SetAccessPolicy(ctx, &container.SetAccessPolicyOptions{ContainerACL: []*container.SignedIdentifier{{ID: to.Ptr("id"), AccessPolicy: &container.AccessPolicy{Permission: to.Ptr("r")}}}})
			must(err)
		},
		"list blobs": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewListBlobsHierarchyPager("/", &container.ListBlobsHierarchyOptions{
				Prefix: to.Ptr("a b+c%2Fé&=?"), Marker: to.Ptr("2!8!AAA=="), MaxResults: to.Ptr[int32](7), Include: container.ListBlobsInclude{Snapshots: true, Metadata: true},
			}).NextPage(ctx)
			must(err)
		},
		"find blobs by tags": func(ctx context.Context, s *service.Client) {
			_, err := s.FilterBlobs(ctx, `"Prio" = '1' AND @container = 'c+d'`, nil)
			must(err)
		},
		"container lease": func(ctx context.Context, s *service.Client) {
			c, err := lease.NewContainerClient(s.NewContainerClient("cont"), nil)
			must(err)
			_, err = c.AcquireLease(ctx, 15, nil)
			must(err)
		},
		"root container blob": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("$root").NewBlobClient("favicon.ico").GetProperties(ctx, nil)
			must(err)
		},
		"put blob with conditions": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewBlockBlobClient("b").Upload(ctx, body("hello"), &blockblob.UploadOptions{
				Metadata: metadata, Tags: map[string]string{"k 1": "v+2"}, Tier: to.Ptr(blob.AccessTierCool), AccessConditions: conditions,
				HTTPHeaders: &blob.HTTPHeaders{BlobContentType: to.Ptr("text/plain; charset=utf-8"), BlobCacheControl: to.Ptr("no-cache"), BlobContentMD5: []byte("0123456789abcdef")},
			})
			must(err)
		},
		"put empty blob": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewBlockBlobClient("b").Upload(ctx, body(""), nil)
			must(err)
		},
		"put block": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewBlockBlobClient("b").StageBlock(ctx, "YmxvY2s+Lw==", body("data"), &blockblob.StageBlockOptions{TransactionalValidation: blob.TransferValidationTypeMD5([]byte("0123456789abcdef"))})
			must(err)
		},
		"put block list": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewBlockBlobClient("b").CommitBlockList(ctx, []string{"YmxvY2s+Lw=="}, &blockblob.CommitBlockListOptions{AccessConditions: conditions})
			must(err)
		},
		"get blob range": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewBlobClient("b").DownloadStream(ctx, &blob.DownloadStreamOptions{Range: blob.HTTPRange{Offset: 3, Count: 9}, AccessConditions: conditions})
			must(err)
		},
		"snapshot": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewBlobClient("b").CreateSnapshot(ctx, &blob.CreateSnapshotOptions{Metadata: metadata})
			must(err)
		},
		"snapshot read": func(ctx context.Context, s *service.Client) {
			c, err := s.NewContainerClient("cont").NewBlobClient("b").WithSnapshot("2026-01-02T03:04:05.1234567Z")
			must(err)
			_, err = c.GetProperties(ctx, &blob.GetPropertiesOptions{CPKInfo: nil, AccessConditions: conditions})
			must(err)
		},
		"copy": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewBlobClient("b").StartCopyFromURL(ctx, "https://other.example/c/b?sv=2020&sig=c2VjcmV0c2VjcmV0", &blob.StartCopyFromURLOptions{
				SourceModifiedAccessConditions: &blob.SourceModifiedAccessConditions{SourceIfMatch: etag, SourceIfModifiedSince: since}, AccessConditions: conditions,
			})
			must(err)
		},
		"append block": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewAppendBlobClient("b").AppendBlock(ctx, body("more"), &appendblob.AppendBlockOptions{AppendPositionAccessConditions: &appendblob.AppendPositionAccessConditions{AppendPosition: to.Ptr[int64](5), MaxSize: to.Ptr[int64](90)}})
			must(err)
		},
		"put page": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewPageBlobClient("b").UploadPages(ctx, body(strings.Repeat("p", 512)), blob.HTTPRange{Offset: 512, Count: 512}, &pageblob.UploadPagesOptions{
				SequenceNumberAccessConditions: &pageblob.SequenceNumberAccessConditions{IfSequenceNumberLessThan: to.Ptr[int64](8)},
			})
			must(err)
		},
		"delete blob": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewBlobClient("b").Delete(ctx, &blob.DeleteOptions{DeleteSnapshots: to.Ptr(blob.DeleteSnapshotsOptionTypeInclude), AccessConditions: conditions})
			must(err)
		},
		"set metadata": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewBlobClient("b").SetMetadata(ctx, metadata, nil)
			must(err)
		},
		"encryption key": func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewBlobClient("b").GetProperties(ctx, &blob.GetPropertiesOptions{CPKInfo: &blob.CPKInfo{
				EncryptionKey: to.Ptr("dG9wIHNlY3JldCBrZXk="), EncryptionKeySHA256: to.Ptr("aGFzaA=="), EncryptionAlgorithm: to.Ptr(blob.EncryptionAlgorithmTypeAES256),
			}})
			must(err)
		},
	}
	for _, name := range odd {
		ops["put blob named "+name] = func(ctx context.Context, s *service.Client) {
			_, err := s.NewContainerClient("cont").NewBlockBlobClient(name).Upload(ctx, body("x"), nil)
			must(err)
		}
	}
	return ops
}

// bodyReader is a request body that the SDK may read again.
type bodyReader struct{ *bytes.Reader }

func (*bodyReader) Close() error { return nil }

// setHeader adds headers before the request is signed.
type setHeader http.Header

func (h setHeader) Do(r *policy.Request) (*http.Response, error) {
	for name, values := range h {
		r.Raw().Header[name] = values
	}
	return r.Next()
}

func sdkRequest(t *testing.T, endpoint string, op func(context.Context, *service.Client), perCall ...policy.Policy) *capture {
	t.Helper()
	wire := &capture{status: http.StatusBadRequest}
	s, err := service.NewClientWithSharedKeyCredential(endpoint, credential(t), &service.ClientOptions{ClientOptions: sdkOptions(wire, perCall...)})
	if err != nil {
		t.Fatal(err)
	}
	op(context.Background(), s)
	return wire
}

func TestSharedKeyAcceptsWhatTheSDKSigns(t *testing.T) {
	t.Parallel()
	for style, endpoint := range endpoints {
		for name, op := range operations(t) {
			t.Run(style+"/"+name, func(t *testing.T) {
				t.Parallel()
				r := sdkRequest(t, endpoint, op).last(t)
				id, err := auth.Verify(r, options(t))
				if err != nil {
					t.Fatalf("Verify(%s %s) = %v", r.Method, r.RequestURI, err)
				}
				if id.Anonymous || id.SAS != nil {
					t.Errorf("Verify(%s %s) = %+v, want the account itself", r.Method, r.RequestURI, id)
				}
				if err := id.Allows("d", auth.Container); err != nil {
					t.Errorf("the account's key doesn't permit a delete: %v", err)
				}
			})
		}
	}
}
