package sharedkey

import (
	"context"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	filelease "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/lease"
	fileservice "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"

	"ifmatch/reference"
)

func TestFileRequestsAreSignedAsBySDK(t *testing.T) {
	t.Parallel()
	type client = *fileservice.Client
	id := to.Ptr("6b0f8a5c-3f0e-4a0c-9e7e-0d8a0a5f3c11")
	of := func(s client) *file.Client {
		return s.NewShareClient("share").NewDirectoryClient("a b").NewFileClient("f+é")
	}
	for name, operate := range map[string]func(context.Context, client) error{
		"create share": func(ctx context.Context, s client) error {
			_, err := s.NewShareClient("share").Create(ctx, nil)
			return err
		},
		"create file": func(ctx context.Context, s client) error {
			_, err := of(s).Create(ctx, 4096, nil)
			return err
		},
		"put range": func(ctx context.Context, s client) error {
			_, err := of(s).UploadRange(ctx, 512, body("hello"), &file.UploadRangeOptions{LeaseAccessConditions: &file.LeaseAccessConditions{LeaseID: id}})
			return err
		},
		"get range": func(ctx context.Context, s client) error {
			_, err := of(s).DownloadStream(ctx, &file.DownloadStreamOptions{Range: file.HTTPRange{Offset: 3, Count: 9}})
			return err
		},
		"acquire": func(ctx context.Context, s client) error {
			l, err := filelease.NewFileClient(of(s), &filelease.FileClientOptions{LeaseID: id})
			if err == nil {
				_, err = l.Acquire(ctx, nil)
			}
			return err
		},
	} {
		for style, address := range addresses {
			t.Run(style+"/"+name, func(t *testing.T) {
				t.Parallel()
				credential, err := fileservice.NewSharedKeyCredential(reference.DefaultAccount, reference.DefaultKey)
				if err != nil {
					t.Fatal(err)
				}
				var requests captured
				s, err := fileservice.NewClientWithSharedKeyCredential(address, credential, &fileservice.ClientOptions{ClientOptions: requests.client(nil)})
				if err != nil {
					t.Fatal(err)
				}
				sameSignature(t, operate(t.Context(), s), requests)
			})
		}
	}
}
