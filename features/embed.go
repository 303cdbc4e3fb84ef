// Package features holds the suite's document: the clause register, the source
// documents' own tables and the feature files, embedded as one file system so
// that a built binary needs nothing beside it.
//
// It holds data and no logic: clauses.tsv is every clause that the suite knows,
// tables/*.tsv are tables of the source documents in their order and words,
// profiles.tsv is what clients that people run on Azure Storage rely on.
// Package register reads both.
package features

import "embed"

// FS holds clauses.tsv, the folder tables and every folder of feature files, with the
// paths they have here.
//
//go:embed clauses.tsv profiles.tsv tables */*.feature
var FS embed.FS
