package fault

import (
	"slices"
	"strings"

	"ifmatch/reference/handles"
	"ifmatch/reference/lease"
	"ifmatch/reference/metadata"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/files"
)

var ofShares = kind[files.Share]{
	service: op.FileService,
	early: func(e early[files.Share]) Fault {
		return Fault{Files: shares{way: looking[files.Share, files.Moment](e)}.before}
	},
	gone:   deleted[files.Share],
	parts:  []part[files.Share]{{"lease", "FILE-PAIR-01", func(s *files.Share) any { return &s.Lease }, needsLease}},
	wholes: []whole[files.Share]{{"metadata", "FILE-PAIR-04", mergingMetadata(func(s *files.Share) *metadata.List { return &s.Metadata }), []op.Operation{op.SetShareMetadata}}},
	shown:  "FILE-PAIR-03",
	alike:  []op.Operation{op.DeleteShare, op.SnapshotShare}, // a second deletion may be answered as the first; nothing is left to freeze
	unseen: []op.Operation{op.SnapshotShare},                 // only a list of the account shows snapshots
}

var inShares = kind[files.File]{
	service: op.FileService,
	early:   func(e early[files.File]) Fault { return Fault{Files: filesEarly(e)} },
	gone:    func(f *files.File) bool { return f == nil },
	parts:   []part[files.File]{{"lease", "FILE-PAIR-01", func(f *files.File) any { return &f.Lease }, needsLease}},
	wholes:  []whole[files.File]{{"metadata", "FILE-PAIR-02", mergingMetadata(func(f *files.File) *metadata.List { return &f.Metadata }), []op.Operation{op.SetFileMetadata}}},
	shown:   "FILE-PAIR-03",
	alike:   []op.Operation{op.CreateFile, op.CopyFile},
	unseen:  []op.Operation{op.CreateFile}, // what prepares a file shows that before any pair
}

// apartFiles are the operations of the File service that are in no pair of their own: they concern two names, need a
// pending copy or SMB clients, or change nothing that a pair could meet.
var apartFiles = []op.Operation{op.RenameFile, op.RenameDirectory, op.AbortCopyFile, op.ListHandles, op.ForceCloseHandles, op.ListDirectoriesAndFiles}

func needsLease(o op.Operation) bool {
	return rules.Documented().File.Operations[o].Lease == lease.Exclusive || leasing(o)
}

func (g *group) ofFiles() {
	for _, o := range op.Of(op.FileService) {
		switch {
		case o.ReadOnly() || slices.Contains(apartFiles, o) || rules.Documented().File.Operations[o] == (rules.FileOperation{Share: handles.All}):
		case strings.Contains(o.String(), "Share"):
			ofShares.mirror(g, o, "FILE-PAIR-01")
		case o == op.DeleteDirectory: // it depends on what lies in it
			inShares.mirror(g, o, "FILE-PAIR-06")
		default:
			inShares.mirror(g, o, "FILE-PAIR-01")
		}
	}
}
