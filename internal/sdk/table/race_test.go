package table_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/reference/fault"
	"ifmatch/reference/store/entities"
)

// TestOneOfManyWins lets many clients write under the same ETag. // TABLE-OCC-15
func TestOneOfManyWins(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, mode := range []aztables.UpdateMode{aztables.UpdateModeMerge, aztables.UpdateModeReplace} {
		row := string(mode)
		first := s.add(t, "a", row, "Winner", -1)
		var winner, lost atomic.Int64
		winner.Store(-1)
		var all sync.WaitGroup
		for i := range 32 {
			all.Go(func() {
				_, err := s.table.UpdateEntity(t.Context(), entity(t, "a", row, "Winner", i), &aztables.UpdateEntityOptions{UpdateMode: mode, IfMatch: &first})
				switch refused(err) {
				case "":
					if !winner.CompareAndSwap(-1, int64(i)) {
						t.Errorf("%s: a second one won", mode)
					}
				case "412 UpdateConditionNotSatisfied":
					lost.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if got := s.get(t, "a", row)["Winner"]; lost.Load() != 31 || got != float64(winner.Load()) {
			t.Errorf("%s: %d lost, %d won, the entity has %v", mode, lost.Load(), winner.Load(), got)
		}
	}
}

// TestConflictingTransactions checks that one of two transactions is applied entirely, and the other not at all.
// // TABLE-BATCH-23
func TestConflictingTransactions(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for round := range 50 {
		row := fmt.Sprint("shared-", round)
		tag := s.add(t, "a", row)
		var won [2]bool
		var both sync.WaitGroup
		for i := range won {
			both.Go(func() {
				_, err := s.table.SubmitTransaction(t.Context(), []aztables.TransactionAction{
					{ActionType: aztables.TransactionTypeAdd, Entity: entity(t, "a", fmt.Sprintf("%s-by-%d", row, i))},
					{ActionType: aztables.TransactionTypeUpdateMerge, Entity: entity(t, "a", row, "By", i), IfMatch: &tag},
				}, nil)
				won[i] = err == nil
			})
		}
		both.Wait()
		if won[0] == won[1] {
			t.Fatalf("round %d: won %v", round, won)
		}
		for i, w := range won {
			if made := s.get(t, "a", fmt.Sprintf("%s-by-%d", row, i)) != nil; made != w {
				t.Errorf("round %d: transaction %d won %t and added its entity %t", round, i, w, made)
			}
		}
	}
}

// readers reads the partition repeatedly while transactions move a number between two entities. Some of these
// transactions fail at their end. It counts the reads that saw another sum. // TABLE-OCC-14 TABLE-QRY-11 TABLE-BATCH-18
func readers(t *testing.T, s *scene) (looks, wrong int64) {
	t.Helper()
	s.add(t, "a", "x", "N", 50)
	s.add(t, "a", "y", "N", 50)
	var n, bad atomic.Int64
	var done atomic.Bool
	var reading, writing sync.WaitGroup
	look := func() {
		page, err := s.table.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: to.Ptr("PartitionKey eq 'a' and N ge 0"), Select: to.Ptr("N")}).NextPage(t.Context())
		if err != nil {
			t.Error(err)
			return
		}
		sum := 0
		for _, e := range page.Entities {
			var v struct{ N int }
			if err := json.Unmarshal(e, &v); err != nil {
				t.Error(err)
			}
			sum += v.N
		}
		if n.Add(1); sum != 100 {
			bad.Add(1)
		}
	}
	for range 2 {
		reading.Go(func() {
			for !done.Load() && !t.Failed() {
				look()
			}
		})
	}
	for w := range 2 {
		writing.Go(func() {
			for i := range 100 {
				k := (i*7 + w) % 100
				actions := []aztables.TransactionAction{
					{ActionType: aztables.TransactionTypeUpdateMerge, Entity: entity(t, "a", "x", "N", k), IfMatch: to.Ptr(azcore.ETagAny)},
					{ActionType: aztables.TransactionTypeUpdateMerge, Entity: entity(t, "a", "y", "N", 100-k), IfMatch: to.Ptr(azcore.ETagAny)},
				}
				if i%3 == 0 { // undone by its second operation
					actions[1] = aztables.TransactionAction{ActionType: aztables.TransactionTypeDelete, Entity: entity(t, "a", "none")}
				}
				if _, err := s.table.SubmitTransaction(t.Context(), actions, nil); (err != nil) != (i%3 == 0) {
					t.Errorf("transaction %d: %v", i, err)
				}
			}
		})
	}
	writing.Wait()
	look() // the last transactions were undone
	done.Store(true)
	reading.Wait()
	return n.Load(), bad.Load()
}

func TestReadersSeeAllOrNothing(t *testing.T) {
	t.Parallel()
	if looks, wrong := readers(t, newScene(t)); wrong > 0 || looks == 0 {
		t.Errorf("%d of %d looks saw a part of a transaction", wrong, looks)
	}
}

// halves publishes the draft of a failed change.
type halves struct{ entities.Store }

func (s halves) UpdatePartition(table, key string, change entities.Change) error {
	var failed error
	err := s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		failed = change(d)
		return nil
	})
	if err == nil {
		err = failed
	}
	return err
}

// TestReadersNoticeHalves runs the check above against a wrong store.
func TestReadersNoticeHalves(t *testing.T) {
	t.Parallel()
	s := newScene(t, fault.Fault{Entities: func(s entities.Store) entities.Store { return halves{s} }})
	if looks, wrong := readers(t, s); wrong == 0 {
		t.Errorf("none of %d looks saw that transactions are applied by halves", looks)
	}
}

// halfSent is a body whose second half is sent only when it is released.
type halfSent struct {
	first, second []byte
	sent          chan<- struct{}
	release       <-chan struct{}
}

func (b *halfSent) Read(p []byte) (int, error) {
	if len(b.first) > 0 {
		n := copy(p, b.first)
		b.first = b.first[n:]
		return n, nil
	}
	if b.sent != nil {
		close(b.sent)
		b.sent = nil
		<-b.release
		b.first, b.second = b.second, nil
		return b.Read(p)
	}
	return 0, io.EOF
}

func (b *halfSent) Close() error { return nil }

// TestReadersDoNotWait reads while a writer's body is held half sent. // TABLE-OCC-14 TABLE-QRY-09
func TestReadersDoNotWait(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.add(t, "a", "b", "N", 1)
	text := []byte(`{"N":2}`)
	sent, release := make(chan struct{}), make(chan struct{})
	r, err := http.NewRequest("MERGE", base+"/"+book, &halfSent{text[:3], text[3:], sent, release})
	if err != nil {
		t.Fatal(err)
	}
	r.ContentLength = int64(len(text))
	r.Header.Set("Content-Type", "application/json")
	sign(t, s.server, r)
	answered := make(chan int)
	go func() {
		res, err := s.server.RoundTripper().RoundTrip(r)
		if err != nil {
			t.Error(err)
			close(answered)
			return
		}
		res.Body.Close()
		answered <- res.StatusCode
	}()
	<-sent
	for range 2 {
		if got := s.get(t, "a", "b")["N"]; got != 1.0 {
			t.Errorf("while a write is under way, a read sees %v", got)
		}
	}
	s.add(t, "a", "c") // writers do not wait for it either
	close(release)
	if status := <-answered; status != 204 || s.get(t, "a", "b")["N"] != 2.0 {
		t.Errorf("answered %d, then a read sees %v", status, s.get(t, "a", "b"))
	}
}
