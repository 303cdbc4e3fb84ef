package check

import (
	"strings"

	"ifmatch/loadgen/history"
)

// use says what a resource was used for.
type use struct {
	ops     uint64 // a bit for every history.Op
	leased  bool   // an operation named a lease
	grouped bool   // an entity in a partition with groups: transactions, or pages
}

func (u use) has(ops ...history.Op) bool {
	for _, op := range ops {
		if u.ops&(1<<op) != 0 {
			return true
		}
	}
	return false
}

// versioned tells whether a resource has versions: a blob, an entity, the metadata
// of a container.
func (u use) versioned() bool {
	return u.has(history.Read, history.Write, history.Swap, history.Create, history.Delete) && !u.has(history.Append) && !u.grouped
}

// note adds an event to what its resource was used for.
func (u *use) note(e *history.Event) {
	u.ops |= 1 << e.Op
	u.leased = u.leased || e.Lease != history.None
	u.grouped = u.grouped || e.Group != 0
}

// PartitionOf cuts the row off the name of an entity:
// "table /t(PartitionKey='p0'" of "table /t(PartitionKey='p0',RowKey='r3')".
// Quotes inside a key are doubled.
func PartitionOf(key string) (string, bool) {
	const begin = "(PartitionKey='"
	at := strings.Index(key, begin)
	if at < 0 || !strings.HasPrefix(key, "table ") {
		return "", false
	}
	for i := at + len(begin); i < len(key); i++ {
		switch {
		case key[i] != '\'':
		case strings.HasPrefix(key[i:], "''"):
			i++
		default:
			return key[:i+1], strings.HasPrefix(key[i+1:], ",RowKey='")
		}
	}
	return "", false
}
