package blob

import (
	"maps"
	"net/http"
	"strconv"

	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/store"
)

// getBlob is Get Blob, whole or in part.
func getBlob(c *call, w http.ResponseWriter) error {
	if err := c.rangeChecksums(); err != nil {
		return err
	}
	b, err := c.read()
	if err != nil {
		return err
	}
	if b.Tier.Name == tierArchive {
		return errcode.New(errcode.BlobArchived)
	}
	from, to, partial, err := c.byteRange(b.Content.Len())
	if err != nil {
		return err
	}
	h := w.Header()
	c.showBlob(h, b)
	status := http.StatusOK
	if partial {
		status = http.StatusPartialContent
		set(h, hContentRange, contentRange(from, to, b.Content.Len()))
		delete(h, hContentMD5)
		set(h, hBlobMD5, b.Properties.MD5)
		if c.get(hRangeMD5) == "true" {
			set(h, hContentMD5, md5Of(b.Content.Slice(from, to)))
		}
		if c.get(hRangeCRC64) == "true" {
			set(h, hCRC64, crc64Of(b.Content.Slice(from, to)))
		}
	}
	set(h, hContentLength, strconv.FormatInt(to-from, 10))
	w.WriteHeader(status)
	_ = b.Content.WriteRange(w, from, to) // a client that is gone cannot be told
	return nil
}

// getProperties is Get Blob Properties.
func getProperties(c *call, w http.ResponseWriter) error {
	b, err := c.read()
	if err != nil {
		return err
	}
	h := w.Header()
	c.showBlob(h, b)
	set(h, hContentLength, strconv.FormatInt(b.Content.Len(), 10))
	c.showTier(h, b)
	w.WriteHeader(http.StatusOK)
	return nil
}

// showBlob shows what Get Blob and Get Blob Properties have in common.
func (c *call) showBlob(h http.Header, b *store.Blob) {
	c.stamp(h, b.Stamp)
	showProperties(h, b.Properties)
	set(h, hContentMD5, b.Properties.MD5)
	share(h, hAcceptRanges, vBytes)
	set(h, hCreationTime, etag.HTTPDate(b.Created))
	share(h, hBlobType, vKinds[b.Kind])
	share(h, hServerEncrypted, vTrue)
	showMetadata(h, b.Metadata)
	if c.query.Get("snapshot") == "" { // BLOB-LEASE-46
		showLease(h, b.Lease, c.s.clock.Now())
	}
	if n := len(b.Tags); n > 0 {
		set(h, hTagCount, strconv.Itoa(n))
	}
	showCopy(h, b.Copy)
	showSequence(h, b)
	if b.Kind == store.AppendBlob {
		set(h, hCommittedBlocks, strconv.Itoa(b.Appends))
	}
	if c.id.SAS != nil {
		maps.Copy(h, c.id.SAS.ResponseHeaders)
	}
}

// getMetadata is Get Blob Metadata.
func getMetadata(c *call, w http.ResponseWriter) error {
	b, err := c.read()
	if err != nil {
		return err
	}
	c.stamp(w.Header(), b.Stamp)
	showMetadata(w.Header(), b.Metadata)
	return answer(w, http.StatusOK)
}

// rangeChecksums makes sure that a checksum of a range is asked for only with a range small enough to compute it.
func (c *call) rangeChecksums() error {
	for _, name := range [...]string{hRangeMD5, hRangeCRC64} {
		if c.get(name) != "true" {
			continue
		}
		v := first(c.get(hXMSRange), c.get(hRange))
		if v == "" {
			return errcode.MissingHeader("x-ms-range")
		}
		if r, ok := parseRange(v); !ok || r.open || r.to-r.from > c.s.rules.Limits.RangeMD5 {
			return errcode.New(errcode.OutOfRangeInput)
		}
	}
	return nil
}
