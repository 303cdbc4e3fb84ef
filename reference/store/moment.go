package store

import (
	"time"

	"ifmatch/reference/etag"
)

// Moment is the time of a change, taken while the resource is locked.
type Moment struct {
	Now    time.Time
	stamps *etag.Source
}

// Stamp issues the stamp of a new version.
func (m Moment) Stamp() etag.Stamp { return m.stamps.Next(m.Now) }
