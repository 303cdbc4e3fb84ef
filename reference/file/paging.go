package file

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
)

// paging holds the parameters shared by lists.
type paging struct {
	prefix, marker string // as given
	from           string // the decoded marker
	limit          int
	given          bool // whether maxresults was given
	include        []string
}

func (c *call) paging(includes ...string) (p paging, err error) {
	p.prefix, p.marker = c.Query.Get("prefix"), c.Query.Get("marker")
	p.limit = c.Rules.File.Limits.ListPage
	if c.Query.Has("maxresults") {
		v := c.Query.Get("maxresults")
		n, err := strconv.Atoi(v)
		switch {
		case err != nil:
			return p, errcode.BadQuery("maxresults", v)
		case n < 1:
			return p, errcode.QueryOutOfRange("maxresults", v, "1", strconv.Itoa(p.limit)) // FILE-HND-08
		}
		p.limit, p.given = min(n, p.limit), true
	}
	from, perr := base64.RawURLEncoding.DecodeString(p.marker)
	if perr != nil {
		return p, errcode.BadQuery("marker", p.marker)
	}
	p.from = string(from)
	if v := c.Query.Get("include"); v != "" {
		for i := range strings.SplitSeq(v, ",") {
			i = strings.ToLower(strings.TrimSpace(i))
			if !slices.Contains(includes, i) {
				return p, errcode.BadQuery("include", v)
			}
			p.include = append(p.include, i)
		}
	}
	return p, nil
}

func (p *paging) includes(what string) bool { return slices.Contains(p.include, what) }

// head repeats the parameters of the request.
func (p *paging) head(x *document.Writer) {
	if p.prefix != "" {
		frontend.WriteName(x, "Prefix", p.prefix)
	}
	x.Optional("Marker", p.marker)
	if p.given {
		x.Element("MaxResults", strconv.Itoa(p.limit))
	}
}

// tail writes where the next page begins, and ends the document.
func tail(x *document.Writer, next string) {
	x.Element("NextMarker", base64.RawURLEncoding.EncodeToString([]byte(next)))
	x.Close("EnumerationResults")
}
