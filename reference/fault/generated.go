package fault

import (
	"slices"
	"strings"
	"sync"
)

// The generated faults alter every datum that the reference is made of. The clauses that state a datum must notice its
// fault.

// generated returns all of them, in the order of families and, within a family, of names.
var generated = sync.OnceValue(func() (all []Fault) {
	for _, family := range []struct {
		name string
		of   func(*group)
	}{
		{"lease action", leaseActions}, {"lease use", leaseUses}, {"lease use", leasesOfOperations}, {"condition", conditionsOfOperations},
		{"combination", combinations}, {"source", sourceConditions}, {"order", checkOrder}, {"existence", existenceOfOperations},
		{"stamp", stampsOfOperations}, {"effect", effects}, {"kept", losses}, {"stale read", cachedReadsOf}, {"stale read", briefCaches}, {"duration", leaseTimes}, {"limit", limits},
		{"apart", checkThenActWrites}, {"entity", entityRules}, {"effect", entityEffects}, {"message", messageRules}, {"arrival", emulators},
		{"arrival", moreEmulators}, {"arrival", queueEmulators}, {"emulator", tableEmulators}, {"emulator", furtherBlobs}, {"emulator", furtherMessages},
		{"arrival", furtherEntities}, {"file lease", fileLeases}, {"file operation", fileOperations}, {"smb", smbHandles}, {"smb", betweenProtocols},
		{"article", articleOfBlobs}, {"interleaved", writersFirst}, {"article", articleOfQueues}, {"article", articleOfFiles}, {"list", listFields}, {"list", turnedPages}, {"form", forms},
		{"snapshot", snapshotFields}, {"soft-delete", softDeletion}, {"name", names}, {"reach", tooWide}, {"sender", senders}, {"batch", batchRules},
		{"interleaved", interleavedBlobs}, {"interleaved", interleavedEntities}, {"interleaved", interleavedFiles}, {"race", racesOfBlobs},
		{"race", racesOfEntities}, {"race", racesOfMessages}, {"race", racesOfFiles}, {"race", mirrorsCounted},
	} {
		var list []Fault
		family.of(&group{family.name, &list})
		slices.SortFunc(list, func(a, b Fault) int { return strings.Compare(a.Name, b.Name) })
		for _, f := range list {
			if f.Excuse = excuses[f.Name]; !slices.Contains(writtenOut, f.Name) {
				all = append(all, f)
			}
		}
	}
	return all
})

// writtenOut are the generated faults left out because the catalogue has them under a name of their own.
var writtenOut = []string{
	"blob-lease-acq-b-leased-granted",    // lease-acquire-while-leased
	"put-blob-if-match-ignored",          // if-match-ignored
	"update-entity-if-match-ignored",     // table-if-match-ignored
	"merge-entity-stamp-kept",            // table-etag-unchanged
	"merge-entity-replaces",              // table-merge-replaces
	"insert-or-replace-entity-conflicts", // table-upsert-conflicts
	"update-entity-adds",                 // table-update-creates
	"update-message-keeps-receipt",       // receipt-not-rotated
	"get-messages-shows-all",             // window-shared
	"peek-messages-counts",               // peek-counts
}
