package store

import "slices"

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
func (b *Blob) kept(old *Blob) (r blobRecord, data [][]byte) {
	if old == nil {
		old = new(Blob)
	}
	bare := *b
	bare.Content, bare.Staged, bare.Blocks, bare.Snapshots, bare.Trash = Content{}, nil, nil, nil, nil
	r.Blob = &bare
	for r.Older < min(len(old.Snapshots), len(b.Snapshots)) && old.Snapshots[r.Older].Blob == b.Snapshots[r.Older].Blob {
		r.Older++
	}
	from := old
	for _, s := range b.Snapshots[r.Older:] {
		of, more := s.Blob.kept(from)
		r.Snapshots = append(r.Snapshots, snapshotRecord{s.Time, of})
		data = append(data, more...)
		from = s.Blob
	}
	var more [][]byte
	r.Trash, more = keptTrash(old, b.Trash)
	data = append(data, more...)
	r.Staged, more = blockPieces.differ(old.Staged, b.Staged, noData)
	data = append(data, more...)
	known := droppedAnd(old.Staged)
	r.Blocks, more = blockPieces.differ(from.Blocks, b.Blocks, known)
	data = append(data, more...)
	if r.Content.Size, r.Joined = b.Content.size, b.Content.joins(b.Blocks); !r.Joined {
		r.Content, more = b.Content.Change(from.Content)
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
	if r.Blob == nil || r.Older < 0 || r.Older > len(old.Snapshots) {
		return nil, nil, errSplice
	}
	next := *r.Blob
	next.Snapshots = old.Snapshots[:r.Older:r.Older]
	from := old
	for _, s := range r.Snapshots {
		if len(s.Blob.Snapshots) > 0 {
			return nil, nil, errSplice
		}
		var of *Blob
		if of, data, err = s.Blob.restored(from.detached(), data); err != nil {
			return nil, nil, err
		}
		next.Snapshots = append(next.Snapshots, Snapshot{s.Time, of})
		from = of.detached()
	}
	if next.Trash, data, err = restoredTrash(old, r.Trash, data); err != nil {
		return nil, nil, err
	}
	if next.Staged, data, err = blockPieces.apply(r.Staged, old.Staged, noData, data); err != nil {
		return nil, nil, err
	}
	if next.Blocks, data, err = blockPieces.apply(r.Blocks, from.Blocks, droppedAnd(old.Staged), data); err != nil {
		return nil, nil, err
	}
	if r.Joined {
		next.Content = Joined(next.Blocks)
	} else if next.Content, data, err = from.Content.Changed(r.Content, data); err != nil {
		return nil, nil, err
	}
	return &next, data, nil
}

// keptTrash returns the records of a trash, and their data. What was deleted mostly shares its memory with the version
// before.
func keptTrash(old *Blob, trash []Remnant) (list []trashRecord, data [][]byte) {
	for _, remnant := range trash {
		of := remnant.Blob
		remnant.Blob = nil
		r := trashRecord{Remnant: remnant, Same: 1 + slices.IndexFunc(old.Trash, func(o Remnant) bool { return o.Blob == of })}
		if r.Same == 0 {
			made, more := of.kept(old)
			r.Blob, data = &made, append(data, more...)
		}
		list = append(list, r)
	}
	return list, data
}

func restoredTrash(old *Blob, list []trashRecord, data []byte) (trash []Remnant, rest []byte, err error) {
	for _, r := range list {
		remnant := r.Remnant
		switch {
		case r.Same > 0 && r.Same <= len(old.Trash):
			remnant.Blob = old.Trash[r.Same-1].Blob
		case r.Same != 0 || r.Blob == nil || len(r.Blob.Trash) > 0:
			return nil, nil, errSplice
		default:
			if remnant.Blob, data, err = r.Blob.restored(old.detached(), data); err != nil {
				return nil, nil, err
			}
		}
		trash = append(trash, remnant)
	}
	return trash, data, nil
}

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
	segments, rest, err := segmentPieces.apply(by.Parts, c.segments, segmentData, data)
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
