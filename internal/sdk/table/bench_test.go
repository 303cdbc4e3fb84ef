package table_test

import (
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// The benchmarks drive the server in process through the SDK, which takes more than half of the time.

func BenchmarkInsert(b *testing.B) {
	s := newScene(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.add(b, "a", strconv.Itoa(i), "N", i)
	}
}

func BenchmarkGetAmong100000(b *testing.B) {
	s := newScene(b)
	s.fill(b, 100_000, "a")
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		if _, err := s.table.GetEntity(b.Context(), "a", fmt.Sprintf("%05d", i*7919%100_000), nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkQueryRowsAmong100000 finds ten rows by their keys.
func BenchmarkQueryRowsAmong100000(b *testing.B) {
	s := newScene(b)
	s.fill(b, 100_000, "a")
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		from := i * 7919 % 99_990
		filter := fmt.Sprintf("PartitionKey eq 'a' and RowKey ge '%05d' and RowKey lt '%05d'", from, from+10)
		page, err := s.table.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: &filter}).NextPage(b.Context())
		if err != nil || len(page.Entities) != 10 {
			b.Fatal(len(page.Entities), err)
		}
	}
}

// BenchmarkQueryPage reads a page of 1000 entities through the transport alone, without the SDK.
func BenchmarkQueryPage(b *testing.B) {
	s := newScene(b)
	s.fill(b, 1000, "a")
	b.ResetTimer()
	for b.Loop() {
		if res, text := s.raw(b, "GET", "books()", ""); res.StatusCode != 200 || len(text) < 1000 {
			b.Fatal(text)
		}
	}
}

// BenchmarkContendedUpdate lets all goroutines read and write one entity under its ETag.
func BenchmarkContendedUpdate(b *testing.B) {
	s := newScene(b)
	s.add(b, "a", "b", "N", 0)
	var won atomic.Int64
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			r, err := s.table.GetEntity(b.Context(), "a", "b", nil)
			if err != nil {
				b.Error(err)
				return
			}
			_, err = s.table.UpdateEntity(b.Context(), entity(b, "a", "b", "N", 1), &aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeReplace, IfMatch: to.Ptr(r.ETag)})
			if err == nil {
				won.Add(1)
			} else if refused(err) != "412 UpdateConditionNotSatisfied" {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(won.Load())/float64(b.N), "won/op")
}

// BenchmarkTransaction submits a hundred upserts.
func BenchmarkTransaction(b *testing.B) {
	s := newScene(b)
	var actions []aztables.TransactionAction
	for i := range 100 {
		actions = append(actions, aztables.TransactionAction{ActionType: aztables.TransactionTypeInsertReplace,
			Entity: entity(b, "a", strconv.Itoa(i), "N", i)})
	}
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		if _, err := s.table.SubmitTransaction(b.Context(), actions, nil); err != nil {
			b.Fatal(err)
		}
	}
}
