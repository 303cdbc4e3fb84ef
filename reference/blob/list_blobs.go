package blob

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/frontend"
	"ifmatch/reference/store"
	"ifmatch/reference/tags"
)

// listBlobs is List Blobs, flat or by delimiter. It lists the names from startFrom up to endBefore, without endBefore
// itself. // D:List Blobs
//
// It ignores leases. // CONT-TAB-09E BLOB-USE-40 BLOB-CONS-03
func listBlobs(c *call, w http.ResponseWriter) error {
	p, err := c.paging("snapshots", "metadata", "uncommittedblobs", "copy", "deleted", "tags", "versions", "deletedwithversions",
		"immutabilitypolicy", "legalhold", "permissions")
	if err != nil {
		return err
	}
	l := listing{c: c, paging: p, delimiter: c.Query.Get("delimiter"), before: c.Query.Get("endBefore"), now: c.Clock.Now()}
	if l.delimiter != "" && p.includes("snapshots") {
		return errcode.BadQuery("include", "snapshots") // cannot be combined with a delimiter
	}
	c.head(&l.Writer, &p)
	l.Optional("Delimiter", l.delimiter)
	l.Open("Blobs")
	from := max(p.start(), c.Query.Get("startFrom"))
	list := c.store().List
	if p.includes("deleted") {
		list = c.store().ListDeleted
	}
	if err := list(c.container, from, l.visit); err != nil {
		return err
	}
	l.endGroup()
	l.Close("Blobs")
	c.tail(&l.Writer, l.next)
	return frontend.SendXML(w, http.StatusOK, l.Bytes())
}

// listing is a List Blobs response under construction.
type listing struct {
	document.Writer
	paging
	c         *call
	delimiter string
	before    string // the first name that is not listed; empty for none
	now       time.Time
	space     []store.Remnant // where shown has its list
	group     string          // prefix of the last names, up to the delimiter
}

// visit lists one name, its snapshots first, and reports whether there is room for more.
func (l *listing) visit(name string, b *store.Blob) bool {
	if !strings.HasPrefix(name, l.prefix) || l.before != "" && name >= l.before {
		return false
	}
	if !b.Committed && !b.Gone && !l.includes("uncommittedblobs") { // BLOB-COND-35
		return true
	}
	shown := l.shown(b)
	if len(shown) == 0 {
		return true
	}
	if l.delimiter != "" {
		if group, cut := l.groupOf(name); cut {
			return l.inGroup(group, name)
		}
	}
	l.endGroup()
	for _, r := range shown {
		at := cmp.Or(r.Time, afterSnapshots)
		if name == l.from.name && at < l.from.snapshot {
			continue
		}
		if !l.room(name, at) {
			return false
		}
		l.entry(name, r)
	}
	return true
}

// shown returns the versions of a blob to list: its snapshots, and then the blob itself, also deleted ones if they were
// asked for.
func (l *listing) shown(b *store.Blob) []store.Remnant {
	list := l.space[:0]
	if l.includes("deleted") {
		for _, r := range b.Remnants(l.now) {
			if r.Time == "" || l.includes("snapshots") {
				list = append(list, r)
			}
		}
	}
	if l.includes("snapshots") {
		for _, s := range b.Snapshots {
			list = append(list, store.Remnant{Time: s.Time, Blob: s.Blob})
		}
	}
	if !b.Gone {
		list = append(list, store.Remnant{Blob: b})
	}
	if len(list) > 1 {
		slices.SortStableFunc(list, func(a, b store.Remnant) int {
			return cmp.Compare(cmp.Or(a.Time, afterSnapshots), cmp.Or(b.Time, afterSnapshots))
		})
	}
	l.space = list
	return list
}

// afterSnapshots sorts after all snapshots of a name: the base blob is listed last.
const afterSnapshots = "~"

// groupOf cuts a name after the first delimiter that follows the prefix.
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

// endGroup lists the prefix shared by the last names as one entry.
func (l *listing) endGroup() {
	if l.group == "" {
		return
	}
	l.Open("BlobPrefix")
	frontend.WriteName(&l.Writer, "Name", l.group)
	l.Close("BlobPrefix")
	l.group = ""
}

// entry lists one version, which may be deleted. // REC-py test_soft_delete_blob_without_snapshots
func (l *listing) entry(name string, r store.Remnant) {
	b, deleted := r.Blob, !r.Deleted.IsZero()
	l.Open("Blob")
	frontend.WriteName(&l.Writer, "Name", name)
	l.Optional("Snapshot", r.Time)
	if deleted {
		l.Element("Deleted", "true")
	}
	l.Open("Properties")
	l.Element("Creation-Time", etag.HTTPDate(b.Created))
	l.Element("Last-Modified", b.Stamp.HTTPDate)
	l.Element("Etag", b.Stamp.Unquoted()) // BLOB-ETAG-16
	l.Element("Content-Length", strconv.FormatInt(b.Content.Len(), 10))
	l.Element("Content-Type", b.Properties.ContentType)
	l.Element("Content-Encoding", b.Properties.ContentEncoding)
	l.Element("Content-Language", b.Properties.ContentLanguage)
	if l.c.Version >= crc64Since {
		l.Element("Content-CRC64", "") // the service never fills it
	}
	l.Element("Content-MD5", b.Properties.MD5)
	l.Element("Content-Disposition", b.Properties.ContentDisposition)
	l.Element("Cache-Control", b.Properties.CacheControl)
	if b.Kind == store.PageBlob {
		l.Element("x-ms-blob-sequence-number", strconv.FormatInt(b.Sequence, 10))
	}
	l.Element("BlobType", b.Kind.String())
	if b.Sealed {
		l.Element("Sealed", "true")
	}
	l.writeTier(b)
	switch {
	case r.Time != "":
	case deleted:
		l.Element("LeaseStatus", "") // REC-py test_soft_delete_with_leased_blob
	default:
		frontend.WriteLease(&l.Writer, b.Lease, l.now) // BLOB-LEASE-46
	}
	if l.includes("copy") {
		writeCopy(&l.Writer, b.Copy)
	}
	l.Element("ServerEncrypted", "true")
	if n := len(b.Tags); n > 0 && l.c.Version >= tagsSince {
		l.Element("TagCount", strconv.Itoa(n))
	}
	if deleted {
		l.Element("DeletedTime", etag.HTTPDate(r.Deleted))
		l.Element("RemainingRetentionDays", strconv.Itoa(int((r.Until.Sub(l.now)-1)/(24*time.Hour))))
	}
	l.Close("Properties")
	if l.includes("metadata") {
		writeMetadata(&l.Writer, b.Metadata)
	}
	if l.includes("tags") && len(b.Tags) > 0 {
		writeTags(&l.Writer, b.Tags)
	}
	l.Close("Blob")
}

func writeCopy(x *document.Writer, c *store.Copy) {
	if c == nil {
		return
	}
	x.Element("CopyId", c.ID)
	x.Element("CopySource", c.Source)
	x.Element("CopyStatus", string(c.Status))
	x.Element("CopyProgress", frontend.CopyProgress(c))
	if !c.Completed.IsZero() {
		x.Element("CopyCompletionTime", etag.HTTPDate(c.Completed))
	}
	x.Optional("CopyStatusDescription", c.Description)
}

func writeTags(x *document.Writer, list tags.Set) {
	x.Open("Tags")
	x.Open("TagSet")
	for _, t := range list {
		x.Open("Tag")
		x.Element("Key", t.Key)
		x.Element("Value", t.Value)
		x.Close("Tag")
	}
	x.Close("TagSet")
	x.Close("Tags")
}
