package explore_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"

	"ifmatch/reference/explore"
)

// docs/explore.md shows the functions below verbatim.

// increment is the code under test: it adds one to a counter.
func increment(ctx context.Context, client *azblob.Client, name string) error {
	got, err := client.DownloadStream(ctx, "work", "counter", nil)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(got.Body)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(string(text))
	if err != nil {
		return err
	}
	_, err = client.UploadBuffer(ctx, "work", "counter", []byte(strconv.Itoa(n+1)), nil)
	return err
}

// open returns a client of the Blob service over a transport.
func open(t *testing.T, s *explore.Store, transport *http.Client) *azblob.Client {
	t.Helper()
	options := &azblob.ClientOptions{}
	options.Transport = transport
	client, err := azblob.NewClientFromConnectionString(s.ConnectionString(), options)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// twoIncrements is the test: ann and bob add one each, at the same time.
func twoIncrements(t *testing.T, s *explore.Store, increment func(context.Context, *azblob.Client, string) error) {
	ctx, setup := t.Context(), open(t, s, s.Setup())
	if _, err := setup.CreateContainer(ctx, "work", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := setup.UploadBuffer(ctx, "work", "counter", []byte("0"), nil); err != nil {
		t.Fatal(err)
	}
	var both sync.WaitGroup
	for _, name := range []string{"ann", "bob"} {
		client := open(t, s, s.Client(name))
		both.Go(func() {
			if err := increment(ctx, client, name); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
}

// mended names the version that it has read, and leaves a mark by which it recognises its own update.
func mended(ctx context.Context, client *azblob.Client, name string) error {
	for {
		got, err := client.DownloadStream(ctx, "work", "counter", nil)
		if err != nil {
			return err
		}
		text, err := io.ReadAll(got.Body)
		if err != nil {
			return err
		}
		count, done, _ := strings.Cut(string(text), " ")
		if slices.Contains(strings.Fields(done), name) {
			return nil // the answer was lost, the update was not
		}
		n, err := strconv.Atoi(count)
		if err != nil {
			return err
		}
		_, err = client.UploadBuffer(ctx, "work", "counter", []byte(strconv.Itoa(n+1)+" "+done+" "+name), replaces(got.ETag))
		if !bloberror.HasCode(err, bloberror.ConditionNotMet) {
			return err
		}
	}
}

// replaces is the condition that a blob is in a version.
func replaces(seen *azcore.ETag) *azblob.UploadBufferOptions {
	return &azblob.UploadBufferOptions{AccessConditions: &blob.AccessConditions{
		ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: seen},
	}}
}

func TestCounter(t *testing.T) {
	explore.Run(t, func(t *testing.T, s *explore.Store) { twoIncrements(t, s, mended) })
}

// TestThePageShowsWhatRuns checks that docs/explore.md shows the functions of this file, and what they print.
func TestThePageShowsWhatRuns(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/explore.md")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("page_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(page, -1) {
		if !bytes.Contains(file, b[1]) {
			t.Errorf("docs/explore.md shows what is not in page_test.go:\n%s", b[1])
		}
	}
	script, err := os.ReadFile("js/counter.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(page, append([]byte("```js\n"), script...)) {
		t.Error("docs/explore.md does not show js/counter.mjs")
	}
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	r := explore.Find(t, func(t *testing.T, s *explore.Store) { twoIncrements(t, s, increment) })
	if r.Failure == nil {
		t.Fatalf("nothing found in %s", r)
	}
	shown := strings.ReplaceAll(r.Failure.Text, t.Name(), "TestCounter")
	for name, text := range map[string][]byte{"docs/explore.md": page, "README.md": readme} {
		if !bytes.Contains(text, []byte(shown)) {
			t.Errorf("%s does not show what is printed:\n%s", name, shown)
		}
	}
}
