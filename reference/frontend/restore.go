package frontend

import (
	"strconv"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/store/buried"
)

// Restores reads the headers of Restore Container or Restore Share, and returns the version of the deletion that is
// undone. It comes back under its own name: recordings of 2020 restore under another one, which the service has refused
// since 2021, in these words. // D:Restore Share, request headers; Azure/azure-sdk-for-cpp, issue 2252
func (c *Call) Restores(kind, name string) (version string, err error) {
	of, versioned := "x-ms-deleted-"+kind+"-name", "x-ms-deleted-"+kind+"-version"
	for _, h := range []string{of, versioned} {
		if c.Header.Get(h) == "" {
			return "", errcode.MissingHeader(h)
		}
	}
	if was := c.Header.Get(of); was != name {
		return "", errcode.Newf(errcode.InvalidHeaderValue, "The value of deleted-"+kind+"-name header must match the destination "+kind+" name.").
			With("HeaderName", of).With("HeaderValue", was)
	}
	return c.Header.Get(versioned), nil
}

// Deleted is a deletion in a list of containers or shares.
type Deleted struct {
	Version string
	At      time.Time
	Days    int
}

// DeletedOf returns what lists show of a deletion.
func DeletedOf[T any](o *buried.One[T], now time.Time) *Deleted {
	return &Deleted{o.Version, o.Deleted, o.Days(now)}
}

// Begin writes what comes before the properties. Nothing was deleted if there is no deletion.
func (d *Deleted) Begin(x *document.Writer) {
	if d != nil {
		x.Element("Deleted", "true")
		x.Element("Version", d.Version)
	}
}

// WriteLease writes the lease that is over. // REC-py test_undelete_container, test_undelete_share
func (d *Deleted) WriteLease(x *document.Writer, state string) {
	x.Element("LeaseStatus", "unlocked")
	x.Element("LeaseState", state)
}

// End writes the last properties.
func (d *Deleted) End(x *document.Writer) {
	if d != nil {
		x.Element("DeletedTime", etag.HTTPDate(d.At))
		x.Element("RemainingRetentionDays", strconv.Itoa(d.Days))
	}
}

// BeingDeleted reports whether the deletion of a container, queue or share is still in progress, so that a second one
// is answered as the first. If deletions take no time, this holds until the name is used again.
// // BLOB-CONS-15 QUEUE-LIFE-05
func BeingDeleted(since, now time.Time, takes time.Duration) bool {
	return takes == 0 || now.Before(since.Add(takes))
}
