package transaction

// Options shape a check. The zero value suits a complete history.
type Options struct {
	// Incomplete says that a part of the history is missing. Then a refusal, or a version
	// that nobody wrote, proves nothing.
	Incomplete bool
}

// clauses are the clauses that each rule breaks, by id in features/clauses.tsv.
var clauses = map[string][]string{
	"duplicate tag":               {"TABLE-ETAG-09"},
	"torn read":                   {"TABLE-OCC-14"},
	"contents of another version": {"TABLE-OCC-14"},
	"phantom version":             {"TABLE-OCC-14"},
	"lost update":                 {"TABLE-OCC-15", "TABLE-BATCH-23"},
	"trace of a refused write":    {"TABLE-BATCH-02"},
	"half a transaction":          {"TABLE-BATCH-18", "TABLE-QRY-11"},
	"stale read":                  {"TABLE-OCC-13"},
	"order against time":          {"TABLE-OCC-13", "TABLE-QRY-09"},
	"missing while it was there":  {"TABLE-OCC-13"},
	"refused without a reason":    {"TABLE-OCC-04"},
	"created twice":               {"TABLE-BATCH-10"},
}

var assumptions = []string{
	"one page of a query within a partition is a snapshot of it (TABLE-QRY-09); separate pages promise nothing together",
	"where an answer does not tell for which of several versions a transaction was refused, it is only checked that one of them may have been replaced",
}

// unsettled is what a verdict leaves open about an insert or a delete without an answer.
const unsettled = "an entity may have been inserted or deleted by a request that was not answered: reads that found it or did not find it meanwhile were not judged"

// What Result.Observed counts.
const (
	SeenSent         = "transactions sent"      // of several entities
	SeenTransactions = "transactions"           // of several entities, that took effect
	SeenPages        = "pages"                  // of several entities
	SeenOverlaps     = "pages beside a write"   // whose interval met that of a transaction on two of their entities
	SeenRefused      = "refused transactions"   // of several entities
	SeenUncertain    = "uncertain transactions" // of several entities, without an answer
)
