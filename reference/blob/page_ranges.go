package blob

import (
	"net/http"
	"net/url"
	"strconv"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// getPageRanges is Get Page Ranges.
func getPageRanges(c *call, w http.ResponseWriter) error {
	p, err := c.paging()
	if err != nil {
		return err
	}
	b, err := c.readPages()
	if err != nil {
		return err
	}
	from, to, err := c.pageSpan(&p, b)
	if err != nil {
		return err
	}
	var list []store.Change
	for _, r := range b.Content.Ranges(from, to) {
		list = append(list, store.Change{Range: r})
	}
	return c.sendPages(w, &p, b, list)
}

// getPageRangesDiff is Get Page Ranges with a previous snapshot: the pages written or cleared since. // BLOB-DIFF-01
func getPageRangesDiff(c *call, w http.ResponseWriter) error {
	p, err := c.paging()
	if err != nil {
		return err
	}
	at, err := c.previousSnapshot()
	if err != nil {
		return err
	}
	if target := c.Query.Get("snapshot"); target != "" && at > target {
		return errcode.New(errcode.PreviousSnapshotCannotBeNewer) // D:Blob service error codes
	}
	b, err := c.readPages()
	if err != nil {
		return err
	}
	base, err := c.store().Blob(c.container, c.blob)
	if err != nil {
		return err
	}
	var previous *store.Blob
	if base != nil {
		previous = base.Snapshot(at)
	}
	switch {
	case previous == nil:
		return errcode.New(errcode.PreviousSnapshotNotFound) // BLOB-DIFF-04
	case previous.Generation != b.Generation:
		return errcode.New(errcode.BlobOverwritten) // BLOB-DIFF-03
	}
	from, to, err := c.pageSpan(&p, b)
	if err != nil {
		return err
	}
	return c.sendPages(w, &p, b, b.Content.Since(previous.Content, from, to))
}

// previousSnapshot returns the time of the snapshot to compare with. It is in the query, or in the URL in a header.
func (c *call) previousSnapshot() (string, error) {
	if at := c.Query.Get("prevsnapshot"); at != "" {
		return at, nil
	}
	v := c.Get(hPreviousSnapshot)
	if v == "" {
		return "", errcode.BadQuery("prevsnapshot", "")
	}
	u, err := url.Parse(v)
	if err == nil {
		var a address
		if a, err = c.addressOf(u); err == nil && a == c.address {
			return u.Query().Get("snapshot"), nil
		}
	}
	return "", errcode.BadHeader("x-ms-previous-snapshot-url", frontend.ShownSource(u, "snapshot"))
}

// addressOf returns the resource that a URL of this account names.
func (c *call) addressOf(u *url.URL) (address, error) {
	path, err := c.Resource(u.Host, u.Path)
	if err != nil {
		return address{}, err
	}
	return parseAddress(path, false)
}

// readPages is like read, and accepts only page blobs.
func (c *call) readPages() (*store.Blob, error) {
	b, err := c.read()
	if err == nil && b.Kind != store.PageBlob {
		return nil, errcode.New(errcode.InvalidBlobType)
	}
	return b, err
}

// pageSpan returns the requested part of a blob in whole pages, starting where this page of the list begins.
func (c *call) pageSpan(p *paging, b *store.Blob) (from, to int64, err error) {
	if from, to, _, err = c.ByteRange(b.Content.Len()); err != nil {
		return from, to, err
	}
	from, to = from/pageSize*pageSize, (to+pageSize-1)/pageSize*pageSize
	if p.from.name == "" {
		return from, to, nil
	}
	n, err := frontend.ParseOffset(p.from.name)
	if err != nil {
		return from, to, errcode.BadQuery("marker", p.marker)
	}
	return max(from, n), to, nil
}

func (c *call) sendPages(w http.ResponseWriter, p *paging, b *store.Blob, list []store.Change) error {
	c.stamp(w.Header(), b.Stamp)
	header.Set(w.Header(), hBlobLength, strconv.FormatInt(b.Content.Len(), 10))
	var x document.Writer
	x.Open("PageList")
	next := listPosition{}
	for i, r := range list {
		if i == p.limit {
			next.name = strconv.FormatInt(r.Start, 10)
			break
		}
		element := "PageRange"
		if r.Cleared {
			element = "ClearRange"
		}
		x.Open(element)
		x.Element("Start", strconv.FormatInt(r.Start, 10))
		x.Element("End", strconv.FormatInt(r.End-1, 10))
		x.Close(element)
	}
	if next.name != "" || c.Get(hPreviousSnapshot) != "" {
		x.Element("NextMarker", next.marker())
	}
	x.Close("PageList")
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}
