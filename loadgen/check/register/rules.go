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

// clauses are the promises that a violation of each rule breaks, by the kind of the
// resource.
var clauses = map[rule][File + 1][]string{
	ruleTagTwice: {
		Blob:       {"BLOB-ETAG-10", "BLOB-GEN-06"},
		Entity:     {"TABLE-ETAG-09", "TABLE-ETAG-05"},
		Container:  {"CONT-TAB-04E", "CONT-ETAG-02"},
		AppendBlob: {"BLOB-APPEND-03", "BLOB-ETAG-23"},
		File:       {"FILE-ETAG-03"},
	},
	ruleTwoContents: {
		Blob:       {"BLOB-CONS-05", "BLOB-ETAG-10"},
		Entity:     {"TABLE-OCC-03", "TABLE-OCC-14"},
		Container:  {"CONT-ETAG-02"},
		AppendBlob: {"BLOB-CONS-05", "BLOB-APPEND-03"},
		File:       {"FILE-LWW-09"},
	},
	ruleTwoTags: {
		Blob:       {"BLOB-ETAG-02", "BLOB-CONS-05"},
		Entity:     {"TABLE-OCC-03", "TABLE-OCC-14"},
		Container:  {"CONT-ETAG-02"},
		AppendBlob: {"BLOB-APPEND-03", "BLOB-CONS-05"},
		File:       {"FILE-LWW-09"},
	},
	ruleTorn: {
		Blob:       {"BLOB-CONS-05", "BLOB-CONS-06"},
		Entity:     {"TABLE-OCC-14"},
		Container:  {"CONT-ETAG-02"},
		AppendBlob: {"BLOB-CONS-05"},
		File:       {"FILE-LWW-09"},
	},
	rulePhantom: {
		Blob:       {"BLOB-CONS-05", "BLOB-ETAG-02"},
		Entity:     {"TABLE-OCC-14"},
		Container:  {"CONT-ETAG-02"},
		AppendBlob: {"BLOB-APPEND-03"},
		File:       {"FILE-LWW-09"},
	},
	ruleRefused: {
		Blob:       {"BLOB-GEN-07", "BLOB-ETAG-04"},
		Entity:     {"TABLE-COND-19", "TABLE-OCC-05"},
		Container:  {"BLOB-GEN-07"},
		AppendBlob: {"BLOB-APPEND-01", "BLOB-GEN-07"},
		File:       {"FILE-LEASE-12"},
	},
	ruleIgnored: {
		Blob:       {"BLOB-COND-01-s"},
		AppendBlob: {"BLOB-COND-01-s"},
	},
	ruleLostUpdate: {
		Blob:       {"BLOB-ETAG-06", "BLOB-ETAG-04"},
		Entity:     {"TABLE-OCC-15", "TABLE-OCC-16"},
		Container:  {"BLOB-GEN-04"},
		AppendBlob: {"BLOB-APPEND-05", "BLOB-APPEND-01"},
	},
	ruleTwoCreates: {
		Blob:       {"BLOB-COND-20"},
		Entity:     {"TABLE-COND-09", "TABLE-COND-08"},
		Container:  {"CONT-TAB-01C"},
		AppendBlob: {"BLOB-COND-20"},
	},
	ruleStale: {
		Blob:       {"BLOB-CONS-01", "BLOB-GEN-04"},
		Entity:     {"TABLE-OCC-13"},
		Container:  {"BLOB-GEN-04", "CONT-ETAG-02"},
		AppendBlob: {"BLOB-GEN-04"},
		File:       {"FILE-CONS-01", "FILE-LWW-10"},
	},
	ruleAfterDelete: {
		Blob:       {"BLOB-CONS-04", "BLOB-GEN-04"},
		Entity:     {"TABLE-QRY-12"},
		Container:  {"BLOB-CONS-13"},
		AppendBlob: {"BLOB-CONS-04"},
	},
	ruleDropped: {
		Blob:       {"BLOB-GEN-04", "BLOB-ETAG-04"},
		Entity:     {"TABLE-OCC-16", "TABLE-OCC-13"},
		Container:  {"BLOB-GEN-04"},
		AppendBlob: {"BLOB-APPEND-05", "BLOB-GEN-04"},
		File:       {"FILE-CONS-01", "FILE-LWW-10"},
	},
	ruleEarly: {
		Blob:       {"BLOB-CONS-05", "BLOB-GEN-05"},
		Entity:     {"TABLE-OCC-14"},
		Container:  {"BLOB-GEN-05"},
		AppendBlob: {"BLOB-GEN-05"},
		File:       {"FILE-LWW-09"},
	},
	ruleReordered: {
		Blob:       {"BLOB-GEN-04"},
		Entity:     {"TABLE-OCC-13"},
		Container:  {"BLOB-GEN-04"},
		AppendBlob: {"BLOB-APPEND-05", "BLOB-GEN-04"},
		File:       {"FILE-LWW-04"},
	},
	ruleWrong412: {
		Blob:       {"BLOB-ETAG-03", "BLOB-COND-01-s"},
		Entity:     {"TABLE-OCC-04", "TABLE-VERB-08"},
		Container:  {"BLOB-GEN-04"},
		AppendBlob: {"BLOB-APPEND-01"},
	},
	ruleWrong404: {
		Blob:       {"BLOB-CONS-03", "BLOB-GEN-04"},
		Entity:     {"TABLE-OCC-13"},
		Container:  {"BLOB-GEN-04"},
		AppendBlob: {"BLOB-GEN-04"},
		File:       {"FILE-CONS-01"},
	},
	ruleWrong409: {
		Blob:       {"BLOB-COND-20", "BLOB-CONS-04"},
		Entity:     {"TABLE-COND-08", "TABLE-QRY-12"},
		Container:  {"CONT-TAB-01C"},
		AppendBlob: {"BLOB-COND-20"},
	},
	ruleDeleteAbsent: {
		Blob:       {"BLOB-COND-33-s"},
		Entity:     {"TABLE-VERB-07", "TABLE-COND-06"},
		Container:  {"BLOB-GEN-04"},
		AppendBlob: {"BLOB-COND-33-s"},
	},
}
