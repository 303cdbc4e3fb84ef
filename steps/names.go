package steps

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"ifmatch/internal/target"
)

// DefaultPrefix begins the name of every container that a run creates, and in the
// form of tableName that of every table.
const DefaultPrefix = "ifmatch-"

// names makes names that no other run uses: prefix, run, scenario.
type names struct{ prefix, run string }

func newNames(cfg Config) names {
	n := names{prefix: cfg.Prefix, run: cfg.RunID}
	if n.prefix == "" {
		n.prefix = DefaultPrefix
	}
	if n.run == "" {
		n.run = RunID(cfg.Target, cfg.Seed)
	}
	return n
}

// RunID invents the part of every name that tells two runs apart. On a target
// that each scenario has to itself it follows from the seed, so that equal runs
// have equal results; on a shared account it must never repeat.
func RunID(t target.Target, seed int64) string {
	if t.Info().Kind == "embedded" {
		sum := sha256.Sum256(fmt.Appendf(nil, "run %d", seed))
		return hex.EncodeToString(sum[:4])
	}
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// container names the container of one case.
func (n names) container(id string) string {
	sum := sha256.Sum256([]byte(id))
	return n.prefix + n.run + "-" + hex.EncodeToString(sum[:6])
}

// table names the table of one case.
func (n names) table(id string) string { return tableName(n.container(id)) }

// tableName turns the name of a container, or the beginning of one, into that of a
// table. Tables are called by letters and digits alone, the first a letter; a
// capital stands for each dash, so that what was begun by "ifmatch-" can be told
// from what was begun by "ifmatch".
func tableName(name string) string {
	name = strings.ReplaceAll(name, "-", "X")
	if name != "" && (name[0] < 'a' || name[0] > 'z') {
		name = "T" + name
	}
	return name
}
