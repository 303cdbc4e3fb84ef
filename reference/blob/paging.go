package blob

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reference/errcode"
)

// paging is what listings of containers and of blobs have in common.
type paging struct {
	prefix  string
	marker  string // as given
	from    place
	limit   int
	given   bool // whether maxresults was given
	include []string
}

// place is where a listing goes on: at a name, or at one of its snapshots.
type place struct{ name, snapshot string }

func (c *call) paging(includes ...string) (p paging, err error) {
	p.prefix, p.marker = c.query.Get("prefix"), c.query.Get("marker")
	p.limit = c.s.rules.Limits.ListPage
	if v := c.query.Get("maxresults"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 {
			return p, errcode.BadQuery("maxresults", v)
		}
		p.limit, p.given = min(n, p.limit), true
	}
	if p.from, err = parseMarker(p.marker); err != nil {
		return p, err
	}
	if v := c.query.Get("include"); v != "" {
		p.include = strings.Split(v, ",")
		for _, i := range p.include {
			if !slices.Contains(includes, i) {
				return p, errcode.BadQuery("include", v)
			}
		}
	}
	return p, nil
}

func (p *paging) includes(what string) bool { return slices.Contains(p.include, what) }

// start is the first name that the listing has to look at.
func (p *paging) start() string { return max(p.prefix, p.from.name) }

// marker writes a place so that clients take it for what it is: opaque.
func (p place) marker() string {
	if p.name == "" {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString([]byte(p.snapshot + "\x00" + p.name))
}

func parseMarker(v string) (place, error) {
	if v == "" {
		return place{}, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(v)
	if err != nil {
		return place{}, errcode.BadQuery("marker", v)
	}
	snapshot, name, found := strings.Cut(string(b), "\x00")
	if !found {
		return place{}, errcode.BadQuery("marker", v)
	}
	return place{name, snapshot}, nil
}

// head opens a listing and repeats what was asked for.
func (c *call) head(d *document, p *paging) {
	d.raw(xmlHead + `<EnumerationResults ServiceEndpoint="`)
	d.text(c.endpoint())
	if c.container != "" {
		d.raw(`" ContainerName="`)
		d.text(c.container)
	}
	d.raw(`">`)
	d.optional("Prefix", p.prefix)
	d.optional("Marker", p.marker)
	if p.given {
		d.element("MaxResults", strconv.Itoa(p.limit))
	}
}

func (c *call) tail(d *document, next place) {
	d.element("NextMarker", next.marker())
	d.close("EnumerationResults")
}

// endpoint is the URL that the client calls the service by.
func (c *call) endpoint() string {
	scheme := "http"
	if c.r.TLS != nil || c.r.URL.Scheme == "https" {
		scheme = "https"
	}
	if hostNames(c.r.Host, c.s.account) {
		return scheme + "://" + c.r.Host + "/"
	}
	return scheme + "://" + c.r.Host + "/" + c.s.account + "/"
}
