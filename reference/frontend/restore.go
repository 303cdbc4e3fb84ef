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
// undone. Of one name only: clients say that the names must be the same (azure-storage-blob for Java,
// UndeleteBlobContainerOptions), although the page and old recordings restore under another name, too.
func (c *Call) Restores(kind, name string) (version string, err error) {
	of, versioned := "x-ms-deleted-"+kind+"-name", "x-ms-deleted-"+kind+"-version"
	for _, h := range []string{of, versioned} {
		if c.Header.Get(h) == "" {
			return "", errcode.MissingHeader(h)
		}
	}
	if c.Header.Get(of) != name {
		return "", errcode.Newf(errcode.NotImplemented, "The reference server does not implement that a "+kind+" is restored under another name.")
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
