package file

import (
	"maps"
	"net/http"
	"strconv"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
)

// rangeMD5 is the longest range whose MD5 is computed.
const rangeMD5 = 4 << 20

// getFile is Get File, whole or in part.
func getFile(c *call, w http.ResponseWriter) error {
	f, err := c.view(false)
	if err != nil {
		return err
	}
	from, to, partial, err := c.ByteRange(f.Content.Len())
	h := w.Header()
	if err != nil {
		header.Set(h, header.ContentRange, "bytes */"+strconv.FormatInt(f.Content.Len(), 10))
		return err
	}
	wantMD5 := c.Get(header.RangeMD5) == "true"
	if wantMD5 && (!partial || to-from > rangeMD5) {
		return errcode.BadHeader("x-ms-range-get-content-md5", "true")
	}
	c.showFile(h, f)
	header.Share(h, header.AcceptRanges, vBytes)
	status := http.StatusOK
	if partial {
		status = http.StatusPartialContent
		header.Set(h, header.ContentRange, frontend.ContentRange(from, to, f.Content.Len()))
		delete(h, header.ContentMD5)
		header.Set(h, hMD5, f.Properties.MD5)
		if wantMD5 {
			header.Set(h, header.ContentMD5, frontend.MD5(f.Content.Slice(from, to)))
		}
	}
	c.SendContent(w, status, f.Content, from, to)
	return nil
}

// getFileProperties is Get File Properties.
func getFileProperties(c *call, w http.ResponseWriter) error {
	f, err := c.view(false)
	if err != nil {
		return err
	}
	h := w.Header()
	c.showFile(h, f)
	header.Set(h, header.ContentLength, strconv.FormatInt(f.Content.Len(), 10))
	w.WriteHeader(http.StatusOK)
	return nil
}

// showFile sets the headers common to Get File and Get File Properties.
func (c *call) showFile(h http.Header, f found) {
	c.stamp(h, f.Stamp)
	p := f.Properties
	h[header.ContentType] = nil // a file without a content type is served without one
	header.Set(h, header.ContentType, p.ContentType)
	header.Set(h, header.ContentEncoding, p.ContentEncoding)
	header.Set(h, header.ContentLanguage, p.ContentLanguage)
	header.Set(h, header.ContentDisposition, p.ContentDisposition)
	header.Set(h, header.CacheControl, p.CacheControl)
	header.Set(h, header.ContentMD5, p.MD5)
	header.Share(h, hType, vFile)
	header.Share(h, header.ServerEncrypted, vTrue)
	c.ShowMetadata(h, f.Metadata)
	showSMB(h, f)
	if c.snapshot() == "" {
		frontend.ShowLease(h, f.Lease, c.Clock.Now()) // FILE-LEASE-25
	}
	frontend.ShowCopy(h, f.Copy)
	if c.Sender.SAS != nil {
		maps.Copy(h, c.Sender.SAS.ResponseHeaders)
	}
}
