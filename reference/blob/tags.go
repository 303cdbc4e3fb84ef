package blob

import (
	"net/http"

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
	if err != nil {
		return err
	}
	return frontend.Answer(w, http.StatusNoContent)
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
