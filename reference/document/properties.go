package document

import (
	"encoding/xml"
	"strconv"
)

// Properties are the properties of a service.
type Properties struct {
	XMLName       xml.Name `xml:"StorageServiceProperties"`
	Logging       *Logging
	HourMetrics   *Metrics
	MinuteMetrics *Metrics
	CORS          *CORS `xml:"Cors"`
}

// Logging says which requests are logged.
type Logging struct {
	Version             string
	Delete, Read, Write bool
	RetentionPolicy     Retention
}

// Metrics says what is counted.
type Metrics struct {
	Version         string
	Enabled         bool
	IncludeAPIs     *bool `xml:",omitempty"`
	RetentionPolicy Retention
}

// Retention says for how many days something is kept.
type Retention struct {
	Enabled bool
	Days    int `xml:",omitempty"`
}

// CORS says what scripts of other origins may do.
type CORS struct {
	Rules []CORSRule `xml:"CorsRule"`
}

// CORSRule is one such permission.
type CORSRule struct {
	AllowedOrigins, AllowedMethods string
	MaxAgeInSeconds                int
	ExposedHeaders, AllowedHeaders string
}

// DefaultProperties are those of a service for which none were set.
func DefaultProperties() Properties {
	return Properties{
		Logging:       &Logging{Version: "1.0"},
		HourMetrics:   &Metrics{Version: "1.0"},
		MinuteMetrics: &Metrics{Version: "1.0"},
		CORS:          &CORS{},
	}
}

// ParseProperties reads a document of properties, of which any part may be left out.
func ParseProperties(body []byte) (Properties, error) {
	var p Properties
	if err := Decode(body, &p); err != nil {
		return Properties{}, err
	}
	return p, p.check()
}

// Replaced are the properties after others were given. What a document leaves out stays as it was.
func (p Properties) Replaced(given Properties) Properties {
	replace(&p.Logging, given.Logging)
	replace(&p.HourMetrics, given.HourMetrics)
	replace(&p.MinuteMetrics, given.MinuteMetrics)
	replace(&p.CORS, given.CORS)
	return p
}

func replace[T any](old **T, given *T) {
	if given != nil {
		*old = given
	}
}

// The limits of what is set.
const (
	maxDays  = 365
	maxRules = 5
)

// check refuses retention of no days, and more rules than a service takes.
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
	for _, r := range kept {
		if r.Enabled && (r.Days < 1 || r.Days > maxDays) {
			return badNode("Days", strconv.Itoa(r.Days))
		}
	}
	if p.CORS != nil && len(p.CORS.Rules) > maxRules {
		return badNode("Cors", strconv.Itoa(len(p.CORS.Rules)))
	}
	return nil
}
