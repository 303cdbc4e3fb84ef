package document

import (
	"cmp"
	"encoding/xml"
	"errors"

	"ifmatch/reference/errcode"
)

// Properties are the properties of a service.
type Properties struct {
	XMLName       xml.Name `xml:"StorageServiceProperties"`
	Logging       *Logging
	HourMetrics   *Metrics
	MinuteMetrics *Metrics
	CORS          *CORS             `xml:"Cors"`
	Protocols     *ProtocolSettings `xml:"ProtocolSettings"`
	*BlobProperties
}

// ProtocolSettings are the settings that only a File service has. Microsoft's Python client fails on an answer without them.
type ProtocolSettings struct{ SMB SMBSettings }

// SMBSettings are the settings of SMB.
type SMBSettings struct{ Multichannel Multichannel }

// Multichannel says whether SMB clients may use several connections for one session.
type Multichannel struct{ Enabled bool }

// BlobProperties are the properties that only a Blob service has; other services have none.
type BlobProperties struct {
	Version   string         `xml:"DefaultServiceVersion,omitempty"`
	Retention *Retention     `xml:"DeleteRetentionPolicy"`
	Website   *StaticWebsite `xml:"StaticWebsite"`
}

// StaticWebsite says whether a container is served as a website.
type StaticWebsite struct{ Enabled bool }

// Logging says which requests are logged.
type Logging struct {
	Version             string
	Delete, Read, Write bool
	RetentionPolicy     Retention
}

// Metrics says which metrics are collected.
type Metrics struct {
	Version         string
	Enabled         bool
	IncludeAPIs     *bool `xml:",omitempty"`
	RetentionPolicy Retention
}

// Retention says for how many days data is kept.
type Retention struct {
	Enabled bool
	Days    int `xml:",omitempty"`
	// Permanent says whether clients may delete for good what was deleted softly. Only blobs have it.
	Permanent bool `xml:"AllowPermanentDelete,omitempty"`
}

// UnmarshalXML reads a policy. One that does not say whether it is enabled is refused. // D:Set Blob Service Properties;
// azblob 1.8.3: TestAccountDeleteRetentionPolicyEmpty
func (r *Retention) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	var given struct {
		Enabled   *bool
		Days      int
		Permanent bool `xml:"AllowPermanentDelete"`
	}
	if err := d.DecodeElement(&given, &start); err != nil {
		return err
	}
	if given.Enabled == nil {
		return errors.New("a retention policy does not say whether it is enabled")
	}
	*r = Retention{*given.Enabled, given.Days, given.Permanent}
	return nil
}

// DefaultProperties returns the properties of a service for which none were set.
func DefaultProperties() Properties {
	return Properties{
		Logging:       &Logging{Version: "1.0"},
		HourMetrics:   &Metrics{Version: "1.0"},
		MinuteMetrics: &Metrics{Version: "1.0"},
		CORS:          &CORS{},
	}
}

// ParseProperties reads a document of properties. Any part may be missing.
func ParseProperties(body []byte) (Properties, error) {
	var p Properties
	if err := Decode(body, &p); err != nil {
		return Properties{}, err
	}
	return p, p.check()
}

// None is the refusal of properties of which none is given. Queues and tables refuse them.
func (p Properties) None() error {
	if p == (Properties{XMLName: p.XMLName}) {
		return errcode.Newf(errcode.InvalidXMLDocument, "The document sets no property.")
	}
	return nil
}

// Replaced returns the properties with the given ones in their place. Parts that are not given stay unchanged.
func (p Properties) Replaced(given Properties) Properties {
	replace(&p.Logging, given.Logging)
	replace(&p.HourMetrics, given.HourMetrics)
	replace(&p.MinuteMetrics, given.MinuteMetrics)
	replace(&p.CORS, given.CORS)
	if own := p.BlobProperties; own != nil && given.BlobProperties != nil {
		p.BlobProperties = &BlobProperties{cmp.Or(given.Version, own.Version), cmp.Or(given.Retention, own.Retention), own.Website}
	}
	return p
}

func replace[T any](old **T, given *T) {
	if given != nil {
		*old = given
	}
}

// maxDays is the longest retention.
const maxDays = 365

// check refuses retention without days, and CORS rules that a service does not accept. // D:Set Blob Service Properties
func (p *Properties) check() error {
	var kept []Retention
	if p.Logging != nil {
		kept = append(kept, p.Logging.RetentionPolicy)
	}
	for _, m := range []*Metrics{p.HourMetrics, p.MinuteMetrics} {
		if m != nil {
			kept = append(kept, m.RetentionPolicy)
		}
	}
	if p.BlobProperties != nil && p.Retention != nil {
		kept = append(kept, *p.Retention)
	}
	for _, r := range kept {
		if r.Enabled && (r.Days < 1 || r.Days > maxDays) {
			return errcode.Newf(errcode.InvalidXMLDocument, "The retention must be 1 to 365 days.")
		}
	}
	if p.CORS != nil {
		return p.CORS.check()
	}
	return nil
}
