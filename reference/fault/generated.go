package fault

import (
	"slices"
	"strings"
	"sync"
)

// The generated faults: every datum that the reference is made of, altered. What must notice follows from the datum:
// the clauses that state it.

// generated are all of them, in the order of families and, within one, of names.
var generated = sync.OnceValue(func() (all []Fault) {
	for _, family := range []func() []Fault{
		leaseActions, leaseUses, leasesOfOperations, conditionsOfOperations, combinations, sourceConditions, checkOrder, existenceOfOperations,
		stampsOfOperations, effects, losses, cachedReadsOf, leaseTimes, limits, writesApart, entityRules, entityEffects, messageRules, emulators, moreEmulators, queueEmulators, tableEmulators, furtherBlobs, furtherMessages, furtherEntities, fileLeases, fileOperations, listFields, snapshotFields, senders, batchRules,
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

// writtenOut are the generated faults that stand in the catalogue under a name of their own, and those that make no
// difference on the wire.
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
