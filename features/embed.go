// Package features holds the suite's data: the clause register, the source documents' own tables and
// the feature files. They are embedded as one file system, so that a built binary needs no other files.
//
// It contains data and no logic: clauses.tsv is every clause that the suite knows, tables/*.tsv are tables
// of the source documents in their order and words, profiles.tsv is what existing clients rely on,
// accounts.tsv says which cases take for granted what some kinds of account do not offer, probes.tsv
// which case shows by itself what the set-up of another case found, and renamed.tsv the ids that cases
// had in earlier versions. Package register reads all of them.
package features

import "embed"

// FS holds accounts.tsv, clauses.tsv, profiles.tsv, probes.tsv, renamed.tsv, the folder tables and every
// folder of feature files, with the paths that they have here.
//
//go:embed accounts.tsv clauses.tsv profiles.tsv probes.tsv renamed.tsv tables */*.feature
var FS embed.FS
