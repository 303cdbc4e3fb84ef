package blob

import (
	"net/http"
	"strconv"

	"ifmatch/reference/errcode"
)

// serviceProperties is the document of Get and Set Blob Service Properties. This server keeps it and does what the
// service's defaults do; settings that would change what other operations do are refused rather than ignored.
type serviceProperties struct {
	XMLName       struct{}         `xml:"StorageServiceProperties"`
	Logging       *logging         `xml:"Logging"`
	HourMetrics   *metrics         `xml:"HourMetrics"`
	MinuteMetrics *metrics         `xml:"MinuteMetrics"`
	Cors          *cors            `xml:"Cors"`
	Version       string           `xml:"DefaultServiceVersion,omitempty"`
	Retention     *retentionPolicy `xml:"DeleteRetentionPolicy"`
	Website       *staticWebsite   `xml:"StaticWebsite"`
}

type logging struct {
	Version         string
	Delete          bool
	Read            bool
	Write           bool
	RetentionPolicy retentionPolicy
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
	AllowedOrigins, AllowedMethods, AllowedHeaders, ExposedHeaders string
	MaxAgeInSeconds                                                int
}

type staticWebsite struct{ Enabled bool }

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
		Retention:     &retentionPolicy{},
		Website:       &staticWebsite{},
	}
}

// getServiceProperties is Get Blob Service Properties.
func getServiceProperties(c *call, w http.ResponseWriter) error {
	p := c.s.settingsNow()
	var x document
	x.open("StorageServiceProperties")
	x.open("Logging")
	x.element("Version", p.Logging.Version)
	x.element("Delete", strconv.FormatBool(p.Logging.Delete))
	x.element("Read", strconv.FormatBool(p.Logging.Read))
	x.element("Write", strconv.FormatBool(p.Logging.Write))
	x.retention("RetentionPolicy", p.Logging.RetentionPolicy)
	x.close("Logging")
	x.metrics("HourMetrics", p.HourMetrics)
	x.metrics("MinuteMetrics", p.MinuteMetrics)
	x.cors(p.Cors)
	x.optional("DefaultServiceVersion", p.Version)
	x.retention("DeleteRetentionPolicy", *p.Retention)
	x.open("StaticWebsite")
	x.element("Enabled", strconv.FormatBool(p.Website.Enabled))
	x.close("StaticWebsite")
	x.close("StorageServiceProperties")
	x.write(w, http.StatusOK)
	return nil
}

func (d *document) retention(name string, p retentionPolicy) {
	d.open(name)
	d.element("Enabled", strconv.FormatBool(p.Enabled))
	if p.Enabled {
		d.element("Days", strconv.Itoa(p.Days))
	}
	d.close(name)
}

func (d *document) metrics(name string, m *metrics) {
	d.open(name)
	d.element("Version", m.Version)
	d.element("Enabled", strconv.FormatBool(m.Enabled))
	if m.IncludeAPIs != nil {
		d.element("IncludeAPIs", strconv.FormatBool(*m.IncludeAPIs))
	}
	d.retention("RetentionPolicy", m.RetentionPolicy)
	d.close(name)
}

func (d *document) cors(c *cors) {
	d.open("Cors")
	for _, r := range c.Rules {
		d.open("CorsRule")
		d.element("AllowedOrigins", r.AllowedOrigins)
		d.element("AllowedMethods", r.AllowedMethods)
		d.element("MaxAgeInSeconds", strconv.Itoa(r.MaxAgeInSeconds))
		d.element("ExposedHeaders", r.ExposedHeaders)
		d.element("AllowedHeaders", r.AllowedHeaders)
		d.close("CorsRule")
	}
	d.close("Cors")
}

// setServiceProperties is Set Blob Service Properties. What the document leaves out stays as it was.
func setServiceProperties(c *call, w http.ResponseWriter) error {
	body, err := c.body(c.s.rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	var set serviceProperties
	if err := decodeXML(body, &set); err != nil {
		return err
	}
	switch {
	case set.Retention != nil && set.Retention.Enabled:
		return errcode.Newf(errcode.NotImplemented, "The reference server does not implement soft delete.")
	case set.Website != nil && set.Website.Enabled:
		return errcode.Newf(errcode.NotImplemented, "The reference server does not implement static websites.")
	}
	c.s.settings.Lock()
	defer c.s.settings.Unlock()
	c.s.store.SetSettings(merged(c.s.settingsNow(), set))
	return answer(w, http.StatusAccepted)
}

func merged(old, set serviceProperties) serviceProperties {
	if set.Logging != nil {
		old.Logging = set.Logging
	}
	if set.HourMetrics != nil {
		old.HourMetrics = set.HourMetrics
	}
	if set.MinuteMetrics != nil {
		old.MinuteMetrics = set.MinuteMetrics
	}
	if set.Cors != nil {
		old.Cors = set.Cors
	}
	if set.Version != "" {
		old.Version = set.Version
	}
	return old
}

// getAccount is Get Account Information.
func getAccount(_ *call, w http.ResponseWriter) error {
	h := w.Header()
	set(h, "X-Ms-Sku-Name", "Standard_LRS")
	set(h, "X-Ms-Account-Kind", "StorageV2")
	set(h, "X-Ms-Is-Hns-Enabled", "false")
	return answer(w, http.StatusOK)
}
