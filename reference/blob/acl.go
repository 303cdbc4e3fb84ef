package blob

import (
	"net/http"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/store"
)

// signedIdentifiers is the document of Get and Set Container ACL.
type signedIdentifiers struct {
	XMLName struct{} `xml:"SignedIdentifiers"`
	List    []struct {
		ID     string `xml:"Id"`
		Policy *struct {
			Start      string `xml:"Start"`
			Expiry     string `xml:"Expiry"`
			Permission string `xml:"Permission"`
		} `xml:"AccessPolicy"`
	} `xml:"SignedIdentifier"`
}

// getACL is Get Container ACL. It shows a new list at once, also where its effect may be delayed. // BLOB-CONS-12
func getACL(c *call, w http.ResponseWriter) error {
	v, err := c.readContainer()
	if err != nil {
		return err
	}
	c.stamp(w.Header(), v.Stamp)
	set(w.Header(), hBlobPublicAccess, v.Public)
	var x document
	x.open("SignedIdentifiers")
	for _, p := range v.Policies {
		x.open("SignedIdentifier")
		x.element("Id", p.ID)
		x.open("AccessPolicy")
		x.optional("Start", policyTime(p.Start))
		x.optional("Expiry", policyTime(p.Expiry))
		x.optional("Permission", p.Permission)
		x.close("AccessPolicy")
		x.close("SignedIdentifier")
	}
	x.close("SignedIdentifiers")
	x.write(w, http.StatusOK)
	return nil
}

func policyTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return timeOfDay(t)
}

// setACL is Set Container ACL. // CONT-ETAG-03
func setACL(c *call, w http.ResponseWriter) error {
	public, err := c.publicAccess()
	if err != nil {
		return err
	}
	body, err := c.body(c.s.rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	policies, err := c.parsePolicies(body)
	if err != nil {
		return err
	}
	done, err := c.updateContainer(func(next *store.Container, _ store.Moment) error {
		next.Policies, next.Public = policies, public
		return nil
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	return answer(w, http.StatusOK)
}

func (c *call) parsePolicies(body []byte) ([]store.Policy, error) {
	if len(body) == 0 {
		return nil, nil
	}
	var doc signedIdentifiers
	if err := decodeXML(body, &doc); err != nil {
		return nil, err
	}
	if len(doc.List) > c.s.rules.Limits.SignedPolicies {
		return nil, errcode.Newf(errcode.InvalidXMLDocument, "A container has at most five stored access policies.")
	}
	var policies []store.Policy
	for _, item := range doc.List {
		p := store.Policy{ID: item.ID}
		if len(p.ID) == 0 || len(p.ID) > 64 {
			return nil, errcode.New(errcode.InvalidXMLNodeValue).With("XmlNodeName", "Id").With("XmlNodeValue", p.ID)
		}
		for _, q := range policies {
			if q.ID == p.ID {
				return nil, errcode.New(errcode.InvalidXMLNodeValue).With("XmlNodeName", "Id").With("XmlNodeValue", p.ID)
			}
		}
		if item.Policy != nil {
			var err error
			if p.Start, err = parsePolicyTime("Start", item.Policy.Start); err != nil {
				return nil, err
			}
			if p.Expiry, err = parsePolicyTime("Expiry", item.Policy.Expiry); err != nil {
				return nil, err
			}
			p.Permission = item.Policy.Permission
		}
		policies = append(policies, p)
	}
	return policies, nil
}

// policyLayouts are the forms of ISO 8601 that policies and signatures are written in.
var policyLayouts = [...]string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04Z", time.DateOnly}

func parsePolicyTime(node, v string) (time.Time, error) {
	if v == "" {
		return time.Time{}, nil
	}
	for _, layout := range policyLayouts {
		if t, err := time.Parse(layout, v); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, errcode.New(errcode.InvalidXMLNodeValue).With("XmlNodeName", node).With("XmlNodeValue", v)
}
