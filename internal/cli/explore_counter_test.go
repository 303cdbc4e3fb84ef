package cli_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
)

// countTogether is a command to explore: two clients add one to a counter. It fails if an update is lost. With the
// argument "careful" they name the version that they have read, with "broken" it fails in any case. With
// "create" one client creates a blob, and tells; with "alone" one adds to the counter, carefully.
func countTogether() {
	how := ""
	if len(os.Args) > 1 {
		how = os.Args[1]
	}
	ctx := context.Background()
	var clients []*azblob.Client
	for _, variable := range []string{"AZURE_STORAGE_CONNECTION_STRING", "AZURE_STORAGE_CONNECTION_STRING_2"} {
		c, err := azblob.NewClientFromConnectionString(os.Getenv(variable), nil)
		if err != nil {
			panic(err)
		}
		clients = append(clients, c)
	}
	_, err := clients[0].CreateContainer(ctx, "data", nil)
	if bloberror.HasCode(err, bloberror.ContainerAlreadyExists) { // a target that was used before
		err = nil
	}
	if err == nil {
		_, err = clients[0].UploadBuffer(ctx, "data", "counter", []byte("0"), nil)
	}
	if err != nil {
		panic(err)
	}
	switch how {
	case "create":
		createAndTell(ctx, clients[0])
		return
	case "alone":
		for !addOne(ctx, clients[0], true) {
		}
		return
	}
	var both sync.WaitGroup
	for _, c := range clients {
		both.Go(func() {
			for !addOne(ctx, c, how == "careful") {
			}
		})
	}
	both.Wait()
	if n, _ := readCounter(ctx, clients[0]); n != 2 || how == "broken" {
		fmt.Println("two increments make", n)
		os.Exit(1)
	}
}

// createAndTell creates a blob and then another one that tells of it, unless somebody else has created the first.
func createAndTell(ctx context.Context, c *azblob.Client) {
	anew := &azblob.UploadBufferOptions{AccessConditions: &blob.AccessConditions{
		ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfNoneMatch: to.Ptr(azcore.ETagAny)}}}
	_, err := c.UploadBuffer(ctx, "data", "claim", []byte("mine"), anew)
	if bloberror.HasCode(err, bloberror.BlobAlreadyExists) {
		return
	}
	if err == nil {
		_, err = c.UploadBuffer(ctx, "data", "told", []byte("me"), nil)
	}
	if err != nil {
		panic(err)
	}
}

// addOne reports whether it has added one.
func addOne(ctx context.Context, c *azblob.Client, careful bool) bool {
	n, seen := readCounter(ctx, c)
	o := &azblob.UploadBufferOptions{}
	if careful {
		o.AccessConditions = &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: seen.ETag}}
	}
	_, err := c.UploadBuffer(ctx, "data", "counter", []byte(strconv.Itoa(n+1)), o)
	if err != nil && !bloberror.HasCode(err, bloberror.ConditionNotMet) {
		panic(err)
	}
	return err == nil
}

func readCounter(ctx context.Context, c *azblob.Client) (int, azblob.DownloadStreamResponse) {
	got, err := c.DownloadStream(ctx, "data", "counter", nil)
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(got.Body)
	if err != nil {
		panic(err)
	}
	n, err := strconv.Atoi(string(text))
	if err != nil {
		panic(err)
	}
	return n, got
}

// TestInterruptedExploringEndsItsCommand: one signal ends explore, and the command that it runs.
func TestInterruptedExploringEndsItsCommand(t *testing.T) {
	t.Parallel()
	pipe := fifo(t)
	p := launch(t, []string{"ifmatch", "explore", "--timeout", "1h", "--", "sh", "-c", `echo $$ >"$0"; exec sleep 3600`, pipe})
	text, err := os.ReadFile(pipe) // waits until the command runs
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.wantCode(t, 130)
	if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("the command goes on as process %d: %v", pid, err)
	}
}
