package dapr_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dapr/components-contrib/state"
	blobs1 "github.com/dapr/components-contrib/state/azure/blobstorage/v1"
	blobs2 "github.com/dapr/components-contrib/state/azure/blobstorage/v2"
	"github.com/dapr/components-contrib/state/azure/tablestorage"
	"github.com/dapr/kit/logger"
)

const (
	account = "devstoreaccount1"
	key     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

// server is the reference in a process of its own, which keeps its data in a folder.
type server struct {
	args []string
	cmd  *exec.Cmd
	blob string // its addresses
	tabl string
}

func start(t *testing.T) *server {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "ifmatch")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", program, ".")
	build.Dir, build.Env = "../../..", append(os.Environ(), "CGO_ENABLED=0", "GOWORK=") // this module stands outside go.work
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build ifmatch: %v\n%s", err, out)
	}
	s := &server{blob: free(t), tabl: free(t)}
	s.args = []string{program, "serve", "--location", filepath.Join(dir, "data"), "--services", "blob,table", "--blob-addr", s.blob, "--table-addr", s.tabl}
	s.run(t)
	t.Cleanup(func() { s.kill() })
	return s
}

// run starts the process, and waits until it says that it listens.
func (s *server) run(t *testing.T) {
	t.Helper()
	s.cmd = exec.Command(s.args[0], s.args[1:]...)
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.Contains(lines.Text(), s.tabl) {
			go func() {
				for lines.Scan() { // until it ends
				}
			}()
			return
		}
	}
	t.Fatal("the server does not start")
}

func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestStateStores lets two clients of each store write one key at once under first-write, without an ETag and then with
// the same one: one of them wins, also after the server was killed and started again.
func TestStateStores(t *testing.T) {
	s := start(t)
	blobs := map[string]string{"containerName": "state", "connectionString": fmt.Sprintf(
		"DefaultEndpointsProtocol=http;AccountName=%s;AccountKey=%s;BlobEndpoint=http://%s/%s;", account, key, s.blob, account)}
	tables := map[string]string{"accountName": account, "accountKey": key, "tableName": "state", "serviceURL": fmt.Sprintf("http://%s/%s", s.tabl, account)}
	log := logger.NewLogger("state")
	log.SetOutputLevel(logger.FatalLevel)
	stores := []struct {
		name       string
		make       func(logger.Logger) state.Store
		properties map[string]string
	}{
		{"blobs, version 1", blobs1.NewAzureBlobStorageStore, blobs},
		{"blobs, version 2", blobs2.NewAzureBlobStorageStore, blobs},
		{"tables", tablestorage.NewAzureTablesStateStore, tables},
	}
	etags := map[string]string{}
	open := func(t *testing.T, i int) state.Store {
		t.Helper()
		store, md := stores[i].make(log), state.Metadata{}
		md.Properties = stores[i].properties
		if err := store.Init(t.Context(), md); err != nil {
			t.Fatalf("%s: %v", stores[i].name, err)
		}
		return store
	}
	race := func(t *testing.T, i int, etag *string) *state.GetResponse {
		t.Helper()
		name := fmt.Sprintf("app||key-%d", i)
		one, two := open(t, i), open(t, i)
		errs := make([]error, 2)
		var wg sync.WaitGroup
		for n, store := range []state.Store{one, two} {
			wg.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				errs[n] = store.Set(ctx, &state.SetRequest{Key: name, Value: fmt.Sprintf("by %d", n), ETag: etag, Options: state.SetStateOption{Concurrency: state.FirstWrite}})
			})
		}
		wg.Wait()
		// The store of blobs takes 412 alone for a mismatch: that a blob exists, the service says by 409.
		var refused *state.ETagError
		if won := errs[0] == nil; won == (errs[1] == nil) || etag != nil && !errors.As(errors.Join(errs...), &refused) {
			t.Fatalf("%s: two writers get %v and %v, want one winner and one refused for its ETag", stores[i].name, errs[0], errs[1])
		}
		winner := 0
		if errs[0] != nil {
			winner = 1
		}
		got, err := one.Get(t.Context(), &state.GetRequest{Key: name})
		if err != nil || string(got.Data) != fmt.Sprintf("%q", fmt.Sprintf("by %d", winner)) || got.ETag == nil {
			t.Fatalf("%s: client %d won, and the store holds %s, %v", stores[i].name, winner, got.Data, err)
		}
		return got
	}
	for i, store := range stores {
		first := race(t, i, nil)
		second := race(t, i, first.ETag)
		if *second.ETag == *first.ETag {
			t.Errorf("%s: the ETag stays %s", store.name, *first.ETag)
		}
		etags[store.name] = *second.ETag
	}
	s.kill()
	s.run(t)
	for i, store := range stores {
		got, err := open(t, i).Get(t.Context(), &state.GetRequest{Key: fmt.Sprintf("app||key-%d", i)})
		if err != nil || got.ETag == nil || *got.ETag != etags[store.name] {
			t.Fatalf("%s: after the restart the ETag is %v, want %s: %v", store.name, got.ETag, etags[store.name], err)
		}
		race(t, i, got.ETag)
	}
}
