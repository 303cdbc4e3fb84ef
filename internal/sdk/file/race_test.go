package file_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"

	"ifmatch/reference/handles"
	"ifmatch/reference/store/files"
)

// TestOpensRaceRequests lets clients hold a file without sharing it, while others write, rename and list it. No write
// may succeed while a handle is held. // FILE-SMB-05
func TestOpensRaceRequests(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	f := d.file("f", "0")
	root := d.NewRootDirectoryClient()
	var wg sync.WaitGroup
	var opened, written atomic.Int32
	content := func() string {
		var b bytes.Buffer
		d.tree(func(tree *files.Tree) error {
			_, n := tree.Find([]string{"f"})
			return n.File.Content.WriteRange(&b, 0, n.File.Content.Len())
		})
		return b.String()
	}
	for range 3 {
		wg.Go(func() {
			for range 60 {
				id, err := d.open("f", handles.Opening{Access: handles.Write, Share: handles.None})
				if err != nil {
					continue
				}
				before := content()
				_, err = root.NewListFilesAndDirectoriesPager(nil).NextPage(ctx)
				if err != nil {
					t.Error(err)
				}
				if after := content(); before != after {
					t.Errorf("%q became %q under a handle that shares nothing", before, after)
				}
				opened.Add(1)
				d.tree(func(tree *files.Tree) error { return tree.Close(id, files.Moment{}.Stamp) })
			}
		})
		wg.Go(func() {
			for i := 0; i < 20; { // counts successful writes: all succeed once no handle is left
				switch _, err := f.UploadRange(ctx, 0, body(fmt.Sprint(i%10)), nil); refused(err) {
				case "":
					i++
					written.Add(1)
				case "SharingViolation":
					runtime.Gosched()
				default:
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if opened.Load() == 0 || written.Load() == 0 {
		t.Errorf("%d handles, %d writes: they never met", opened.Load(), written.Load())
	}
	d.tree(func(tree *files.Tree) error {
		if n := tree.Handles.Len(); n != 0 {
			t.Errorf("%d handles are left", n)
		}
		return nil
	})
}

func BenchmarkPutRange(b *testing.B) {
	d := newDrive(b)
	f := d.file("f", strings.Repeat("x", 1<<20))
	data := make([]byte, 1024)
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for n := int64(0); b.Loop(); n++ {
		if _, err := f.UploadRange(context.Background(), n%1024*1024, body(string(data)), nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGetRange(b *testing.B) {
	d := newDrive(b)
	f := d.file("f", strings.Repeat("x", 1<<20))
	b.SetBytes(1024)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			res, err := f.DownloadStream(context.Background(), &file.DownloadStreamOptions{Range: file.HTTPRange{Offset: 4096, Count: 1024}})
			if err != nil {
				b.Error(err)
				return
			}
			_, _ = io.Copy(io.Discard, res.Body)
		}
	})
}
