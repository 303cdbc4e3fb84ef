package store

import (
	"slices"
	"sync"
)

// blobRecord is a version of a blob in the form that a journal keeps: without what it shares with the version before.
type blobRecord struct {
	Blob    *Blob // without content, blocks, snapshots and trash
	Content ContentChange
	// Joined means that the content is that of the blocks.
	Joined         bool `json:",omitempty"`
	Staged, Blocks splice
	Older          int              `json:",omitempty"` // snapshots that stay
	Snapshots      []snapshotRecord `json:",omitempty"` // those after them
	Trash          []trashRecord    `json:",omitempty"`
}

// trashRecord is what was deleted softly. Same is the place, from 1, of the same blob in the trash of the version before;
// 0: Blob is made from the version before.
type trashRecord struct {
	Remnant Remnant     // without the blob
	Same    int         `json:",omitempty"`
	Blob    *blobRecord `json:",omitempty"`
}

type snapshotRecord struct {
	Time string
	Blob blobRecord
}

// kept returns the record of a version, and its data. The version before may be nil. New snapshots come first, each made
// from the one before it, and the content is made from the last of them: that is how they share their memory.
func (b *Blob) kept(old *Blob) (blobRecord, [][]byte) {
	if old == nil {
		old = new(Blob)
	}
	var r blobRecord
	for r.Older < min(len(old.Snapshots), len(b.Snapshots)) && old.Snapshots[r.Older].Blob == b.Snapshots[r.Older].Blob {
		r.Older++
	}
	for _, s := range b.Snapshots[r.Older:] {
		r.Snapshots = append(r.Snapshots, snapshotRecord{Time: s.Time})
	}
	for _, remnant := range b.Trash {
		same := 1 + slices.IndexFunc(old.Trash, func(o Remnant) bool { return o.Blob == remnant.Blob })
		remnant.Blob = nil
		r.Trash = append(r.Trash, trashRecord{Remnant: remnant, Same: same})
	}
	return b.keptAs(r, old, old.lends(r))
}

// keptAs completes a record, which says which snapshots and which trash are new.
func (b *Blob) keptAs(r blobRecord, old *Blob, lent lender) (_ blobRecord, data [][]byte) {
	bare := *b
	bare.Content, bare.Staged, bare.Blocks, bare.Snapshots, bare.Trash = Content{}, nil, nil, nil, nil
	r.Blob = &bare
	from := old
	var more [][]byte
	for i := range r.Snapshots {
		s := b.Snapshots[r.Older+i].Blob
		r.Snapshots[i].Blob, more = s.keptAs(blobRecord{}, from, lent)
		data = append(data, more...)
		from = s
	}
	for i := range r.Trash {
		if t := &r.Trash[i]; t.Same == 0 {
			made, more := b.Trash[i].Blob.keptAs(blobRecord{}, old, lent)
			t.Blob, data = &made, append(data, more...)
		}
	}
	r.Staged, more = blockPieces.differ(old.Staged, b.Staged, lent.to(noData))
	data = append(data, more...)
	r.Blocks, more = blockPieces.differ(from.Blocks, b.Blocks, lent.to(droppedAnd(old.Staged)))
	data = append(data, more...)
	if r.Content.Size, r.Joined = b.Content.size, b.Content.joins(b.Blocks); !r.Joined {
		r.Content.Parts, more = segmentPieces.differ(from.Content.segments, b.Content.segments, lent.segments)
		data = append(data, more...)
	}
	return r, data
}

// restored returns the version of a record, made from the version before, which may be nil. It takes data from the
// beginning of data, and returns the rest.
func (r blobRecord) restored(old *Blob, data []byte) (b *Blob, rest []byte, err error) {
	if old == nil {
		old = new(Blob)
	}
	return r.restoredFrom(old, old.lends(r), data)
}

func (r blobRecord) restoredFrom(old *Blob, lent lender, data []byte) (b *Blob, rest []byte, err error) {
	if r.Blob == nil || r.Older < 0 || r.Older > len(old.Snapshots) {
		return nil, nil, errSplice
	}
	next := *r.Blob
	next.Snapshots = old.Snapshots[:r.Older:r.Older]
	from := old
	for _, s := range r.Snapshots {
		if len(s.Blob.Snapshots)+len(s.Blob.Trash) > 0 {
			return nil, nil, errSplice
		}
		var of *Blob
		if of, data, err = s.Blob.restoredFrom(from.detached(), lent, data); err != nil {
			return nil, nil, err
		}
		next.Snapshots = append(next.Snapshots, Snapshot{s.Time, of})
		from = of.detached()
	}
	for _, t := range r.Trash {
		remnant := t.Remnant
		switch {
		case t.Same > 0 && t.Same <= len(old.Trash):
			remnant.Blob = old.Trash[t.Same-1].Blob
		case t.Same != 0 || t.Blob == nil || len(t.Blob.Snapshots)+len(t.Blob.Trash) > 0:
			return nil, nil, errSplice
		default:
			if remnant.Blob, data, err = t.Blob.restoredFrom(old.detached(), lent, data); err != nil {
				return nil, nil, err
			}
		}
		next.Trash = append(next.Trash, remnant)
	}
	if next.Staged, data, err = blockPieces.apply(r.Staged, old.Staged, lent.to(noData), data); err != nil {
		return nil, nil, err
	}
	if next.Blocks, data, err = blockPieces.apply(r.Blocks, from.Blocks, lent.to(droppedAnd(old.Staged)), data); err != nil {
		return nil, nil, err
	}
	if r.Joined {
		next.Content = Joined(next.Blocks)
	} else if next.Content, data, err = from.Content.changed(r.Content, lent.segments, data); err != nil {
		return nil, nil, err
	}
	return &next, data, nil
}

// lender returns data that a record need not repeat.
type lender func() [][]byte

// lends returns what a version lends to the record of the next one: all its data, if the next one makes snapshots or
// trash, or follows one that is gone. The same data goes from a blob to its snapshots, from there to the trash and back.
// Other versions differ by what is written, which is not worth a search.
func (b *Blob) lends(to blobRecord) lender {
	made := slices.ContainsFunc(to.Trash, func(t trashRecord) bool { return t.Same == 0 })
	if !made && len(to.Snapshots) == 0 && !b.Gone {
		return func() [][]byte { return nil }
	}
	return sync.OnceValue(func() [][]byte {
		all := b.data(nil)
		for _, s := range b.Snapshots {
			all = s.Blob.data(all)
		}
		for _, t := range b.Trash {
			all = t.Blob.data(all)
		}
		return all
	})
}

// data appends the data of a version, without that of its snapshots and its trash.
func (b *Blob) data(all [][]byte) [][]byte {
	all = append(all, segmentData(b.Content.segments)...)
	for _, x := range slices.Concat(b.Staged, b.Blocks) {
		all = append(all, x.Data)
	}
	return all
}

// to returns the function that knows what is lent, too.
func (l lender) to(known func(dropped []Block) [][]byte) func(dropped []Block) [][]byte {
	return func(dropped []Block) [][]byte { return append(known(dropped), l()...) }
}

// segments returns the data of the dropped segments, and what is lent.
func (l lender) segments(dropped []segment) [][]byte { return append(segmentData(dropped), l()...) }

// detached returns the version for the making of another one that lives beside it: the two do not grow into the same memory.
func (b *Blob) detached() *Blob {
	a := *b
	a.Content, a.Staged, a.Blocks, a.Snapshots, a.Trash = b.Content.Clone(), slices.Clip(b.Staged), slices.Clip(b.Blocks), nil, nil
	return &a
}

// joins reports whether the content is that of the blocks, and the same memory.
func (c Content) joins(blocks []Block) bool {
	n := 0
	for _, b := range blocks {
		if len(b.Data) == 0 {
			continue
		}
		if n == len(c.segments) || !sameBytes(c.segments[n].data, b.Data) {
			return false
		}
		n++
	}
	return len(blocks) > 0 && n == len(c.segments)
}

func noData([]Block) [][]byte { return nil }

// droppedAnd returns the data that Put Block List may find: of the committed blocks that it drops, and of all staged ones.
func droppedAnd(staged []Block) func(dropped []Block) [][]byte {
	return func(dropped []Block) [][]byte {
		known := make([][]byte, 0, len(dropped)+len(staged))
		for _, x := range dropped {
			known = append(known, x.Data)
		}
		for _, x := range staged {
			known = append(known, x.Data)
		}
		return known
	}
}

// ContentChange is how a content differs from another one, in the form that a journal keeps.
type ContentChange struct {
	Size  int64
	Parts splice
}

// Change returns how the content differs from an older one, and the data that the older one does not have.
func (c Content) Change(old Content) (ContentChange, [][]byte) {
	s, data := segmentPieces.differ(old.segments, c.segments, segmentData)
	return ContentChange{c.size, s}, data
}

// Changed returns the content that differs from this one as told. It takes the data from the beginning of data, and
// returns the rest.
func (c Content) Changed(by ContentChange, data []byte) (Content, []byte, error) {
	return c.changed(by, segmentData, data)
}

func (c Content) changed(by ContentChange, known func(dropped []segment) [][]byte, data []byte) (Content, []byte, error) {
	segments, rest, err := segmentPieces.apply(by.Parts, c.segments, known, data)
	if err != nil {
		return Content{}, nil, err
	}
	end := int64(0)
	for _, s := range segments {
		if s.at < end {
			return Content{}, nil, errSplice
		}
		end = s.end()
	}
	if end > by.Size {
		return Content{}, nil, errSplice
	}
	return Content{by.Size, segments}, rest, nil
}

func segmentData(dropped []segment) [][]byte {
	var known [][]byte
	for _, s := range dropped {
		known = append(known, s.data)
	}
	return known
}
