package reference_test

import (
	"bytes"
	"testing"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/operation"
)

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
