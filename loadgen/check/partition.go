package check

import "strings"

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
