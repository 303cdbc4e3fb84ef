package register

// rule is a kind of violation.
type rule = string

// The rules.
const (
	ruleTagTwice     rule = "tag used twice"
	ruleTwoContents  rule = "tag with two contents"
	ruleTwoTags      rule = "contents with two tags"
	ruleTorn         rule = "torn read"
	rulePhantom      rule = "read of a version nobody wrote"
	ruleRefused      rule = "refused write applied"
	ruleIgnored      rule = "condition ignored"
	ruleLostUpdate   rule = "lost update"
	ruleTwoCreates   rule = "two winners of a create"
	ruleStale        rule = "stale read"
	ruleAfterDelete  rule = "deleted version read"
	ruleDropped      rule = "dropped write"
	ruleEarly        rule = "read before it was written"
	ruleReordered    rule = "reordering"
	ruleWrong412     rule = "precondition failed while the version was current"
	ruleWrong404     rule = "missing while it was there"
	ruleWrong409     rule = "existing while nothing was there"
	ruleDeleteAbsent rule = "delete of nothing"
)

// promises complete the sentence of a violation: what each rule promises, or how it was broken.
var promises = map[rule]string{
	ruleTagTwice:     "two versions have one tag, so an If-Match that names one succeeds on the other",
	ruleTwoContents:  "one tag stands for two contents",
	ruleTwoTags:      "{contents} have two tags",
	ruleTorn:         "they are mixed, cut or damaged",
	rulePhantom:      "no recorded write can have made {foreign} and still be current",
	ruleRefused:      "the write took effect, although a refused write changes nothing",
	ruleIgnored:      "a read with If-Match {named} returns that version or is refused",
	ruleLostUpdate:   "an If-Match succeeds only while the version that it names is current, or else an update is lost",
	ruleTwoCreates:   "a create succeeds only where nothing is",
	ruleStale:        "a read shows the current version",
	ruleAfterDelete:  "a deleted version is not shown again",
	ruleDropped:      "an acknowledged write stays until another replaces it",
	ruleEarly:        "a version is not seen before its write and those that precede it were sent",
	ruleReordered:    "a write takes effect between its request and its answer, on the version current then",
	ruleWrong412:     "a condition is met while the version that it names is current",
	ruleWrong404:     "an existing resource is found",
	ruleWrong409:     "a create succeeds where nothing is",
	ruleDeleteAbsent: "only an existing resource can be deleted",
}

// clauses are the clauses that a violation of each rule breaks, by the kind of resource:
// a blob, an entity, a container, an append blob, a byte of a file.
var clauses = map[rule][File + 1]string{
	ruleTagTwice:     {"BLOB-ETAG-10 BLOB-GEN-06", "TABLE-ETAG-09 TABLE-ETAG-05", "CONT-TAB-04E CONT-ETAG-02", "BLOB-APPEND-03 BLOB-ETAG-23", "FILE-ETAG-03"},
	ruleTwoContents:  {"BLOB-CONS-05 BLOB-ETAG-10", "TABLE-OCC-03 TABLE-OCC-14", "CONT-ETAG-02", "BLOB-CONS-05 BLOB-APPEND-03", "FILE-LWW-09"},
	ruleTwoTags:      {"BLOB-ETAG-02 BLOB-CONS-05", "TABLE-OCC-03 TABLE-OCC-14", "CONT-ETAG-02", "BLOB-APPEND-03 BLOB-CONS-05", "FILE-LWW-09"},
	ruleTorn:         {"BLOB-CONS-05 BLOB-CONS-06", "TABLE-OCC-14", "CONT-ETAG-02", "BLOB-CONS-05", "FILE-LWW-09"},
	rulePhantom:      {"BLOB-CONS-05 BLOB-ETAG-02", "TABLE-OCC-14", "CONT-ETAG-02", "BLOB-APPEND-03", "FILE-LWW-09"},
	ruleRefused:      {"BLOB-GEN-07 BLOB-ETAG-04", "TABLE-COND-19 TABLE-OCC-05", "BLOB-GEN-07", "BLOB-APPEND-01 BLOB-GEN-07", "FILE-LEASE-12"},
	ruleIgnored:      {"BLOB-COND-01-s", "", "", "BLOB-COND-01-s"},
	ruleLostUpdate:   {"BLOB-ETAG-06 BLOB-ETAG-04", "TABLE-OCC-15 TABLE-OCC-16", "BLOB-GEN-04", "BLOB-APPEND-05 BLOB-APPEND-01"},
	ruleTwoCreates:   {"BLOB-COND-20", "TABLE-COND-09 TABLE-COND-08", "CONT-TAB-01C", "BLOB-COND-20"},
	ruleStale:        {"BLOB-CONS-01 BLOB-GEN-04", "TABLE-OCC-13", "BLOB-GEN-04 CONT-ETAG-02", "BLOB-GEN-04", "FILE-CONS-01 FILE-LWW-10"},
	ruleAfterDelete:  {"BLOB-CONS-04 BLOB-GEN-04", "TABLE-QRY-12", "BLOB-CONS-13", "BLOB-CONS-04"},
	ruleDropped:      {"BLOB-GEN-04 BLOB-ETAG-04", "TABLE-OCC-16 TABLE-OCC-13", "BLOB-GEN-04", "BLOB-APPEND-05 BLOB-GEN-04", "FILE-CONS-01 FILE-LWW-10"},
	ruleEarly:        {"BLOB-CONS-05 BLOB-GEN-05", "TABLE-OCC-14", "BLOB-GEN-05", "BLOB-GEN-05", "FILE-LWW-09"},
	ruleReordered:    {"BLOB-GEN-04", "TABLE-OCC-13", "BLOB-GEN-04", "BLOB-APPEND-05 BLOB-GEN-04", "FILE-LWW-04"},
	ruleWrong412:     {"BLOB-ETAG-03 BLOB-COND-01-s", "TABLE-OCC-04 TABLE-VERB-08", "BLOB-GEN-04", "BLOB-APPEND-01"},
	ruleWrong404:     {"BLOB-CONS-03 BLOB-GEN-04", "TABLE-OCC-13", "BLOB-GEN-04", "BLOB-GEN-04", "FILE-CONS-01"},
	ruleWrong409:     {"BLOB-COND-20 BLOB-CONS-04", "TABLE-COND-08 TABLE-QRY-12", "CONT-TAB-01C", "BLOB-COND-20"},
	ruleDeleteAbsent: {"BLOB-COND-33-s", "TABLE-VERB-07 TABLE-COND-06", "BLOB-GEN-04", "BLOB-COND-33-s"},
}
