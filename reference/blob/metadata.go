package blob

import (
	"crypto/md5"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/tags"
)

// metadata reads the x-ms-meta- headers of a request. Names are kept in lower case: Go's server has lost the case that
// they were sent in, and the service compares them without it.
func (c *call) metadata() (store.Metadata, error) {
	var m store.Metadata
	size := 0
	for name, values := range c.h {
		if !strings.HasPrefix(name, hMetadata) {
			continue
		}
		key := strings.ToLower(name[len(hMetadata):])
		if key == "" {
			return nil, errcode.New(errcode.EmptyMetadataKey)
		}
		if !identifier(key) {
			return nil, errcode.New(errcode.InvalidMetadata)
		}
		value := strings.Join(values, ",")
		size += len(key) + len(value)
		m = append(m, store.Pair{Name: key, Value: value})
	}
	if size > c.s.rules.Limits.Metadata {
		return nil, errcode.New(errcode.MetadataTooLarge)
	}
	slices.SortFunc(m, func(a, b store.Pair) int { return strings.Compare(a.Name, b.Name) })
	return m, nil
}

// identifier reports whether a metadata name follows the naming rules for C# identifiers, as far as headers go.
func identifier(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', c == '_':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return true
}

func showMetadata(h http.Header, m store.Metadata) {
	for _, p := range m {
		h[http.CanonicalHeaderKey(hMetadata+p.Name)] = []string{p.Value}
	}
}

func (d *document) metadata(m store.Metadata) {
	if len(m) == 0 {
		return
	}
	d.open("Metadata")
	for _, p := range m {
		d.element(p.Name, p.Value)
	}
	d.close("Metadata")
}

// properties reads the x-ms-blob-content- headers of a request, and whether there is any.
func (c *call) properties() (p store.Properties, given bool, err error) {
	p = store.Properties{
		ContentType:        c.get(hBlobContentType),
		ContentEncoding:    c.get(hBlobEncoding),
		ContentLanguage:    c.get(hBlobLanguage),
		ContentDisposition: c.get(hBlobDisposition),
		CacheControl:       c.get(hBlobCacheControl),
		MD5:                c.get(hBlobMD5),
	}
	if p.MD5 != "" && !isMD5(p.MD5) {
		return p, true, errcode.New(errcode.InvalidMD5)
	}
	return p, p != store.Properties{}, nil
}

func isMD5(v string) bool {
	sum, err := base64.StdEncoding.DecodeString(v)
	return err == nil && len(sum) == md5.Size
}

// newProperties are the properties of a blob that is created. Where the body is the blob itself, the standard headers
// stand in for what is missing.
func (c *call) newProperties() (store.Properties, error) {
	p, _, err := c.properties()
	if err != nil {
		return p, err
	}
	if c.op == op.PutBlob {
		p.ContentType = first(p.ContentType, c.get(hContentType))
		p.ContentEncoding = first(p.ContentEncoding, c.get(hContentEncoding))
		p.ContentLanguage = first(p.ContentLanguage, c.get(hContentLanguage))
		p.CacheControl = first(p.CacheControl, c.get(hCacheControl))
	}
	p.ContentType = first(p.ContentType, defaultType)
	return p, nil
}

const defaultType = "application/octet-stream"

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

func showProperties(h http.Header, p store.Properties) {
	set(h, hContentType, first(p.ContentType, defaultType))
	set(h, hContentEncoding, p.ContentEncoding)
	set(h, hContentLanguage, p.ContentLanguage)
	set(h, hContentDisposition, p.ContentDisposition)
	set(h, hCacheControl, p.CacheControl)
}

// newTags reads x-ms-tags of a blob that is created.
func (c *call) newTags() (tags.Set, error) {
	t, err := tags.ParseHeader(c.get(hTags))
	if err != nil {
		return nil, errcode.Newf(errcode.InvalidTags, err.Error()+".")
	}
	return t, nil
}

// creation is what every operation that creates a blob reads from its headers.
type creation struct {
	preconditions
	properties store.Properties
	metadata   store.Metadata
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
	if n.metadata, err = c.metadata(); err != nil {
		return n, err
	}
	if n.tags, err = c.newTags(); err != nil {
		return n, err
	}
	n.tier, err = c.tier()
	return n, err
}

// create publishes a blob in the place of what stands: it keeps the lease and the snapshots, and nothing else.
// // BLOB-LEASE-23 BLOB-ETAG-37
func (c *call) create(n *creation, b store.Blob, also func(old *store.Blob, b *store.Blob) error) (*store.Blob, error) {
	return c.update(&n.preconditions, func(old *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		if err := mayOverwrite(c.id, old); err != nil {
			return nil, err
		}
		b := b
		b.Committed, b.Created = true, at.Now
		b.Lease, b.Snapshots, b.Stamp = next.Lease, next.Snapshots, next.Stamp
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
		return &b, nil
	})
}
