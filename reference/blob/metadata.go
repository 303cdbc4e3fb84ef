package blob

import (
	"cmp"
	"crypto/md5"
	"encoding/base64"
	"net/http"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
	"ifmatch/reference/metadata"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/tags"
)

func writeMetadata(x *document.Writer, m metadata.List) {
	if len(m) > 0 {
		m.Write(x)
	}
}

// properties reads the x-ms-blob-content- headers of a request, and reports whether there are any.
func (c *call) properties() (p store.Properties, given bool, err error) {
	p = store.Properties{
		ContentType:        c.Get(hBlobContentType),
		ContentEncoding:    c.Get(hBlobEncoding),
		ContentLanguage:    c.Get(hBlobLanguage),
		ContentDisposition: c.Get(hBlobDisposition),
		CacheControl:       c.Get(hBlobCacheControl),
		MD5:                c.Get(hBlobMD5),
	}
	if p.MD5 != "" && !isMD5(p.MD5, c.Op == op.SetBlobProperties) {
		return p, true, errcode.New(errcode.InvalidMD5)
	}
	return p, p != store.Properties{}, nil
}

// isMD5 reports whether a text can be an MD5. Set Blob Properties only stores it, in any length.
func isMD5(v string, anyLength bool) bool {
	sum, err := base64.StdEncoding.DecodeString(v)
	return err == nil && (anyLength || len(sum) == md5.Size)
}

// newProperties returns the properties of a blob that is created. If the body is the blob itself, the standard headers
// supply missing values.
func (c *call) newProperties() (store.Properties, error) {
	p, _, err := c.properties()
	if err != nil {
		return p, err
	}
	if c.Op == op.PutBlob {
		p.ContentType = cmp.Or(p.ContentType, c.Get(header.ContentType))
		p.ContentEncoding = cmp.Or(p.ContentEncoding, c.Get(header.ContentEncoding))
		p.ContentLanguage = cmp.Or(p.ContentLanguage, c.Get(header.ContentLanguage))
		p.CacheControl = cmp.Or(p.CacheControl, c.Get(header.CacheControl))
	}
	p.ContentType = cmp.Or(p.ContentType, defaultType)
	return p, nil
}

// over returns the properties of a source, with those given by a request in their place.
func over(source, given store.Properties) store.Properties {
	return store.Properties{
		ContentType:        cmp.Or(given.ContentType, source.ContentType),
		ContentEncoding:    cmp.Or(given.ContentEncoding, source.ContentEncoding),
		ContentLanguage:    cmp.Or(given.ContentLanguage, source.ContentLanguage),
		ContentDisposition: cmp.Or(given.ContentDisposition, source.ContentDisposition),
		CacheControl:       cmp.Or(given.CacheControl, source.CacheControl),
		MD5:                cmp.Or(given.MD5, source.MD5),
	}
}

const defaultType = "application/octet-stream"

func showProperties(h http.Header, p store.Properties) {
	h[header.ContentType] = nil // Set Blob Properties can clear it: nothing is guessed then
	header.Set(h, header.ContentType, p.ContentType)
	header.Set(h, header.ContentEncoding, p.ContentEncoding)
	header.Set(h, header.ContentLanguage, p.ContentLanguage)
	header.Set(h, header.ContentDisposition, p.ContentDisposition)
	header.Set(h, header.CacheControl, p.CacheControl)
}

// newTags reads the x-ms-tags of a blob that is created.
func (c *call) newTags() (tags.Set, error) {
	t, err := tags.ParseHeader(c.Get(hTags))
	if err != nil {
		return nil, errcode.Newf(errcode.InvalidTags, err.Error()+".")
	}
	return t, nil
}

// creation holds the headers read by every operation that creates a blob.
type creation struct {
	preconditions
	properties store.Properties
	metadata   metadata.List
	tags       tags.Set
	tier       string
}

func (c *call) creation() (n creation, err error) {
	if n.preconditions, err = c.preconditions(); err != nil {
		return n, err
	}
	if n.properties, err = c.newProperties(); err != nil {
		return n, err
	}
	if n.metadata, err = c.Metadata(); err != nil {
		return n, err
	}
	if n.tags, err = c.newTags(); err != nil {
		return n, err
	}
	n.tier, err = c.tier()
	return n, err
}

// create publishes a blob in place of the current one. It keeps the lease, the snapshots and the trash, and nothing else.
// // BLOB-LEASE-23 BLOB-ETAG-37
func (c *call) create(n *creation, b store.Blob, also func(old *store.Blob, b *store.Blob) error) (*store.Blob, error) {
	return c.update(&n.preconditions, func(old *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		if err := mayOverwrite(c.Sender, old); err != nil {
			return nil, err
		}
		if err := online(old, at.Now); err != nil {
			return nil, err
		}
		b := b
		b.Committed, b.Created = true, at.Now
		b.Lease, b.Snapshots, b.Stamp, b.Trash = next.Lease, next.Snapshots, next.Stamp, c.overwritten(old, at)
		b.Properties, b.Metadata, b.Tags = n.properties, n.metadata, n.tags
		if n.tier != "" {
			b.Tier = store.Tier{Name: n.tier, Changed: at.Now}
		}
		if also != nil {
			if err := also(old, &b); err != nil {
				return nil, err
			}
		}
		c.restamp(&b.Stamp, at)
		b.Generation = b.Stamp.ETag
		return &b, nil
	})
}
