package store

import "slices"

// blobRecord is a version of a blob in the form that a journal keeps: without what it shares with the version before.
type blobRecord struct {
	Blob    *Blob // without content, blocks and snapshots
	Content ContentChange
	// Joined means that the content is that of the blocks.
	Joined         bool `json:",omitempty"`
	Staged, Blocks splice
	Older          int              `json:",omitempty"` // snapshots that stay
	Snapshots      []snapshotRecord `json:",omitempty"` // those after them
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
	bare.Content, bare.Staged, bare.Blocks, bare.Snapshots = Content{}, nil, nil, nil
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
		if of, data, err = s.Blob.restored(from.apart(), data); err != nil {
			return nil, nil, err
		}
		next.Snapshots = append(next.Snapshots, Snapshot{s.Time, of})
		from = of.apart()
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

// apart returns the version for the making of another one that lives beside it: the two do not grow into the same memory.
func (b *Blob) apart() *Blob {
	a := *b
	a.Content, a.Staged, a.Blocks, a.Snapshots = b.Content.Clone(), slices.Clip(b.Staged), slices.Clip(b.Blocks), nil
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
