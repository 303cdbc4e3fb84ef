package sharedkey

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	blobservice "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference"
)

// captured keeps the requests that an SDK signed, and refuses each.
type captured []*http.Request

func (c *captured) Do(r *http.Request) (*http.Response, error) {
	*c = append(*c, r)
	return &http.Response{StatusCode: http.StatusBadRequest, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

// client makes an SDK send to the transport, once, with unusual fields that are added before it signs.
func (c *captured) client(extra http.Header) azcore.ClientOptions {
	return azcore.ClientOptions{
		Transport: c, Retry: policy.RetryOptions{MaxRetries: -1},
		InsecureAllowCredentialWithHTTP: true,
		PerCallPolicies:                 []policy.Policy{added(extra)},
	}
}

type added http.Header

func (h added) Do(r *policy.Request) (*http.Response, error) {
	for name, values := range h {
		r.Raw().Header[name] = values
	}
	return r.Next()
}

// headerOf is what an SDK signed, in the random order of a map.
func headerOf(r *http.Request) Header {
	var h Header
	for name, values := range r.Header {
		for _, value := range values {
			h = append(h, Field{name, value})
		}
	}
	return h
}

// addresses are the two styles of an endpoint.
var addresses = map[string]string{
	"path-style": "http://127.0.0.1:10000/" + reference.DefaultAccount,
	"host-style": "https://" + reference.DefaultAccount + ".blob.core.windows.net",
}

var odd = http.Header{
	"X-Ms-Meta-Ab": {"1"}, "X-Ms-Meta-A-C": {"2"}, "X-Ms-Meta-A_c": {"3"}, "X-Ms-Meta-Aa0": {"x"}, "x-ms-meta-A": {"two  spaces"}, "x-ms-meta-a-": {"light"},
	"x-ms-meta-empty": {""}, "Content-Encoding": {"gzip"}, "Content-Language": {"en"}, "x-ms-date": {"Sat, 21 Nov 2026 08:00:00 GMT"},
}

func defaultKey(t testing.TB) *Key {
	t.Helper()
	k, err := New(reference.DefaultAccount, reference.DefaultKey)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestBlobRequestsAreSignedAsBySDK(t *testing.T) {
	t.Parallel()
	etag, since := to.Ptr(azcore.ETag(`"0x8D1"`)), to.Ptr(time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC))
	conditions := &blob.AccessConditions{
		LeaseAccessConditions:    &blob.LeaseAccessConditions{LeaseID: to.Ptr("6b0f8a5c-3f0e-4a0c-9e7e-0d8a0a5f3c11")},
		ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: etag, IfNoneMatch: etag, IfModifiedSince: since, IfUnmodifiedSince: since},
	}
	type client = *blobservice.Client
	block := func(s client, name string) *blockblob.Client {
		return s.NewContainerClient("cont").NewBlockBlobClient(name)
	}
	operations := map[string]func(context.Context, client) error{
		"list containers": func(ctx context.Context, s client) error {
			o := &blobservice.ListContainersOptions{Prefix: to.Ptr("pre fix+/"), Include: blobservice.ListContainersInclude{Metadata: true, Deleted: true}}
			_, err := s.NewListContainersPager(o).NextPage(ctx)
			return err
		},
		"list blobs": func(ctx context.Context, s client) error {
			o := &container.ListBlobsHierarchyOptions{Prefix: to.Ptr("a b+c%2Fé&=?"), Marker: to.Ptr("2!8!AAA=="), Include: container.ListBlobsInclude{Snapshots: true}}
			_, err := s.NewContainerClient("cont").NewListBlobsHierarchyPager("/", o).NextPage(ctx)
			return err
		},
		"container lease": func(ctx context.Context, s client) error {
			c, err := lease.NewContainerClient(s.NewContainerClient("cont"), nil)
			if err == nil {
				_, err = c.AcquireLease(ctx, 15, nil)
			}
			return err
		},
		"container metadata": func(ctx context.Context, s client) error {
			_, err := s.NewContainerClient("cont").SetMetadata(ctx, &container.SetMetadataOptions{Metadata: map[string]*string{"k": to.Ptr("v")}})
			return err
		},
		"put blob": func(ctx context.Context, s client) error {
			o := &blockblob.UploadOptions{AccessConditions: conditions, Tags: map[string]string{"k 1": "v+2"}, HTTPHeaders: &blob.HTTPHeaders{BlobContentType: to.Ptr("text/plain; charset=utf-8")}}
			_, err := block(s, "b").Upload(ctx, body("hello"), o)
			return err
		},
		"put empty blob": func(ctx context.Context, s client) error {
			_, err := block(s, "b").Upload(ctx, body(""), nil)
			return err
		},
		"put block": func(ctx context.Context, s client) error {
			o := &blockblob.StageBlockOptions{TransactionalValidation: blob.TransferValidationTypeMD5([]byte("0123456789abcdef"))}
			_, err := block(s, "b").StageBlock(ctx, "YmxvY2s+Lw==", body("data"), o)
			return err
		},
		"put block list": func(ctx context.Context, s client) error {
			_, err := block(s, "b").CommitBlockList(ctx, []string{"YmxvY2s+Lw=="}, &blockblob.CommitBlockListOptions{AccessConditions: conditions})
			return err
		},
		"get range": func(ctx context.Context, s client) error {
			_, err := block(s, "b").DownloadStream(ctx, &blob.DownloadStreamOptions{Range: blob.HTTPRange{Offset: 3, Count: 9}, AccessConditions: conditions})
			return err
		},
		"append": func(ctx context.Context, s client) error {
			o := &appendblob.AppendBlockOptions{AppendPositionAccessConditions: &appendblob.AppendPositionAccessConditions{AppendPosition: to.Ptr[int64](5)}}
			_, err := s.NewContainerClient("cont").NewAppendBlobClient("b").AppendBlock(ctx, body("more"), o)
			return err
		},
		"put page": func(ctx context.Context, s client) error {
			_, err := s.NewContainerClient("cont").NewPageBlobClient("b").UploadPages(ctx, body(strings.Repeat("p", 512)), blob.HTTPRange{Count: 512}, nil)
			return err
		},
		"delete snapshot": func(ctx context.Context, s client) error {
			c, err := s.NewContainerClient("cont").NewBlobClient("b").WithSnapshot("2026-01-02T03:04:05.1234567Z")
			if err == nil {
				_, err = c.Delete(ctx, &blob.DeleteOptions{AccessConditions: conditions})
			}
			return err
		},
		"account root": func(ctx context.Context, s client) error { _, err := s.GetAccountInfo(ctx, nil); return err },
	}
	for _, name := range []string{"a b", "a+b", "a%2Fb", "dir/naïve café", "日本語", "q?x=1&y#z", "a//b", "(paren)'quote'", "tilde~!*", "trailing/", `back\slash`, "a:b@c=d,$"} {
		operations["named "+name] = func(ctx context.Context, s client) error {
			_, err := block(s, name).Upload(ctx, body("x"), nil)
			return err
		}
	}
	for style, address := range addresses {
		for name, operate := range operations {
			for what, extra := range map[string]http.Header{"usual": nil, "odd": odd} {
				t.Run(style+"/"+name+"/"+what, func(t *testing.T) {
					t.Parallel()
					credential, err := blob.NewSharedKeyCredential(reference.DefaultAccount, reference.DefaultKey)
					if err != nil {
						t.Fatal(err)
					}
					var requests captured
					s, err := blobservice.NewClientWithSharedKeyCredential(address, credential, &blobservice.ClientOptions{ClientOptions: requests.client(extra)})
					if err != nil {
						t.Fatal(err)
					}
					sameSignature(t, operate(t.Context(), s), requests)
				})
			}
		}
	}
}

func TestQueueRequestsAreSignedAsBySDK(t *testing.T) {
	t.Parallel()
	type client = *azqueue.ServiceClient
	for name, operate := range map[string]func(context.Context, client) error{
		"create": func(ctx context.Context, s client) error {
			_, err := s.NewQueueClient("q").Create(ctx, &azqueue.CreateOptions{Metadata: map[string]*string{"k": to.Ptr("v")}})
			return err
		},
		"put": func(ctx context.Context, s client) error {
			_, err := s.NewQueueClient("q").EnqueueMessage(ctx, "<&>", &azqueue.EnqueueMessageOptions{VisibilityTimeout: to.Ptr[int32](3), TimeToLive: to.Ptr[int32](-1)})
			return err
		},
		"get": func(ctx context.Context, s client) error {
			_, err := s.NewQueueClient("q").DequeueMessages(ctx, &azqueue.DequeueMessagesOptions{NumberOfMessages: to.Ptr[int32](32), VisibilityTimeout: to.Ptr[int32](1)})
			return err
		},
		"update": func(ctx context.Context, s client) error {
			_, err := s.NewQueueClient("q").UpdateMessage(ctx, "id/1", "AgAA+A/==", "text", nil)
			return err
		},
		"delete": func(ctx context.Context, s client) error {
			_, err := s.NewQueueClient("q").DeleteMessage(ctx, "id", "AgAA+A/==&", nil)
			return err
		},
		"clear": func(ctx context.Context, s client) error {
			_, err := s.NewQueueClient("q").ClearMessages(ctx, nil)
			return err
		},
	} {
		for style, address := range addresses {
			t.Run(style+"/"+name, func(t *testing.T) {
				t.Parallel()
				credential, err := azqueue.NewSharedKeyCredential(reference.DefaultAccount, reference.DefaultKey)
				if err != nil {
					t.Fatal(err)
				}
				var requests captured
				s, err := azqueue.NewServiceClientWithSharedKeyCredential(address, credential, &azqueue.ClientOptions{ClientOptions: requests.client(nil)})
				if err != nil {
					t.Fatal(err)
				}
				sameSignature(t, operate(t.Context(), s), requests)
			})
		}
	}
}

// sameSignature checks that our signature equals the SDK's for the request that it sent.
func sameSignature(t *testing.T, answer error, requests captured) {
	t.Helper()
	if len(requests) != 1 {
		t.Fatalf("the SDK sent %d requests, want 1: %v", len(requests), answer)
	}
	r := requests[0]
	signer := defaultKey(t).Signer()
	for range 2 { // the second time with the buffers of the first
		got := signer.Authorization(Blob, r.Method, r.URL.RequestURI(), headerOf(r), int(r.ContentLength))
		if want := r.Header.Get("Authorization"); got != want {
			t.Fatalf("Authorization(Blob, %s %s) = %q, want %q\nwe signed %q", r.Method, r.URL.RequestURI(), got, want, signer.text)
		}
	}
}

// The SDK signs tables in the short form, whose string is the end of the full one: the date and the
// resource. The reference's verifier judges the rest.
func TestTableRequestsAreSignedAsBySDK(t *testing.T) {
	t.Parallel()
	type client = *aztables.Client
	entity := []byte(`{"PartitionKey":"p'0","RowKey":"r/ 3","V":1}`)
	for name, operate := range map[string]func(context.Context, client) error{
		"create":     func(ctx context.Context, c client) error { _, err := c.CreateTable(ctx, nil); return err },
		"insert":     func(ctx context.Context, c client) error { _, err := c.AddEntity(ctx, entity, nil); return err },
		"get entity": func(ctx context.Context, c client) error { _, err := c.GetEntity(ctx, "p'0", "r/ 3", nil); return err },
		"replace": func(ctx context.Context, c client) error {
			_, err := c.UpdateEntity(ctx, entity, &aztables.UpdateEntityOptions{IfMatch: to.Ptr(azcore.ETag(`W/"datetime'2026'"`)), UpdateMode: aztables.UpdateModeReplace})
			return err
		},
		"merge": func(ctx context.Context, c client) error {
			_, err := c.UpsertEntity(ctx, entity, &aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateModeMerge})
			return err
		},
		"delete": func(ctx context.Context, c client) error { _, err := c.DeleteEntity(ctx, "p", "ü", nil); return err },
		"query": func(ctx context.Context, c client) error {
			_, err := c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: to.Ptr("PartitionKey eq 'a+b' and V gt 3"), Select: to.Ptr("V,W"), Top: to.Ptr[int32](3)}).NextPage(ctx)
			return err
		},
		"access policy": func(ctx context.Context, c client) error { _, err := c.GetAccessPolicy(ctx, nil); return err },
		"batch": func(ctx context.Context, c client) error {
			_, err := c.SubmitTransaction(ctx, []aztables.TransactionAction{{ActionType: aztables.TransactionTypeAdd, Entity: entity}, {ActionType: aztables.TransactionTypeInsertReplace, Entity: entity}}, nil)
			return err
		},
	} {
		for style, address := range addresses {
			t.Run(style+"/"+name, func(t *testing.T) {
				t.Parallel()
				credential, err := aztables.NewSharedKeyCredential(reference.DefaultAccount, reference.DefaultKey)
				if err != nil {
					t.Fatal(err)
				}
				var requests captured
				s, err := aztables.NewServiceClientWithSharedKey(address, credential, &aztables.ClientOptions{ClientOptions: requests.client(nil)})
				if err != nil {
					t.Fatal(err)
				}
				err = operate(t.Context(), s.NewClient("tab"))
				if len(requests) != 1 {
					t.Fatalf("the SDK sent %d requests, want 1: %v", len(requests), err)
				}
				r := requests[0]
				signer := defaultKey(t).Signer()
				signer.stringToSign(Table, r.Method, r.URL.RequestURI(), headerOf(r), int(r.ContentLength))
				lines := bytes.SplitAfterN(signer.text, []byte("\n"), 4)
				got := "SharedKeyLite " + reference.DefaultAccount + ":" + plainHMAC(t, lines[3])
				if want := r.Header.Get("Authorization"); got != want {
					t.Errorf("the short form of %q, signed, is %q, want %q", signer.text, got, want)
				}
				want := []string{r.Method + "\n", r.Header.Get("Content-MD5") + "\n", r.Header.Get("Content-Type") + "\n"}
				if got := []string{string(lines[0]), string(lines[1]), string(lines[2])}; !slices.Equal(got, want) {
					t.Errorf("the string to sign begins with %q, want %q", got, want)
				}
			})
		}
	}
}

// plainHMAC signs a text without using this package.
func plainHMAC(t testing.TB, text []byte) string {
	t.Helper()
	secret, err := base64.StdEncoding.DecodeString(reference.DefaultKey)
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write(text)
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func body(text string) io.ReadSeekCloser { return streaming.NopCloser(strings.NewReader(text)) }

func TestAnAccountSASIsSignedAsBySDK(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 11, 27, 13, 4, 5, 0, time.FixedZone("", 3600))
	credential, err := blob.NewSharedKeyCredential(reference.DefaultAccount, reference.DefaultKey)
	if err != nil {
		t.Fatal(err)
	}
	for https, protocol := range map[bool]sas.Protocol{false: sas.ProtocolHTTPSandHTTP, true: sas.ProtocolHTTPS} {
		want, err := sas.AccountSignatureValues{
			Version: sasVersion, Protocol: protocol, ExpiryTime: until.UTC(), Permissions: "rwdxylacupfti", ResourceTypes: "sco",
		}.SignWithSharedKey(credential)
		if err != nil {
			t.Fatal(err)
		}
		if got := defaultKey(t).SAS(Grant{Services: "b", Resources: "sco", Permissions: "rwdxylacupfti", Until: until, HTTPS: https}); got != want.Encode() {
			t.Errorf("SAS = %s\nwant  %s", got, want.Encode())
		}
	}
}
