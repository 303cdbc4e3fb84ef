package frontend

import "time"

// BeingDeleted reports whether the deletion of a container, queue or share is still in progress, so that a second one
// is answered as the first. If deletions take no time, this holds until the name is used again.
// // BLOB-CONS-15 QUEUE-LIFE-05
func BeingDeleted(since, now time.Time, takes time.Duration) bool {
	return takes == 0 || now.Before(since.Add(takes))
}
