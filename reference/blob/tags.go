package blob

import (
	"errors"
	"net/http"
	"strconv"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/store"
	"ifmatch/reference/tags"
)

// tagsSince is the first version of the protocol that knows tags.
const tagsSince = "2019-12-12"

// tagDocument is the document of Get and Set Blob Tags.
type tagDocument struct {
	XMLName struct{} `xml:"Tags"`
	Set     *struct {
		List []struct {
			Key   string `xml:"Key"`
			Value string `xml:"Value"`
		} `xml:"Tag"`
	} `xml:"TagSet"`
}

// getTags is Get Blob Tags.
func getTags(c *call, w http.ResponseWriter) error {
	b, err := c.read()
	if err != nil {
		return err
	}
	var x document.Writer
	writeTags(&x, b.Tags)
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}

// setTags is Set Blob Tags. The blob keeps its stamp.
func setTags(c *call, w http.ResponseWriter) error {
	p, err := c.preconditions()
	if err != nil {
		return err
	}
	body, err := c.body(c.Rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	list, err := parseTags(body)
	if err != nil {
		return err
	}
	_, err = c.update(&p, func(_ *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		next.Tags = list
		c.restamp(&next.Stamp, at)
		return &next, nil
	})
	return frontend.Answered(w, http.StatusNoContent, err)
}

func parseTags(body []byte) (tags.Set, error) {
	var doc tagDocument
	if err := document.Decode(body, &doc); err != nil {
		return nil, err
	}
	if doc.Set == nil {
		return nil, errcode.New(errcode.MissingRequiredXMLNode).With("XmlNodeName", "TagSet")
	}
	list := make([]tags.Tag, 0, len(doc.Set.List))
	for _, t := range doc.Set.List {
		list = append(list, tags.Tag{Key: t.Key, Value: t.Value})
	}
	set, err := tags.New(list)
	if err != nil {
		return nil, errcode.Newf(errcode.InvalidTags, err.Error()+".")
	}
	return set, nil
}

// tagsShownSince is the first version of the protocol that shows the tags found by name. Earlier versions show the
// value of one tag.
const tagsShownSince = "2020-04-08"

// findBlobs is Find Blobs by Tags, in the account or in one container. The service's index may lag behind the blobs;
// this server has none, and looks at every blob. // BLOB-TAGS-10
func findBlobs(c *call, w http.ResponseWriter) error {
	p, err := c.paging("none", "versions")
	if err != nil {
		return err
	}
	expression := c.Query.Get("where")
	if expression == "" {
		return errcode.Newf(errcode.MissingRequiredQueryParameter, "The search needs an expression.").With("QueryParameterName", "where")
	}
	where, err := tags.ParseWhere(expression, c.container != "")
	if err != nil {
		return errcode.Newf(errcode.InvalidQueryParameterValue, err.Error()+".").With("QueryParameterName", "where") // BLOB-TAGS-11
	}
	f := finding{call: c, paging: p, where: where}
	f.Open("EnumerationResults", "ServiceEndpoint", c.Endpoint())
	f.Optional("Marker", p.marker)
	f.Element("Where", expression)
	if p.given {
		f.Element("MaxResults", strconv.Itoa(p.limit))
	}
	f.Open("Blobs")
	if c.container != "" {
		err = f.in(c.container)
	} else {
		err = f.everywhere()
	}
	if err != nil {
		return err
	}
	f.Close("Blobs")
	c.tail(&f.Writer, f.next)
	return frontend.SendXML(w, http.StatusOK, f.Bytes())
}

// finding is a Find Blobs by Tags response under construction. Its next place holds the name of a blob, and the name of
// its container in the snapshot field.
type finding struct {
	document.Writer
	paging
	call  *call
	where *tags.Where
}

// everywhere searches the containers one after the other.
func (f *finding) everywhere() (err error) {
	f.call.store().ListContainers(f.from.snapshot, func(name string, v *store.Container) bool {
		if !v.Deleted() && f.where.In(name) {
			if err = f.in(name); errors.Is(err, store.ErrNoContainer) {
				err = nil // it was deleted meanwhile
			}
		}
		return err == nil && f.next.name == ""
	})
	return err
}

// in searches one container.
func (f *finding) in(container string) error {
	from := ""
	if container == f.from.snapshot {
		from = f.from.name
	}
	return f.call.store().List(container, from, func(name string, b *store.Blob) bool {
		found := f.where.Find(b.Tags)
		if !b.Committed || len(found) == 0 {
			return true
		}
		if !f.room(name, container) {
			return false
		}
		f.entry(container, name, found)
		return true
	})
}

func (f *finding) entry(container, name string, found tags.Set) {
	f.Open("Blob")
	frontend.WriteName(&f.Writer, "Name", name)
	f.Element("ContainerName", container)
	if f.call.Version >= tagsShownSince {
		writeTags(&f.Writer, found)
	} else {
		f.Element("TagValue", found[0].Value)
	}
	f.Close("Blob")
}
