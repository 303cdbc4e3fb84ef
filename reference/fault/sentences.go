package fault

import (
	"slices"
	"strings"
)

// sentences are clauses that faults break besides those of their datum: the article's sentences about what a client achieves
// by several operations, and of the tables' rows those that say the same.
var sentences = map[string]string{
	"put-blob-etag-kept":                      "BLOB-GEN-06 BLOB-ETAG-05",
	"set-blob-metadata-etag-kept":             "BLOB-GEN-06",
	"set-container-metadata-not-performed":    "BLOB-GEN-03",
	"set-container-acl-not-performed":         "BLOB-GEN-03",
	"lease-acquire-while-leased":              "BLOB-GEN-08 TABLE-LOCK-02",
	"lease-minimum-14":                        "BLOB-GEN-08 TABLE-LOCK-04",
	"lease-maximum-59":                        "TABLE-LOCK-04",
	"container-lease-ends-half-after-acquire": "CONT-LEASE-60",
	"container-infinite-lease-ends":           "CONT-LEASE-60",
	"get-blob-if-none-match-ignored":          "BLOB-ETAG-07",
	"get-blob-if-modified-since-ignored":      "BLOB-ETAG-07",
	"blob-use-w-a-leased-refused":             "BLOB-LEASE-08",
	"delete-blob-not-performed":               "BLOB-CONS-04",
	"table-if-match-ignored":                  "TABLE-OCC-01 TABLE-OCC-10 TABLE-RACE-03 TABLE-OPS-03",
	"table-upsert-conflicts":                  "TABLE-OPS-06",
	"refused-merge-merges":                    "TABLE-OPS-04",
	"put-blob-apart":                          "BLOB-ETAG-06",
	"write-with-expired-id-passes":            "BLOB-UM-W-A-Ex",
	"lease-container-release-not-performed":   "CONT-LEASE-01",
	"get-container-properties-needs-lease-id": "CONT-TAB-02E",
	"put-blob-if-match-before-body":           "BLOB-ETAG-06",
	"block-list-drops-newly-staged":           "BLOB-RACE-02",
	"etag-unchanged":                          "BLOB-TAB-15E",
	"update-entity-not-performed":             "TABLE-OCC-06 TABLE-LOCK-01 TABLE-LOCK-03 TABLE-LOCK-05",
	"update-entity-stamp-kept":                "TABLE-OCC-06",
	"lease-blob-release-not-performed":        "TABLE-LOCK-01 TABLE-LOCK-05",
}

// saying adds sentences to the clauses of faults.
func saying(all []Fault) []Fault {
	for i, f := range all {
		if more := strings.Fields(sentences[f.Name]); len(more) > 0 {
			all[i].Clauses = append(slices.Clone(f.Clauses), more...)
		}
	}
	return all
}
