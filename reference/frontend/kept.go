package frontend

import (
	"iter"

	"ifmatch/reference/document"
	"ifmatch/reference/journal"
)

// Settings returns the properties of the service as what a journal can keep.
func (f *Front[C]) Settings() journal.Part { return &settings{&f.shared} }

type settings struct{ of *shared }

func propertiesRecord(p *document.Properties) journal.Record { return journal.Encode(p) }

// Restore repeats a change.
func (s *settings) Restore(record []byte) error {
	var p document.Properties
	if _, err := journal.Decode(record, &p); err != nil {
		return err
	}
	s.of.properties.Store(&p)
	return nil
}

// Keep makes the service append its new properties to a log.
func (s *settings) Keep(log *journal.Log) { s.of.log = log }

// Present returns one record.
func (s *settings) Present() iter.Seq[journal.Record] {
	p := s.of.properties.Load()
	return func(yield func(journal.Record) bool) { yield(propertiesRecord(p)) }
}
