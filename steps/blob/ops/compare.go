package ops

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/steps/scenario"
)

// The fields that only containers and blobs have.
const (
	FieldCommitted   scenario.Field = "committed blocks"
	FieldUncommitted scenario.Field = "uncommitted blocks"
	FieldPages       scenario.Field = "page ranges"
	FieldSnapshots   scenario.Field = "snapshots"
	FieldTags                       = scenario.FieldTags
	FieldSealed      scenario.Field = "seal"            // one of the properties
	FieldSequence    scenario.Field = "sequence number" // another
	FieldAccess      scenario.Field = "public access"
	FieldBlobs       scenario.Field = "blobs in the container"
	FieldTier        scenario.Field = "access tier" // one of the properties, which only lists show
)

// Differ lists the differences between another state and this wanted state.
func (s *State) Differ(c *scenario.Comparison, other scenario.State) {
	got := other.(*State)
	if c.Both {
		c.Content(s.Content, got.Content, "")
		c.Map(scenario.FieldMetadata, s.Metadata, got.Metadata)
		c.Properties(s.Properties, got.Properties)
		if s.Lease != got.Lease {
			c.Differ(scenario.FieldLease, s.Lease.String(), got.Lease.String())
		}
		scenario.List(c, FieldCommitted, s.Committed, got.Committed, scenario.Equal)
		scenario.List(c, FieldPages, s.Pages, got.Pages, scenario.Equal)
		if s.Tags != nil && got.Tags != nil {
			c.Map(FieldTags, s.Tags, got.Tags)
		}
		c.Text(FieldAccess, s.Access, got.Access)
		c.Policies(s.Policies, got.Policies)
		scenario.List(c, FieldBlobs, s.Blobs, got.Blobs, scenario.Equal)
	}
	// A blob that does not exist may still have staged blocks and snapshots.
	scenario.List(c, FieldUncommitted, byID(s.Uncommitted), byID(got.Uncommitted), scenario.Equal)
	scenario.List(c, FieldSnapshots, s.Snapshots, got.Snapshots, sameShot)
}

// sameShot reports whether two snapshots agree; an expected one may leave the stamp open.
func sameShot(want, got Shot) bool {
	return want.ID == got.ID && want.Size == got.Size &&
		(want.ETag == scenario.NewETag || got.ETag == "" || scenario.SameETag(want.ETag, got.ETag)) && // a list without it has a flaw
		(want.LastModified.IsZero() || got.LastModified.IsZero() || want.LastModified.Equal(got.LastModified))
}

// byID sorts uncommitted blocks: no document promises their order in Get Block List.
func byID(list []Block) []Block {
	return slices.SortedFunc(slices.Values(list), func(a, b Block) int { return strings.Compare(a.ID, b.ID) })
}

// String shows a block by its id and length.
func (b Block) String() string { return fmt.Sprintf("%s (%d bytes)", b.ID, b.Size) }

// String shows a snapshot by its id, stamp and length.
func (s Shot) String() string {
	return fmt.Sprintf("%s (ETag %s, %s, %d bytes)", s.ID, scenario.ShowETag(s.ETag), scenario.ShowTime(s.LastModified), s.Size)
}

// String shows an entry of a container by name and ETag.
func (e Entry) String() string {
	if e.Snapshot != "" {
		return fmt.Sprintf("%s at %s %s", e.Name, e.Snapshot, e.ETag)
	}
	return fmt.Sprintf("%s %s", e.Name, e.ETag)
}
