package blob

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
)

// paging holds the parameters shared by lists of containers and of blobs.
type paging struct {
	prefix  string
	marker  string // as given
	from    listPosition
	limit   int
	given   bool // whether maxresults was given
	include []string

	listed int          // entries so far
	next   listPosition // where the next page begins
}

// listPosition is where a list continues: at a name, or at one of its snapshots.
type listPosition struct{ name, snapshot string }

func (c *call) paging(includes ...string) (p paging, err error) {
	p.prefix, p.marker = c.Query.Get("prefix"), c.Query.Get("marker")
	p.limit = c.Rules.Limits.ListPage
	if v := c.Query.Get("maxresults"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 {
			return p, errcode.BadQuery("maxresults", v)
		}
		p.limit, p.given = min(n, p.limit), true
	}
	if p.from, err = parseMarker(p.marker); err != nil {
		return p, err
	}
	if v := c.Query.Get("include"); v != "" {
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

// room reports whether the page has room for an entry, and counts it. If there is no room, the next page begins with
// the entry.
func (p *paging) room(name, snapshot string) bool {
	if p.listed == p.limit {
		p.next = listPosition{name, snapshot}
		return false
	}
	p.listed++
	return true
}

// start returns the first name that the list has to look at.
func (p *paging) start() string { return max(p.prefix, p.from.name) }

// marker encodes a position, so that clients see an opaque text.
func (p listPosition) marker() string {
	if p.name == "" {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString([]byte(p.snapshot + "\x00" + p.name))
}

func parseMarker(v string) (listPosition, error) {
	if v == "" {
		return listPosition{}, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(v)
	if err != nil {
		return listPosition{}, errcode.BadQuery("marker", v)
	}
	snapshot, name, found := strings.Cut(string(b), "\x00")
	if !found {
		return listPosition{}, errcode.BadQuery("marker", v)
	}
	return listPosition{name, snapshot}, nil
}

// head opens a list and repeats the parameters of the request.
func (c *call) head(x *document.Writer, p *paging) {
	attributes := []string{"ServiceEndpoint", c.Endpoint()}
	if c.container != "" {
		attributes = append(attributes, "ContainerName", c.container)
	}
	x.Open("EnumerationResults", attributes...)
	x.Optional("Prefix", p.prefix)
	x.Optional("Marker", p.marker)
	if p.given {
		x.Element("MaxResults", strconv.Itoa(p.limit))
	}
}

func (c *call) tail(x *document.Writer, next listPosition) {
	x.Element("NextMarker", next.marker())
	x.Close("EnumerationResults")
}
