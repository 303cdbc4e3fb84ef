package blob

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/store"
	"ifmatch/reference/tags"
)

// listBlobs is List Blobs, flat or by delimiter. Leases do not matter to it. // CONT-TAB-09E BLOB-USE-40 BLOB-CONS-03
func listBlobs(c *call, w http.ResponseWriter) error {
	p, err := c.paging("snapshots", "metadata", "uncommittedblobs", "copy", "deleted", "tags", "versions", "deletedwithversions",
		"immutabilitypolicy", "legalhold", "permissions")
	if err != nil {
		return err
	}
	l := listing{c: c, paging: p, delimiter: c.query.Get("delimiter"), now: c.s.clock.Now()}
	if l.delimiter != "" && p.includes("snapshots") {
		return errcode.BadQuery("include", "snapshots") // cannot be combined with a delimiter
	}
	c.head(&l.document, &p)
	l.optional("Delimiter", l.delimiter)
	l.open("Blobs")
	if err := c.s.store.List(c.container, p.start(), l.visit); err != nil {
		return err
	}
	l.endGroup()
	l.close("Blobs")
	c.tail(&l.document, l.next)
	l.write(w, http.StatusOK)
	return nil
}

// listing is a List Blobs response under construction.
type listing struct {
	document
	paging
	c         *call
	delimiter string
	now       time.Time
	n         int    // entries so far
	group     string // the prefix by delimiter that the last names fell under
	next      place
}

// visit lists one name, its snapshots first, and reports whether there is room for more.
func (l *listing) visit(name string, b *store.Blob) bool {
	if !strings.HasPrefix(name, l.prefix) {
		return false
	}
	if !b.Committed && !l.includes("uncommittedblobs") { // BLOB-COND-35
		return true
	}
	if l.delimiter != "" {
		if group, cut := l.groupOf(name); cut {
			return l.inGroup(group, name)
		}
	}
	l.endGroup()
	if l.includes("snapshots") {
		for _, s := range b.Snapshots {
			if name == l.from.name && s.Time < l.from.snapshot {
				continue
			}
			if !l.room(name, s.Time) {
				return false
			}
			l.entry(name, s.Time, s.Blob)
		}
	}
	if !l.room(name, afterSnapshots) {
		return false
	}
	l.entry(name, "", b)
	return true
}

// afterSnapshots stands behind all snapshots of a name: the base blob is listed last.
const afterSnapshots = "~"

func (l *listing) room(name, snapshot string) bool {
	if l.n == l.limit {
		l.next = place{name, snapshot}
		return false
	}
	l.n++
	return true
}

// groupOf cuts a name behind the first delimiter that follows the prefix.
func (l *listing) groupOf(name string) (string, bool) {
	i := strings.Index(name[len(l.prefix):], l.delimiter)
	if i < 0 {
		return "", false
	}
	return name[:len(l.prefix)+i+len(l.delimiter)], true
}

func (l *listing) inGroup(group, name string) bool {
	if group == l.group {
		return true
	}
	l.endGroup()
	if !l.room(name, "") {
		return false
	}
	l.group = group
	return true
}

// endGroup lists the prefix that the last names fell under, as one entry.
func (l *listing) endGroup() {
	if l.group == "" {
		return
	}
	l.open("BlobPrefix")
	l.name("Name", l.group)
	l.close("BlobPrefix")
	l.group = ""
}

func (l *listing) entry(name, snapshot string, b *store.Blob) {
	l.open("Blob")
	l.name("Name", name)
	l.optional("Snapshot", snapshot)
	l.open("Properties")
	l.element("Creation-Time", etag.HTTPDate(b.Created))
	l.element("Last-Modified", b.Stamp.HTTPDate)
	l.element("Etag", b.Stamp.Unquoted()) // BLOB-ETAG-16
	l.element("Content-Length", strconv.FormatInt(b.Content.Len(), 10))
	l.element("Content-Type", first(b.Properties.ContentType, defaultType))
	l.element("Content-Encoding", b.Properties.ContentEncoding)
	l.element("Content-Language", b.Properties.ContentLanguage)
	l.element("Content-MD5", b.Properties.MD5)
	l.element("Content-Disposition", b.Properties.ContentDisposition)
	l.element("Cache-Control", b.Properties.CacheControl)
	if b.Kind == store.PageBlob {
		l.element("x-ms-blob-sequence-number", strconv.FormatInt(b.Sequence, 10))
	}
	l.element("BlobType", b.Kind.String())
	l.tier(b)
	if snapshot == "" {
		l.lease(b.Lease, l.now) // BLOB-LEASE-46
	}
	if l.includes("copy") {
		l.copy(b.Copy)
	}
	l.element("ServerEncrypted", "true")
	if n := len(b.Tags); n > 0 {
		l.element("TagCount", strconv.Itoa(n))
	}
	l.close("Properties")
	if l.includes("metadata") {
		l.metadata(b.Metadata)
	}
	if l.includes("tags") && len(b.Tags) > 0 {
		l.tags(b.Tags)
	}
	l.close("Blob")
}

func (d *document) copy(c *store.Copy) {
	if c == nil {
		return
	}
	d.element("CopyId", c.ID)
	d.element("CopySource", c.Source)
	d.element("CopyStatus", string(c.Status))
	d.element("CopyProgress", progress(c))
	if !c.Completed.IsZero() {
		d.element("CopyCompletionTime", etag.HTTPDate(c.Completed))
	}
	d.optional("CopyStatusDescription", c.Description)
}

func (d *document) tags(list tags.Set) {
	d.open("Tags")
	d.open("TagSet")
	for _, t := range list {
		d.open("Tag")
		d.element("Key", t.Key)
		d.element("Value", t.Value)
		d.close("Tag")
	}
	d.close("TagSet")
	d.close("Tags")
}
