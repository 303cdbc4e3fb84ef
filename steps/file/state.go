package file

import (
	"bytes"
	"maps"
	"slices"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// The fields that only the File service has.
const (
	FieldRanges    scenario.Field = "ranges"
	FieldEntries   scenario.Field = "what lies in it"
	FieldSnapshots scenario.Field = "share snapshots"
)

// State is a full snapshot of a share, a directory or a file as its reads show it.
type State struct {
	scenario.Snapshot
	lease.Held                   // of a share or a file
	Metadata   map[string]string // names in lower case
	Properties map[string]string // by the prop constants

	// For files.
	Content []byte
	Ranges  []Range // adjacent ranges joined

	// For shares and directories: names, with a slash after those of directories.
	Entries []string

	// For shares.
	Policies  []scenario.Policy
	Snapshots []string // their times, oldest first
}

// Range is a range of bytes.
type Range = scenario.Range

// The properties that a snapshot holds. Of the file attributes only read-only matters: the
// service may add others of its own.
const (
	propType     = "content-type"
	propReadOnly = "read-only"
	propQuota    = "quota"
)

func (s *State) at() Address { return s.Address.(Address) }

// missing is the state of a resource that does not exist.
func missing(a Address) *State { return &State{Snapshot: scenario.Snapshot{Address: a}} }

// Clone copies the state.
func (s *State) Clone() scenario.State {
	c := *s
	c.Snapshot = s.Copy()
	c.Metadata, c.Properties = maps.Clone(s.Metadata), maps.Clone(s.Properties)
	c.Content, c.Ranges = bytes.Clone(s.Content), slices.Clone(s.Ranges)
	c.Entries, c.Policies, c.Snapshots = slices.Clone(s.Entries), slices.Clone(s.Policies), slices.Clone(s.Snapshots)
	return &c
}

// Differ lists the differences between another state and this wanted state.
func (s *State) Differ(c *scenario.Comparison, other scenario.State) {
	if !c.Both {
		return
	}
	got := other.(*State)
	c.Content(s.Content, got.Content, zeros)
	c.Map(scenario.FieldMetadata, s.Metadata, got.Metadata)
	c.Properties(s.Properties, got.Properties)
	if s.Lease != got.Lease {
		c.Differ(scenario.FieldLease, s.Lease.String(), got.Lease.String())
	}
	scenario.List(c, FieldRanges, s.Ranges, got.Ranges, scenario.Equal)
	scenario.List(c, FieldEntries, s.Entries, got.Entries, scenario.Equal)
	c.Policies(s.Policies, got.Policies)
	scenario.List(c, FieldSnapshots, s.Snapshots, got.Snapshots, scenario.Equal)
}

// zeros may follow the written content, and are not shown.
const zeros = "\x00"

// write writes a range: its content, and what List Ranges shows.
func (s *State) write(at int64, content []byte) {
	if at < 0 || at+int64(len(content)) > int64(len(s.Content)) {
		return
	}
	copy(s.Content[at:], content)
	s.Ranges = scenario.JoinRanges(append(s.Ranges, Range{Start: at, End: at + int64(len(content)) - 1})...)
}

// erase clears a range.
func (s *State) erase(gone Range) {
	for i := max(gone.Start, 0); i <= min(gone.End, int64(len(s.Content))-1); i++ {
		s.Content[i] = 0
	}
	s.Ranges = scenario.CutRange(s.Ranges, gone)
}
