package reference_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/journal"
	"ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

// notes is a sink in memory.
type notes struct {
	mu     sync.Mutex
	all    [][]byte
	settle func() error
}

func (n *notes) Append(r journal.Record) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, bytes.Join(r, nil))
}

func (n *notes) Settle() error {
	if n.settle != nil {
		return n.settle()
	}
	return nil
}

// restored returns a server with what records say.
func restored(t *testing.T, records [][]byte) *reference.Server {
	t.Helper()
	s := reference.New(reference.Options{Seed: 1, Clock: clock.NewVirtual(stocktaking)})
	for i, r := range records {
		if err := s.Book().Restore(bytes.Clone(r)); err != nil {
			t.Fatalf("record %d of %d: %v\n%q", i, len(records), err, r)
		}
	}
	return s
}

// latest is the instant of the latest stamp, which may be one that a change got and did not use.
var latest = regexp.MustCompile(`(?s)^(.j).*"(Stamp|Latest)":"[^"]*",?`)

// present returns the records of a server's state, in the order of their bytes.
func present(t testing.TB, s *reference.Server) (sorted []string, records [][]byte) {
	t.Helper()
	list, err := s.Book().Present(func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for r := range list {
		record := bytes.Join(r, nil)
		sorted, records = append(sorted, latest.ReplaceAllString(string(record), "$1")), append(records, record)
	}
	slices.Sort(sorted)
	return sorted, records
}

// TestEveryChangeIsKept sends thousands of documented and spoiled requests. What the records say must be the state that
// the server is in, and so must what the records of that state say.
func TestEveryChangeIsKept(t *testing.T) {
	t.Parallel()
	for _, service := range reference.Services() {
		t.Run(string(service), func(t *testing.T) {
			t.Parallel()
			seeds := seedsOf(t, service)
			r := rand.New(rand.NewPCG(42, uint64(len(service))))
			for range fuzzed() / 100 {
				kept := new(notes)
				s := stock(t, service, kept)
				for n := range 100 {
					if d := seeds[r.IntN(len(seeds))]; n%3 == 0 {
						s.send(d)
					} else {
						s.try(spoil(r, seeds), true)
					}
				}
				want, records := present(t, s.Server)
				if len(kept.all) < 3 {
					t.Fatalf("only %d changes were kept", len(kept.all))
				}
				for name, from := range map[string][][]byte{"changes": kept.all, "state": records} {
					if got, _ := present(t, restored(t, from)); !slices.Equal(want, got) {
						gone := slices.DeleteFunc(slices.Clone(want), func(r string) bool { return slices.Contains(got, r) })
						t.Fatalf("the records of the %s do not tell of\n%q", name, gone)
					}
				}
			}
		})
	}
}

// TestAnswersWaitUntilTheyAreKept writes a blob while nothing can be kept. Neither the writer nor a reader who may have
// seen the new version is answered before it is.
func TestAnswersWaitUntilTheyAreKept(t *testing.T) {
	t.Parallel()
	kept := new(notes)
	s := stock(t, operation.BlobService, kept)
	may := make(chan struct{})
	waiting := make(chan struct{}, 10)
	kept.settle = func() error {
		if kept.count(`"Blob":{`) == 0 {
			return nil
		}
		waiting <- struct{}{}
		<-may
		return nil
	}
	kept.all = nil
	put := documented{service: operation.BlobService, method: "PUT", target: "books/new", headers: [][2]string{{"x-ms-blob-type", "BlockBlob"}}, body: "text"}
	get := documented{service: operation.BlobService, method: "GET", target: "books/new"}
	answers := make(chan int, 2)
	ask := func(d documented) {
		res, err := s.RoundTripper().RoundTrip(s.request(d, true))
		if err != nil {
			t.Error(err)
		}
		answers <- res.StatusCode
	}
	go ask(put)
	<-waiting // the blob can be seen now
	go ask(get)
	<-waiting
	select {
	case status := <-answers:
		t.Fatalf("answered %d before anything was kept", status)
	default:
	}
	close(may)
	if a, b := <-answers, <-answers; a+b != http.StatusCreated+http.StatusOK {
		t.Errorf("answered %d and %d", a, b)
	}
}

func (n *notes) count(text string) (found int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, r := range n.all {
		found += bytes.Count(r, []byte(text))
	}
	return found
}

// TestNothingIsSaidThatCannotBeKept lets the sink fail. Neither a write nor a read is answered then, over either protocol,
// and nothing of a refused answer is sent.
func TestNothingIsSaidThatCannotBeKept(t *testing.T) {
	t.Parallel()
	kept := new(notes)
	s := stock(t, operation.FileService, kept)
	full := errors.New("no space left")
	fails := 0
	kept.settle = func() error { // the first call of a request succeeds
		if fails++; fails%2 == 0 {
			return full
		}
		return nil
	}
	for _, d := range []documented{
		{service: operation.FileService, method: "PUT", target: "new?restype=share"},
		{service: operation.FileService, method: "GET", target: "new?restype=share"},
	} {
		res, err := s.RoundTripper().RoundTrip(s.request(d, true))
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		if res.StatusCode != http.StatusInternalServerError || !strings.Contains(string(body), full.Error()) || res.Header.Get("ETag") != "" {
			t.Errorf("%s is answered %d %v %s", d, res.StatusCode, res.Header, body)
		}
	}
	kept.settle = func() error { return full }
	if err := s.Files().Change("new", func(*files.Tree, files.Moment) error { return nil }); !errors.Is(err, full) {
		t.Errorf("changing files: %v", err)
	}
	if s.Files().Share("new") != nil {
		t.Error("a share is shown that may not be kept")
	}
}

// TestTimeGoesOn restores a server later. Its leases have expired by the clock, and no ETag comes twice.
func TestTimeGoesOn(t *testing.T) {
	t.Parallel()
	kept := new(notes)
	s := stock(t, operation.BlobService, kept)
	lease := func(s *stocked, id string) (int, string) {
		res, _ := s.send(documented{service: operation.BlobService, method: "PUT", target: "books/x?comp=lease", headers: [][2]string{
			{"x-ms-lease-action", "acquire"}, {"x-ms-lease-duration", "15"}, {"x-ms-proposed-lease-id", id}}})
		return res.StatusCode, res.Header.Get("ETag")
	}
	const first, second = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
	if status, _ := lease(s, first); status != http.StatusCreated {
		t.Fatalf("the first lease is answered %d", status)
	}
	put := documented{service: operation.BlobService, method: "PUT", target: "books/y", headers: [][2]string{{"x-ms-blob-type", "BlockBlob"}}, body: "y"}
	before, _ := s.send(put)

	again := &stocked{t: t, vars: strings.NewReplacer(), Server: restored(t, kept.all)}
	after, _ := again.send(put) // while the clock stands where it stood
	if a, b := before.Header.Get("ETag"), after.Header.Get("ETag"); a == "" || a >= b {
		t.Errorf("ETag %s follows %s", b, a)
	}
	if status, _ := lease(again, second); status != http.StatusConflict {
		t.Errorf("while the first lease lasts, a second is answered %d", status)
	}
	again.Advance(15 * time.Second)
	if status, _ := lease(again, second); status != http.StatusCreated {
		t.Errorf("after the first lease, a second is answered %d", status)
	}
}

// step is a request to the blob service, and the status that answers it.
type step struct {
	method, target, body string
	headers              [][2]string
	want                 int
}

// softly makes a service keep what is deleted.
var softly = step{"PUT", "?restype=service&comp=properties", `<StorageServiceProperties><DeleteRetentionPolicy><Enabled>true</Enabled><Days>7</Days></DeleteRetentionPolicy></StorageServiceProperties>`, nil, 202}

// follow sends requests one after the other.
func (s *stocked) follow(steps []step) {
	s.t.Helper()
	for _, x := range steps {
		d := documented{service: operation.BlobService, method: x.method, target: x.target, headers: x.headers, body: x.body}
		if res, text := s.send(d); res.StatusCode != x.want {
			s.t.Fatalf("%s %s: %d, want %d\n%s", x.method, x.target, res.StatusCode, x.want, text)
		}
	}
}

// TestTheTrashIsKept deletes a blob softly, and a snapshot, overwrites what is gone, and brings all of it back on a
// server that has only the records: from the changes, and from the state.
func TestTheTrashIsKept(t *testing.T) {
	t.Parallel()
	kept := new(notes)
	s := stock(t, operation.BlobService, kept)
	ask := func(s *stocked, method, target string) (int, string) {
		t.Helper()
		res, text := s.send(documented{service: operation.BlobService, method: method, target: target})
		return res.StatusCode, text
	}
	block := [2]string{"x-ms-blob-type", "BlockBlob"}
	s.follow([]step{
		softly,
		{"PUT", "books/trash", "first", [][2]string{block}, 201},
		{"DELETE", "books/trash", "", nil, 202},
		{"PUT", "books/trash", "second", [][2]string{block}, 201},
		{"PUT", "books/trash?comp=metadata", "", [][2]string{{"x-ms-meta-a", "b"}}, 200},
		{"DELETE", "books/trash", "", nil, 202},
	})
	_, records := present(t, s.Server)
	for name, from := range map[string][][]byte{"changes": kept.all, "state": records} {
		again := &stocked{Server: restored(t, from), t: t, vars: s.vars}
		if got, _ := ask(again, "GET", "books/trash"); got != 404 {
			t.Errorf("%s: a deleted blob is there: %d", name, got)
		}
		if got, text := ask(again, "PUT", "books/trash?comp=undelete"); got != 200 {
			t.Errorf("%s: Undelete Blob: %d\n%s", name, got, text)
		}
		if _, got := ask(again, "GET", "books/trash"); got != "second" {
			t.Errorf("%s: the blob comes back as %q", name, got)
		}
		_, list := ask(again, "GET", "books?restype=container&comp=list&include=snapshots&prefix=trash")
		at := regexp.MustCompile(`<Snapshot>([^<]*)</Snapshot>`).FindStringSubmatch(list)
		if at == nil {
			t.Fatalf("%s: the overwritten blob has no snapshot: %s", name, list)
		}
		if _, got := ask(again, "GET", "books/trash?snapshot="+at[1]); got != "first" {
			t.Errorf("%s: the overwritten blob comes back as %q", name, got)
		}
	}
}

// TestDataIsKeptOnce takes snapshots of a blob, and deletes and restores all of them, and the blob. However often the same
// data goes to the trash and back, it is in the records once, and in those of the state that comes of them.
func TestDataIsKeptOnce(t *testing.T) {
	t.Parallel()
	kept := new(notes)
	s := stock(t, operation.BlobService, kept)
	block := [2]string{"x-ms-blob-type", "BlockBlob"}
	s.follow([]step{
		softly,
		{"PUT", "books/once", "alpha", [][2]string{block}, 201},
		{"PUT", "books/once?comp=snapshot", "", nil, 201},
		{"PUT", "books/once?comp=snapshot", "", nil, 201},
		{"PUT", "books/once", "omega", [][2]string{block}, 201},
		{"PUT", "books/once?comp=snapshot", "", nil, 201},
		{"DELETE", "books/once", "", [][2]string{{"x-ms-delete-snapshots", "only"}}, 202},
		{"PUT", "books/once?comp=undelete", "", nil, 200},
		{"DELETE", "books/once", "", [][2]string{{"x-ms-delete-snapshots", "include"}}, 202},
		{"PUT", "books/once?comp=undelete", "", nil, 200},
	})
	_, records := present(t, restored(t, kept.all))
	for name, in := range map[string]*notes{"changes": kept, "state": {all: records}} {
		if a, o := in.count("alpha"), in.count("omega"); a != 1 || o != 1 {
			t.Errorf("the records of the %s have the first content %d times and the second %d times", name, a, o)
		}
	}
}

// FuzzRestore restores a server with everything in it, and then one more record. Whatever that is, the server refuses it
// or still works: its state can be written again.
func FuzzRestore(f *testing.F) {
	var records [][]byte
	for _, service := range []operation.Service{operation.BlobService, operation.QueueService, operation.TableService, operation.FileService} {
		kept := new(notes)
		stock(f, service, kept)
		records = append(records, kept.all...)
	}
	for _, r := range records {
		f.Add(r)
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		s := reference.New(reference.Options{Seed: 1, Clock: clock.NewVirtual(stocktaking)})
		for _, r := range records {
			_ = s.Book().Restore(bytes.Clone(r)) // of several servers, which are not one story
		}
		_ = s.Book().Restore(bytes.Clone(record))
		s.Book().Keep(new(notes))
		if sorted, _ := present(t, s); len(sorted) == 0 {
			t.Error("there is no state")
		}
	})
}
