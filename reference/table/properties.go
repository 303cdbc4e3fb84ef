package table

import (
	"encoding/xml"
	"net/http"
	"strconv"
)

// serviceProperties is the document of Get and Set Table Service Properties. This server keeps it and does what the
// service's defaults do.
type serviceProperties struct {
	XMLName       xml.Name `xml:"StorageServiceProperties"`
	Logging       *logging
	HourMetrics   *metrics
	MinuteMetrics *metrics
	Cors          *cors
}

type logging struct {
	Version             string
	Delete, Read, Write bool
	RetentionPolicy     retentionPolicy
}

type metrics struct {
	Version         string
	Enabled         bool
	IncludeAPIs     *bool `xml:",omitempty"`
	RetentionPolicy retentionPolicy
}

type retentionPolicy struct {
	Enabled bool
	Days    int `xml:",omitempty"`
}

type cors struct {
	Rules []corsRule `xml:"CorsRule"`
}

type corsRule struct {
	AllowedOrigins, AllowedMethods string
	MaxAgeInSeconds                int
	ExposedHeaders, AllowedHeaders string
}

// settingsNow are the service's properties as they stand.
func (s *Service) settingsNow() serviceProperties {
	if p, ok := s.store.Settings().(serviceProperties); ok {
		return p
	}
	return serviceProperties{
		Logging:       &logging{Version: "1.0"},
		HourMetrics:   &metrics{Version: "1.0"},
		MinuteMetrics: &metrics{Version: "1.0"},
		Cors:          &cors{},
	}
}

// getServiceProperties is Get Table Service Properties.
func getServiceProperties(c *call, w http.ResponseWriter) error {
	p := c.s.settingsNow()
	return sendXML(w, &p)
}

// setServiceProperties is Set Table Service Properties. What the document leaves out stays as it was; there is no ETag
// to condition on, so the last one wins. // TABLE-TBL-09
func setServiceProperties(c *call, w http.ResponseWriter) error {
	body, err := c.body(c.s.rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	var given serviceProperties
	if err := decodeXML(body, &given); err != nil {
		return err
	}
	if err := given.check(); err != nil {
		return err
	}
	c.s.settings.Lock()
	defer c.s.settings.Unlock()
	next := c.s.settingsNow()
	replace(&next.Logging, given.Logging)
	replace(&next.HourMetrics, given.HourMetrics)
	replace(&next.MinuteMetrics, given.MinuteMetrics)
	replace(&next.Cors, given.Cors)
	c.s.store.SetSettings(next)
	return answer(w, http.StatusAccepted)
}

func replace[T any](old **T, given *T) {
	if given != nil {
		*old = given
	}
}

// check refuses retention of no days, and more rules than the service takes.
func (p *serviceProperties) check() error {
	var kept []retentionPolicy
	if p.Logging != nil {
		kept = append(kept, p.Logging.RetentionPolicy)
	}
	for _, m := range []*metrics{p.HourMetrics, p.MinuteMetrics} {
		if m != nil {
			kept = append(kept, m.RetentionPolicy)
		}
	}
	for _, r := range kept {
		if r.Enabled && (r.Days < 1 || r.Days > 365) {
			return badNode("Days", strconv.Itoa(r.Days))
		}
	}
	if p.Cors != nil && len(p.Cors.Rules) > 5 {
		return badNode("Cors", strconv.Itoa(len(p.Cors.Rules)))
	}
	return nil
}
