package etag

import "time"

// Entity returns the ETag of an entity of the Table service: its Timestamp, with the colons percent-encoded and without
// trailing zeros. // TABLE-ETAG-02 TABLE-ETAG-03 TABLE-ETAG-04
func Entity(timestamp time.Time) string {
	var space [48]byte
	var plain [32]byte
	b := append(space[:0], `W/"datetime'`...)
	for _, c := range timestamp.UTC().AppendFormat(plain[:0], "2006-01-02T15:04:05.9999999Z") {
		if c == ':' {
			b = append(b, "%3A"...)
		} else {
			b = append(b, c)
		}
	}
	return string(append(b, `'"`...))
}
