package scenario

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"ifmatch/internal/target"
)

// DefaultPrefix begins the name of everything that a run creates.
const DefaultPrefix = "ifmatch-"

// Names makes names that no other run uses: prefix, run, scenario.
type Names struct{ Prefix, Run string }

// NewNames fills in what is empty: the prefix, and the part that distinguishes two runs.
func NewNames(t target.Target, prefix, run string, seed int64) Names {
	return Names{cmp.Or(prefix, DefaultPrefix), cmp.Or(run, RunID(t, seed))}
}

// RunID makes the part of every name that distinguishes two runs. If each scenario has the
// target to itself, the part follows from the seed, so that equal runs have equal results. On
// a shared account it must never repeat.
func RunID(t target.Target, seed int64) string {
	if t.Info().Kind == "embedded" {
		sum := sha256.Sum256(fmt.Appendf(nil, "run %d", seed))
		return hex.EncodeToString(sum[:4])
	}
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// Place splits the name "own in around", which says where the resource lies: one name may stand in two places.
// Around is empty if it lies where the scenario's others do.
func Place(name string) (own, around string) {
	own, around, _ = strings.Cut(name, " in ")
	return own, around
}

// Of is the base name of what one case creates; rooms derive from it a name that their service accepts.
func (n Names) Of(id string) string {
	sum := sha256.Sum256([]byte(id))
	return n.Prefix + n.Run + "-" + hex.EncodeToString(sum[:6])
}
