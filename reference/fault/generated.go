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
	for _, family := range []func() []Fault{
		leaseActions, leaseUses, leasesOfOperations, conditionsOfOperations, combinations, sourceConditions, checkOrder, existenceOfOperations,
		stampsOfOperations, effects, losses, cachedReadsOf, leaseTimes, limits, writesApart, entityRules, entityEffects, messageRules, emulators, moreEmulators, queueEmulators, tableEmulators, furtherBlobs, furtherMessages, furtherEntities, fileLeases, fileOperations, smbHandles, betweenProtocols, articleOfBlobs, writersFirst, articleOfQueues, articleOfFiles, listFields, snapshotFields, softDeletion, names, senders, batchRules, interleavedBlobs, interleavedEntities, interleavedFiles, racesOfBlobs, racesOfEntities, racesOfMessages, racesOfFiles,
	} {
		list := family()
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
