package frontend

import (
	"cmp"
	"net/http"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/etag"
	"ifmatch/reference/header"
	"ifmatch/reference/metadata"
)

// GetServiceProperties answers with the service's properties.
func (c *Call) GetServiceProperties(w http.ResponseWriter) error {
	shown := *c.properties.Load()
	if own := shown.BlobProperties; own != nil && own.Retention == nil {
		full := *own
		full.Retention, shown.BlobProperties = new(c.retention()), &full
	}
	body, err := document.Encode(&shown)
	if err != nil {
		return err
	}
	return SendXML(w, http.StatusOK, body)
}

// SetServiceProperties replaces the service's properties by those in the body of the request.
func (c *Call) SetServiceProperties(w http.ResponseWriter) error {
	body, err := c.Body(c.Rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	given, err := document.ParseProperties(body)
	if err = cmp.Or(err, given.None()); err != nil {
		return err
	}
	return c.ReplaceProperties(w, given)
}

// ReplaceProperties replaces the service's properties. Properties that are not given stay unchanged. There is no ETag
// for a condition, so the last write wins. // QUEUE-LWW-01 QUEUE-LWW-10 TABLE-TBL-09
func (c *Call) ReplaceProperties(w http.ResponseWriter, given document.Properties) error {
	c.settings.Lock()
	defer c.settings.Unlock()
	next := c.properties.Load().Replaced(given)
	c.log.Begin()
	c.log.Append(propertiesRecord(&next))
	c.properties.Store(&next)
	c.log.End()
	return Answer(w, http.StatusAccepted)
}

// Retention returns how long blobs are kept that are deleted softly, or 0 if they are deleted for good.
func (c *Call) Retention() time.Duration {
	if r := c.retention(); r.Enabled {
		return time.Duration(r.Days) * day
	}
	return 0
}

const day = 24 * time.Hour

// retention is the policy for blobs. Until a client sets one, they are kept as long as containers.
func (c *Call) retention() document.Retention {
	if own := c.properties.Load().BlobProperties; own != nil && own.Retention != nil {
		return *own.Retention
	}
	keep := c.Rules.Limits.ContainersKept
	return document.Retention{Enabled: keep > 0, Days: int(keep / day)}
}

// Policies reads the stored access policies in the body of a request.
func (c *Call) Policies() ([]document.Policy, error) {
	body, err := c.Body(c.Rules.Limits.DocumentBody)
	if err != nil {
		return nil, err
	}
	return document.ParsePolicies(body, c.Rules.Limits.SignedPolicies)
}

// SendPolicies answers with stored access policies. It shows a new list at once, even where its effect may be delayed.
// // BLOB-CONS-12 QUEUE-LWW-09
func SendPolicies(w http.ResponseWriter, policies []document.Policy) error {
	body, err := document.EncodePolicies(policies)
	if err != nil {
		return err
	}
	return SendXML(w, http.StatusOK, body)
}

// ShowStamp sets the headers of a stamp.
func ShowStamp(h http.Header, s etag.Stamp) {
	header.Set(h, header.ETag, s.ETag)
	header.Set(h, header.LastModified, s.HTTPDate)
}

// ShowMetadata sets the headers of metadata.
func (c *Call) ShowMetadata(h http.Header, l metadata.List) {
	if len(l) > 0 {
		l.Show(h, metadata.SpellingOf(c.Request.Context()))
	}
}

// Metadata reads the metadata in the headers of a request.
func (c *Call) Metadata() (metadata.List, error) {
	return metadata.Parse(c.Header, c.Rules.Limits.Metadata, metadata.SpellingOf(c.Request.Context()))
}
