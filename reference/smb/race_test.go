package smb_test

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/fileerror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"
	protocol "github.com/jfjallid/go-smb/smb"

	"ifmatch/reference"
	"ifmatch/reference/handles"
	"ifmatch/reference/smb"
)

// azfile returns Microsoft's client of a file, which reaches the server without a socket.
func azfile(t testing.TB, s stage, name string) *file.Client {
	t.Helper()
	key, err := service.NewSharedKeyCredential(s.rest.Account(), s.rest.Key())
	if err != nil {
		t.Fatal(err)
	}
	c, err := service.NewClientWithSharedKeyCredential(s.rest.InProcessEndpoint(reference.File), key, &service.ClientOptions{ClientOptions: azcore.ClientOptions{
		Transport: s.rest.Client(), Retry: policy.RetryOptions{MaxRetries: -1}, PerCallPolicies: []policy.Policy{dated{s.rest}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return c.NewShareClient("box").NewRootDirectoryClient().NewFileClient(name)
}

// dated dates requests by the server's clock.
type dated struct{ server *reference.Server }

func (d dated) Do(r *policy.Request) (*http.Response, error) {
	r.Raw().Header["x-ms-date"] = []string{d.server.Now().Format(http.TimeFormat)} // the key that the SDK looks for
	return r.Next()
}

func put(ctx context.Context, f *file.Client, text string) error {
	_, err := f.UploadRange(ctx, 0, streaming.NopCloser(bytes.NewReader([]byte(text))), nil)
	return err
}

// TestNoWriteGetsThrough lets SMB clients repeatedly open a file without sharing it, while REST clients write to it. No
// write may succeed while it is held, and every successful write must be visible. // FILE-SMB-05 FILE-SMB-06
func TestNoWriteGetsThrough(t *testing.T) {
	t.Parallel()
	const holders, writers, rounds = 4, 3, 20
	ctx := context.Background()
	s := start(t, smb.Options{})
	target := azfile(t, s, "file")
	if _, err := target.Create(ctx, 8, nil); err != nil {
		t.Fatal(err)
	}
	var held, opened, refused, written atomic.Int64
	var holding, writing sync.WaitGroup
	for range holders {
		c := dial(t, s, nil)
		own := azfile(t, s, "file")
		holding.Go(func() {
			for done := 0; done < rounds; {
				f, err := c.open("file", opening{access: handles.Read})
				if status(err) == sharingViolation {
					continue
				} else if err != nil {
					t.Error(err)
					return
				}
				if n := held.Add(1); n > 1 {
					t.Errorf("%d clients have the file for themselves", n)
				}
				before, after := make([]byte, 8), make([]byte, 8)
				_, err = f.ReadFile(before, 0)
				if err == nil {
					err = put(ctx, own, "breach!!")
				}
				if !fileerror.HasCode(err, fileerror.SharingViolation) {
					t.Errorf("a write to a file that is held: %v", err)
				}
				if _, err := f.ReadFile(after, 0); err != nil || !bytes.Equal(before, after) {
					t.Errorf("the file was %q, and is %q while it is held; %v", before, after, err)
				}
				held.Add(-1)
				if err := f.CloseFile(); err != nil {
					t.Error(err)
				}
				opened.Add(1)
				done++
			}
		})
	}
	stop := make(chan struct{})
	for i := range writers {
		own := azfile(t, s, "file")
		writing.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				switch err := put(ctx, own, string([]byte{byte('a' + i), 'w', 'r', 'i', 't', 't', 'e', 'n'})); {
				case err == nil:
					written.Add(1)
				case fileerror.HasCode(err, fileerror.SharingViolation):
					refused.Add(1)
				default:
					t.Error(err)
					return
				}
			}
		})
	}
	holding.Wait()
	close(stop)
	writing.Wait()
	if opened.Load() != holders*rounds || written.Load() == 0 || refused.Load() == 0 {
		t.Errorf("%d openings, %d writes and %d refusals: they did not meet", opened.Load(), written.Load(), refused.Load())
	}
	if n := s.handles(t); n != 0 {
		t.Errorf("%d handles are left", n)
	}
}

// TestOneDeletionOfMany lets clients of both protocols delete a file at once: it is deleted once, and no handle to it
// remains.
func TestOneDeletionOfMany(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := start(t, smb.Options{})
	target := azfile(t, s, "file")
	a, b := dial(t, s, nil), dial(t, s, nil)
	for range 30 {
		if _, err := target.Create(ctx, 1, nil); err != nil {
			t.Fatal(err)
		}
		var gone atomic.Int64
		var all sync.WaitGroup
		for _, c := range []client{a, b} {
			all.Go(func() {
				f, err := c.open("file", opening{access: handles.Delete, share: handles.All, options: protocol.FileDeleteOnClose})
				switch status(err) {
				case 0:
					gone.Add(1)
					f.CloseFile()
				case protocol.StatusObjectNameNotFound, deletePending:
				default:
					t.Error(err)
				}
			})
		}
		all.Go(func() {
			switch _, err := target.Delete(ctx, nil); {
			case err == nil:
				gone.Add(1)
			case !fileerror.HasCode(err, fileerror.SharingViolation, fileerror.DeletePending, "SMBDeletePending", fileerror.ResourceNotFound):
				t.Error(err)
			}
		})
		all.Wait()
		if gone.Load() == 0 {
			t.Error("nobody has deleted the file")
		}
		if _, err := target.GetProperties(ctx, nil); !fileerror.HasCode(err, fileerror.ResourceNotFound) {
			t.Errorf("the file after all have deleted it: %v", err)
		}
	}
}
