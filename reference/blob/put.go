package blob

import (
	"cmp"
	"net/http"
	"strconv"

	"ifmatch/reference/crc64"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// pageSize is the unit of page blobs.
const pageSize = 512

// putBlob is Put Blob for the three kinds of blobs.
func putBlob(c *call, w http.ResponseWriter) error {
	n, err := c.creation()
	if err != nil {
		return err
	}
	var b store.Blob
	switch v := c.Get(hBlobType); v {
	case "BlockBlob":
		var data []byte
		if data, err = c.body(c.Rules.Limits.BlobBody); err != nil {
			return err
		}
		b.Content = store.Bytes(data)
		n.properties.MD5 = cmp.Or(n.properties.MD5, frontend.MD5(data))
	case "PageBlob":
		if err = c.newPages(&b); err != nil {
			return err
		}
	case "AppendBlob":
		if err = c.Empty(); err != nil {
			return err
		}
		b.Kind = store.AppendBlob
	default:
		return frontend.BadOrMissing("x-ms-blob-type", v)
	}
	done, err := c.create(&n, b, nil)
	if err != nil {
		return err
	}
	return c.created(w, done)
}

// newPages reads the headers that only page blobs have: length and sequence number.
func (c *call) newPages(b *store.Blob) error {
	if err := c.Empty(); err != nil {
		return err
	}
	n, given, err := c.Natural(hBlobLength)
	switch {
	case err != nil:
		return err
	case !given:
		return errcode.MissingHeader("x-ms-blob-content-length")
	case n%pageSize != 0 || n > c.Rules.Limits.PageBlob:
		return errcode.BadHeader("x-ms-blob-content-length", c.Get(hBlobLength))
	}
	sequence, given, err := c.Natural(hSequence)
	if err != nil {
		return err
	}
	if given {
		b.Sequence = sequence
	}
	b.Kind, b.Content = store.PageBlob, store.Zeros(n)
	return nil
}

// created answers an operation that wrote a blob.
func (c *call) created(w http.ResponseWriter, b *store.Blob) error {
	h := w.Header()
	c.stamp(h, b.Stamp)
	header.Share(h, header.RequestEncrypted, vTrue)
	c.ShowStructured(h)
	if b.Kind == store.BlockBlob { // D:Put Blob, response headers
		header.Set(h, header.ContentMD5, b.Properties.MD5)
		if c.Version >= crc64Since {
			header.Set(h, hCRC64, crc64.Text(b.Content.All()))
		}
	}
	return frontend.Answer(w, http.StatusCreated)
}

func showSequence(h http.Header, b *store.Blob) {
	if b.Kind == store.PageBlob {
		header.Set(h, hSequence, strconv.FormatInt(b.Sequence, 10))
	}
}
