package register

// flaw is a deliberate mistake of the checker. A checker that never accuses
// anybody passes most tests, so each flaw is switched on in turn and must be
// noticed by the comparison with the oracle.
type flaw uint8

const (
	sound          flaw = iota
	ignoreLost          // 412s tell nothing
	ignoreGone          // 404s tell nothing
	ignoreThere         // 409s tell nothing
	ignoreLower         // a version may be replaced before it is read for the last time
	ignoreUpper         // a version may be written after it is read for the first time
	ignoreSuffix        // a later version's bound does not bound the earlier ones
	ignoreTails         // unseen updates of unknown outcome never took effect
	ignoreOptional      // unseen overwrites of unknown outcome never took effect
	ignoreUnknown       // a write of unknown outcome took effect for nobody who saw it
	ignoreZones         // chains may be torn apart by others
	touching            // operations that touch at one moment are ordered
	touchingZones       // chains that touch at one moment are ordered
	trustTags           // a tag given twice is nothing to report
	ignoreValues        // contents need not fit their tag
	ignoreTorn          // damaged contents are nothing to report
	ignoreEmpty         // a create may win where something is
	ignoreFull          // a delete may win where nothing is
	canonical           // the first order tried is the only one
	anyFailure          // whatever failed from a situation once, fails from it always
	touching412         // a 412 that touches the write of its version is not explained by it
	everyRefusal        // a write that was refused took effect when its contents are seen
	hasty               // a stream forgets behind what other orders place elsewhere
	careless            // a stream takes the first state for the only one
	impatient           // a stream does not wait for what is still to come
	flaws
)
