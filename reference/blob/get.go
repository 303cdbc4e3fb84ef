package blob

import (
	"maps"
	"net/http"
	"strconv"

	"ifmatch/reference/crc64"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
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
	if b.Tier.At(c.Clock.Now()).Name == tierArchive {
		return errcode.New(errcode.BlobArchived)
	}
	h := w.Header()
	from, to, partial, err := c.ByteRange(b.Content.Len())
	if err != nil {
		header.Set(h, header.ContentRange, "bytes */"+strconv.FormatInt(b.Content.Len(), 10)) // I:floci-az#81
		return err
	}
	c.showBlob(h, b)
	if c.Version >= c.Rules.TierShownSince {
		c.showTier(h, b)
	}
	status := http.StatusOK
	if partial {
		status = http.StatusPartialContent
		header.Set(h, header.ContentRange, frontend.ContentRange(from, to, b.Content.Len()))
		delete(h, header.ContentMD5)
		header.Set(h, hBlobMD5, b.Properties.MD5)
		if c.Get(header.RangeMD5) == "true" {
			header.Set(h, header.ContentMD5, frontend.MD5(b.Content.Slice(from, to)))
		}
		if c.Get(hRangeCRC64) == "true" {
			header.Set(h, hCRC64, crc64.Text(b.Content.Slice(from, to)))
		}
	}
	c.SendContent(w, status, b.Content, from, to)
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
	header.Set(h, header.ContentLength, strconv.FormatInt(b.Content.Len(), 10))
	c.showTier(h, b)
	w.WriteHeader(http.StatusOK)
	return nil
}

// showBlob sets the headers common to Get Blob and Get Blob Properties.
func (c *call) showBlob(h http.Header, b *store.Blob) {
	c.stamp(h, b.Stamp)
	showProperties(h, b.Properties)
	header.Set(h, header.ContentMD5, b.Properties.MD5)
	header.Share(h, header.AcceptRanges, vBytes)
	header.Set(h, hCreationTime, etag.HTTPDate(b.Created))
	header.Share(h, hBlobType, vKinds[b.Kind])
	header.Share(h, header.ServerEncrypted, vTrue)
	c.ShowMetadata(h, b.Metadata)
	if c.Query.Get("snapshot") == "" { // BLOB-LEASE-46
		frontend.ShowLease(h, b.Lease, c.Clock.Now())
	}
	if n := len(b.Tags); n > 0 && c.Version >= tagsSince {
		header.Set(h, hTagCount, strconv.Itoa(n))
	}
	frontend.ShowCopy(h, b.Copy)
	showSequence(h, b)
	if b.Kind == store.AppendBlob {
		header.Set(h, hCommittedBlocks, strconv.Itoa(b.Appends))
		showSeal(h, b)
	}
	if c.Sender.SAS != nil {
		maps.Copy(h, c.Sender.SAS.ResponseHeaders)
	}
}

// getMetadata is Get Blob Metadata.
func getMetadata(c *call, w http.ResponseWriter) error {
	b, err := c.read()
	if err != nil {
		return err
	}
	c.stamp(w.Header(), b.Stamp)
	c.ShowMetadata(w.Header(), b.Metadata)
	return frontend.Answer(w, http.StatusOK)
}

// rangeChecksums checks that a checksum of a range is requested only with a range, and one small enough to compute it.
func (c *call) rangeChecksums() error {
	for _, name := range [...]string{header.RangeMD5, hRangeCRC64} {
		if c.Get(name) != "true" {
			continue
		}
		v := c.Range()
		if v == "" {
			return errcode.MissingHeader("x-ms-range")
		}
		if r, ok := frontend.ParseRange(v); !ok || r.Open || r.To-r.From > c.Rules.Limits.RangeMD5 {
			return errcode.New(errcode.OutOfRangeInput)
		}
	}
	return nil
}
