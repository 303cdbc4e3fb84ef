package fault_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	filelease "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"

	"ifmatch/reference"
	"ifmatch/reference/handles"
	"ifmatch/reference/store/files"
)

// pages makes a file of 1024 zeros on the clients' server.
func pages(t *testing.T, c clients) *file.Client {
	t.Helper()
	s := c.queue.server
	key, err := service.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	all, err := service.NewClientWithSharedKeyCredential(s.InProcessEndpoint(reference.File), key, &service.ClientOptions{
		ClientOptions: azcore.ClientOptions{Transport: transport{s.RoundTripper()}, Retry: policy.RetryOptions{MaxRetries: -1}}})
	if err != nil {
		t.Fatal(err)
	}
	share := all.NewShareClient("books")
	if _, err := share.Create(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	f := share.NewRootDirectoryClient().NewFileClient("x")
	if _, err := f.Create(context.Background(), 1024, nil); err != nil {
		t.Fatal(err)
	}
	return f
}

// writeAt writes 16 bytes under a lease id, if one is given.
func writeAt(f *file.Client, at int64, b byte, id string) error {
	o := &file.UploadRangeOptions{}
	if id != "" {
		o.LeaseAccessConditions = &file.LeaseAccessConditions{LeaseID: &id}
	}
	_, err := f.UploadRange(context.Background(), at, streaming.NopCloser(bytes.NewReader(bytes.Repeat([]byte{b}, 16))), o)
	return err
}

// byteAt reads 16 bytes and returns the first.
func byteAt(t *testing.T, f *file.Client, at int64) byte {
	t.Helper()
	r, err := f.DownloadStream(context.Background(), &file.DownloadStreamOptions{Range: file.HTTPRange{Offset: at, Count: 16}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r.Body)
	if err != nil || len(b) != 16 {
		t.Fatal(err, len(b))
	}
	return b[0]
}

// Proposed lease ids.
const mine, yours = "6b0f8a5c-3f0e-4a0c-9e7e-0d8a0a5f3c11", "6b0f8a5c-3f0e-4a0c-9e7e-0d8a0a5f3c12"

func acquireFile(t *testing.T, f *file.Client, id string) error {
	t.Helper()
	l, err := filelease.NewFileClient(f, &filelease.FileClientOptions{LeaseID: to.Ptr(id)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.Acquire(context.Background(), nil)
	return err
}

// leasedPages makes a file whose lease is held.
func leasedPages(t *testing.T, c clients) *file.Client {
	t.Helper()
	f := pages(t, c)
	if err := acquireFile(t, f, mine); err != nil {
		t.Fatal(err)
	}
	return f
}

// fileSymptoms are the symptoms of faults of files.
var fileSymptoms = map[string]func(t *testing.T, c clients) bool{
	"sporadic-range-dropped": func(t *testing.T, c clients) bool {
		f := pages(t, c)
		for _, at := range []int64{0, 512} {
			if err := writeAt(f, at, 'a', ""); err != nil {
				t.Fatal(err)
			}
		}
		return byteAt(t, f, 0) == 'a' && byteAt(t, f, 512) == 0
	},
	"sporadic-range-stale": func(t *testing.T, c clients) bool {
		f := pages(t, c)
		before := byteAt(t, f, 0)
		if err := writeAt(f, 0, 'a', ""); err != nil {
			t.Fatal(err)
		}
		return byteAt(t, f, 0) == before
	},
	"sporadic-range-damaged": func(t *testing.T, c clients) bool {
		return byteAt(t, pages(t, c), 0) != 0
	},
	"sporadic-file-lease-id-kept": func(t *testing.T, c clients) bool {
		f := leasedPages(t, c)
		l, err := filelease.NewFileClient(f, &filelease.FileClientOptions{LeaseID: to.Ptr(mine)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Change(context.Background(), yours, nil); err != nil {
			t.Fatal(err)
		}
		return writeAt(f, 0, 'a', mine) == nil && writeAt(f, 0, 'b', yours) != nil
	},
	"sporadic-range-refused": func(t *testing.T, c clients) bool {
		f := pages(t, c)
		err := writeAt(f, 0, 'a', "")
		return err != nil && status(t, err) == 409 && byteAt(t, f, 0) == 0
	},
	"sporadic-file-lease-granted-twice": func(t *testing.T, c clients) bool {
		return acquireFile(t, leasedPages(t, c), yours) == nil
	},
	"sporadic-file-lease-ignored": func(t *testing.T, c clients) bool {
		f := leasedPages(t, c)
		return writeAt(f, 0, 'a', "") == nil && byteAt(t, f, 0) == 'a'
	},
	"sporadic-file-lease-foreign-id": func(t *testing.T, c clients) bool {
		f := leasedPages(t, c)
		return writeAt(f, 0, 'a', yours) == nil && byteAt(t, f, 0) == 'a'
	},
}

// opened opens the file of pages, as an SMB client would, directly in the table of handles.
func opened(t *testing.T, c clients, o handles.Opening) (id handles.ID, err error) {
	t.Helper()
	err = c.queue.server.Files().Change("books", func(tree *files.Tree, at files.Moment) (err error) {
		_, n := tree.Find([]string{"x"})
		id, err = tree.Open(n, o, at.Now)
		return err
	})
	if err != nil && !errors.Is(err, handles.ErrSharing) {
		t.Fatal(err)
	}
	return id, err
}

// alone is an opening that denies everything.
var alone = handles.Opening{Access: handles.Read, Share: handles.None}

// handleSymptoms are the symptoms of faults of share modes.
var handleSymptoms = map[string]func(t *testing.T, c clients) bool{
	"sporadic-share-mode-written": func(t *testing.T, c clients) bool {
		f := pages(t, c)
		id, err := opened(t, c, alone)
		if err != nil {
			t.Fatal(err)
		}
		if err := writeAt(f, 0, 'a', ""); err != nil {
			return false
		}
		_, refused := f.DownloadStream(context.Background(), nil)
		_ = c.queue.server.Files().Change("books", func(tree *files.Tree, at files.Moment) error { return tree.Close(id, at.Stamp) })
		return refused != nil && byteAt(t, f, 0) == 'a'
	},
	"sporadic-share-mode-read": func(t *testing.T, c clients) bool {
		f := pages(t, c)
		if _, err := opened(t, c, alone); err != nil {
			t.Fatal(err)
		}
		_, err := f.DownloadStream(context.Background(), nil)
		return err == nil && writeAt(f, 0, 'a', "") != nil
	},
	"sporadic-share-mode-opened": func(t *testing.T, c clients) bool {
		f := pages(t, c)
		if _, err := opened(t, c, alone); err != nil {
			t.Fatal(err)
		}
		_, err := opened(t, c, alone)
		return err == nil && writeAt(f, 0, 'a', "") != nil
	},
	"sporadic-handle-left": func(t *testing.T, c clients) bool {
		f := pages(t, c)
		id, err := opened(t, c, alone)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.queue.server.Files().Change("books", func(tree *files.Tree, at files.Moment) error { return tree.Close(id, at.Stamp) }); err != nil {
			t.Fatal(err)
		}
		return writeAt(f, 0, 'a', "") != nil
	},
}
