package lease

import (
	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// checker is one check under way.
type checker struct {
	rules  *rules
	search *bounds.Search[tenancy]
	ids    identities
	sights sights
	loose  bool // see few
	sure   bool // nothing is of unknown outcome
	res    finding.Result
	doubts int
}

// identities knows for every lease id until when an operation that was answered
// names it. After that, nothing of unknown outcome under the id can matter, unless
// it is held already.
type identities map[history.Token]int64
