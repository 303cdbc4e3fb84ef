package oversmb

import (
	"fmt"
	"time"
)

// Caching is what a client may cache of a file that it has open: an oplock, by the names on Microsoft's
// page on file locks. Over SMB it is the state of a lease.
type Caching uint32

// What a client may cache: reads, the handle after it was closed, and writes.
const (
	CachesReads Caching = 1 << iota
	CachesHandles
	CachesWrites
)

// NoCache is the word of sentences for a cache in which nothing may be kept any more.
const NoCache = "nothing"

var cacheLetters = [...]struct {
	bit    Caching
	letter byte
}{{CachesReads, 'R'}, {CachesWrites, 'W'}, {CachesHandles, 'H'}}

// ParseCaching reads the documents' words: RWH, RH, RW, R; or NoCache.
func ParseCaching(text string) (Caching, error) {
	for c := range CachesReads | CachesHandles | CachesWrites + 1 {
		if text == c.String() {
			return c, nil
		}
	}
	return 0, fmt.Errorf("%q is neither RWH, RH, RW, R nor %s", text, NoCache)
}

// String writes the documents' words.
func (c Caching) String() string {
	var text []byte
	for _, one := range cacheLetters {
		if c&one.bit != 0 {
			text = append(text, one.letter)
		}
	}
	if len(text) == 0 {
		return NoCache
	}
	return string(text)
}

// Break is a message that a client may cache less than before.
type Break struct {
	// From and To are what it may cache up to now, and from now on.
	From, To Caching
	// Acknowledge says that the server expects an answer from the client.
	Acknowledge bool
	// Arrived is when the message reached the client.
	Arrived time.Time
}
