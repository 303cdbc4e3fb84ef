package files

import (
	"time"

	"ifmatch/reference/journal"
)

// record is a change in the form that a journal keeps: of a share, or of the files in it or in one of its snapshots.
type record struct {
	Name string `json:",omitempty"`

	Share     *Share           `json:",omitempty"` // without its snapshots
	Root      *fileRecord      `json:",omitempty"` // a life of the share begins, with this root
	Again     string           `json:",omitempty"` // the version of the deletion that is undone
	Head      int              `json:",omitempty"` // snapshots that stay: the first ones
	Tail      int              `json:",omitempty"` // and the last ones
	Snapshots []snapshotRecord `json:",omitempty"` // those between them

	In      string       `json:",omitempty"` // the snapshot that is changed
	Changes []treeChange `json:",omitempty"`

	Counters *counters `json:",omitempty"`
}

// snapshotRecord is a snapshot. Without a root it is of the files of this moment.
type snapshotRecord struct {
	Time  string
	Share *Share
	Root  *fileRecord `json:",omitempty"`
}

// counters never go back.
type counters struct {
	Stamp time.Time
	Files uint64
}

func (s *Share) bare() *Share {
	bare := *s
	bare.Snapshots = nil
	return &bare
}

// ofShare returns the record of a version of a share, after the one before it. If a life of the share begins, it has a
// root.
func (r record) ofShare(s, old *Share, root *File) journal.Record {
	r.Share = s.bare()
	var data [][]byte
	if root != nil {
		r.Root, data = recordOf(root, nil)
	}
	var before []Snapshot
	if old != nil {
		before = old.Snapshots
	}
	now, short := s.Snapshots, min(len(before), len(s.Snapshots))
	for r.Head < short && now[r.Head].tree == before[r.Head].tree {
		r.Head++
	}
	for r.Tail < short-r.Head && now[len(now)-1-r.Tail].tree == before[len(before)-1-r.Tail].tree {
		r.Tail++
	}
	for _, x := range now[r.Head : len(now)-r.Tail] {
		r.Snapshots = append(r.Snapshots, snapshotRecord{Time: x.Time, Share: x.Share.bare()})
	}
	return journal.Encode(r, data...)
}
