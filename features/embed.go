// Package features holds the suite's data: the clause register, the source documents' own tables and
// the feature files. They are embedded as one file system, so that a built binary needs no other files.
//
// It contains data and no logic: clauses.tsv is every clause that the suite knows, tables/*.tsv are tables
// of the source documents in their order and words, grids.tsv says which cases judge their cells,
// profiles.tsv is what existing clients rely on, accounts.tsv says which cases take for granted what
// some kinds of account do not offer, probes.tsv which case shows by itself what the set-up of another
// case found, renamed.tsv the ids that cases had in earlier versions, and seen.tsv what Azure was
// recorded to answer, as make recordings found it.
// Package register reads all of them but the last, which is package reports' to read.
// The tests of this folder hold the cases against the tables, and against the ids that were published.
package features

import "embed"

// FS holds accounts.tsv, clauses.tsv, grids.tsv, profiles.tsv, probes.tsv, renamed.tsv, seen.tsv, the folder tables
// and every folder of feature files, with the paths that they have here.
//
//go:embed accounts.tsv clauses.tsv grids.tsv profiles.tsv probes.tsv renamed.tsv seen.tsv tables */*.feature
var FS embed.FS
