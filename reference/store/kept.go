package store

import (
	"fmt"
	"iter"
	"time"

	"ifmatch/reference/journal"
)

var _ journal.Part = (*Memory)(nil)

// record is a change in the form that a journal keeps: of a container, of a blob, or of the counters.
type record struct {
	Life      uint64      `json:",omitempty"` // of the container; 0: its tombstone
	Name      string      `json:",omitempty"` // of the container, or of the blob
	Container *Container  `json:",omitempty"`
	Blob      *blobRecord `json:",omitempty"` // neither a container nor a blob: the blob is deleted
	Counters  *counters   `json:",omitempty"`
}

// counters never go back.
type counters struct {
	Stamp time.Time
	Lives uint64
}

// Keep makes the store append its changes to a log.
func (m *Memory) Keep(log *journal.Log) {
	m.log, m.living = log, nil
	m.containers.log = log
	m.containers.record = func(name string, _, next *Container) journal.Record {
		return journal.Encode(record{Name: name, Life: next.life, Container: next})
	}
	m.containers.each(func(_ string, c *Container) {
		for _, one := range c.lives() {
			m.enliven(one.Container, one.Number)
		}
	})
}

// lives returns the container, unless it is a tombstone, after those of its name that are buried.
func (c *Container) lives() (all []Life) {
	for _, one := range c.Buried {
		all = append(all, one.What)
	}
	if c.blobs != nil {
		all = append(all, Life{c.life, c})
	}
	return all
}

// enliven gives a container the map of its blobs, if it has none yet, and the log of that map.
func (m *Memory) enliven(c *Container, life uint64) {
	if c.life = life; c.blobs == nil {
		c.blobs = new(slots[Blob])
	}
	c.blobs.log = m.log
	c.blobs.record = func(name string, old, next *Blob) journal.Record { return blobChange(life, name, old, next) }
}

func blobChange(life uint64, name string, old, next *Blob) journal.Record {
	if next == nil {
		return journal.Encode(record{Life: life, Name: name})
	}
	r, data := next.kept(old)
	return journal.Encode(record{Life: life, Name: name, Blob: &r}, data...)
}

// Restore repeats a change.
func (m *Memory) Restore(kept []byte) error {
	var r record
	data, err := journal.Decode(kept, &r)
	if err != nil {
		return err
	}
	switch {
	case r.Counters != nil:
		m.stamps.Resume(r.Counters.Stamp)
		m.lives.Store(max(m.lives.Load(), r.Counters.Lives))
		return nil
	case r.Container != nil:
		return m.restoreContainer(r)
	}
	blobs := m.living[r.Life]
	if blobs == nil {
		return nil // written while the container was being deleted
	}
	_, err = blobs.update(r.Name, func(old *Blob) (*Blob, error) {
		if r.Blob == nil {
			return nil, nil
		}
		next, _, err := r.Blob.restored(old, data)
		if err != nil {
			return nil, fmt.Errorf("the blob %q: %w", r.Name, err)
		}
		m.stamps.Resume(next.Stamp.At)
		return next, nil
	})
	return err
}

func (m *Memory) restoreContainer(r record) error {
	next := r.Container
	m.stamps.Resume(next.Stamp.At)
	m.lives.Store(max(m.lives.Load(), r.Life))
	if m.living == nil {
		m.living = make(map[uint64]*slots[Blob])
	}
	_, err := m.containers.update(r.Name, func(old *Container) (*Container, error) {
		had := m.living
		if old != nil {
			had = make(map[uint64]*slots[Blob])
			for _, one := range old.lives() {
				had[one.Number] = m.living[one.Number]
				delete(m.living, one.Number)
			}
		}
		revive := func(c *Container, life uint64) {
			c.blobs = had[life]
			m.enliven(c, life)
			m.living[life] = c.blobs
			m.lives.Store(max(m.lives.Load(), life))
		}
		for _, one := range next.Buried {
			revive(one.What.Container, one.What.Number)
		}
		if r.Life != 0 {
			revive(next, r.Life)
		}
		return next, nil
	})
	return err
}

// Present returns records of all containers and blobs.
func (m *Memory) Present() iter.Seq[journal.Record] {
	type named struct {
		life uint64
		name string
		c    *Container
		b    *Blob
	}
	var list []named
	m.containers.each(func(name string, c *Container) {
		list = append(list, named{life: c.life, name: name, c: c})
		for _, one := range c.lives() {
			one.Container.blobs.each(func(name string, b *Blob) { list = append(list, named{life: one.Number, name: name, b: b}) })
		}
	})
	counted := counters{m.stamps.Latest(), m.lives.Load()}
	return func(yield func(journal.Record) bool) {
		if !yield(journal.Encode(record{Counters: &counted})) {
			return
		}
		for _, n := range list {
			var r journal.Record
			if n.c != nil {
				r = journal.Encode(record{Name: n.name, Life: n.life, Container: n.c})
			} else {
				r = blobChange(n.life, n.name, nil, n.b)
			}
			if !yield(r) {
				return
			}
		}
	}
}
