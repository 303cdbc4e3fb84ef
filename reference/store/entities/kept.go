package entities

import (
	"iter"

	"ifmatch/reference/journal"
)

var _ journal.Part = (*Memory)(nil)

// Keep makes the store append its changes to a log.
func (m *Memory) Keep(log *journal.Log) {
	m.log, m.living = log, nil
	m.tables.log = log
	m.tables.walk("", func(_ string, t *Table) bool {
		if t.partitions != nil {
			t.partitions.log = log
		}
		return true
	})
}

// Restore repeats a change.
func (m *Memory) Restore(kept []byte) error {
	var r record
	if _, err := journal.Decode(kept, &r); err != nil {
		return err
	}
	m.lives.Store(max(m.lives.Load(), r.Life))
	switch {
	case r.Latest != nil:
		m.stamps.Resume(*r.Latest)
	case r.Table != nil:
		return m.restoreTable(r)
	case m.living[r.Life] != nil: // else written while the table was being deleted
		return m.restoreRows(m.living[r.Life], r)
	}
	return nil
}

func (m *Memory) restoreTable(r record) error {
	_, err := m.tables.update(r.Name, func(old *Table) (*Table, error) {
		if old != nil && old.life != r.Life {
			delete(m.living, old.life)
		}
		next := r.Table
		if next.life = r.Life; r.Life != 0 {
			if m.living == nil {
				m.living = make(map[uint64]*Table)
			}
			next.partitions = new(versions[Partition])
			if same := m.living[r.Life]; same != nil {
				next.partitions = same.partitions
			}
			m.living[r.Life] = next
		}
		return next, nil
	}, nil)
	return err
}

func (m *Memory) restoreRows(t *Table, r record) error {
	_, err := t.partitions.update(r.Partition, func(old *Partition) (*Partition, error) {
		var next Partition
		if old != nil {
			next = *old
		}
		for _, row := range r.Rows {
			if row.Timestamp.IsZero() {
				next.rows = next.rows.Without(row.Row)
				continue
			}
			m.stamps.Resume(row.Timestamp)
			next.rows = next.rows.With(row.Row, row.entity(r.Partition))
		}
		if next.Len() == 0 {
			return nil, nil
		}
		return &next, nil
	}, nil)
	return err
}

// rowsOfRecord is how many entities one record of the present state holds.
const rowsOfRecord = 100

// Present returns records of all tables and entities.
func (m *Memory) Present() iter.Seq[journal.Record] {
	type part struct {
		life uint64
		key  string
		p    Partition
	}
	latest := m.stamps.Latest()
	tables := []journal.Record{journal.Encode(record{Life: m.lives.Load(), Latest: &latest})}
	var parts []part
	m.tables.walk("", func(name string, t *Table) bool {
		tables = append(tables, tableRecord(name, t))
		if t.partitions != nil {
			t.partitions.walk("", func(key string, p *Partition) bool {
				parts = append(parts, part{t.life, key, *p})
				return true
			})
		}
		return true
	})
	return func(yield func(journal.Record) bool) {
		for _, r := range tables {
			if !yield(r) {
				return
			}
		}
		for _, p := range parts {
			r, going := record{Life: p.life, Partition: p.key}, true
			p.p.Ascend("", func(e *Entity) bool {
				if r.Rows = append(r.Rows, rowOf(e)); len(r.Rows) == rowsOfRecord {
					going = yield(journal.Encode(r))
					r.Rows = nil
				}
				return going
			})
			if !going || len(r.Rows) > 0 && !yield(journal.Encode(r)) {
				return
			}
		}
	}
}
