package history

// Dictionary holds the texts behind the numbers of a history: tokens that could
// not be packed, the names of keys, operations and error codes. It may be used by
// several goroutines at once.
type Dictionary struct{}
