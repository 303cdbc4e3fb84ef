package table

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/store/entities"
)

// signedIdentifiers is the document of Get and Set Table ACL.
type signedIdentifiers struct {
	XMLName xml.Name           `xml:"SignedIdentifiers"`
	List    []signedIdentifier `xml:"SignedIdentifier"`
}

type signedIdentifier struct {
	ID     string        `xml:"Id"`
	Policy *accessPolicy `xml:"AccessPolicy"`
}

type accessPolicy struct {
	Start      string `xml:"Start,omitempty"`
	Expiry     string `xml:"Expiry,omitempty"`
	Permission string `xml:"Permission,omitempty"`
}

// getACL is Get Table ACL.
func getACL(c *call, w http.ResponseWriter) error {
	t := c.s.store.Table(c.table)
	if t == nil {
		return errcode.New(errcode.TableNotFound)
	}
	var doc signedIdentifiers
	for _, p := range t.Policies {
		doc.List = append(doc.List, signedIdentifier{p.ID, &accessPolicy{policyTime(p.Start), policyTime(p.Expiry), p.Permission}})
	}
	return sendXML(w, &doc)
}

func policyTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return timeOfDay(t)
}

// setACL is Set Table ACL. It replaces the whole list, unconditionally. // TABLE-TBL-09
func setACL(c *call, w http.ResponseWriter) error {
	body, err := c.body(c.s.rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	policies, err := c.parsePolicies(body)
	if err != nil {
		return err
	}
	if c.s.store.Table(c.table) == nil {
		return errcode.New(errcode.TableNotFound)
	}
	_, err = c.s.store.UpdateTable(c.table, func(old *entities.Table, _ time.Time) (*entities.Table, error) {
		if old == nil || old.Deleted() {
			return nil, errcode.New(errcode.TableNotFound)
		}
		next := *old
		next.Policies = policies
		return &next, nil
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusNoContent)
}

func (c *call) parsePolicies(body []byte) ([]entities.Policy, error) {
	if len(body) == 0 {
		return nil, nil
	}
	var doc signedIdentifiers
	if err := decodeXML(body, &doc); err != nil {
		return nil, err
	}
	if len(doc.List) > c.s.rules.Table.Limits.SignedPolicies {
		return nil, errcode.Newf(errcode.InvalidXMLDocument, "A table has at most five stored access policies.")
	}
	var policies []entities.Policy
	seen := map[string]bool{}
	for _, item := range doc.List {
		if item.ID == "" || len(item.ID) > 64 || seen[item.ID] {
			return nil, badNode("Id", item.ID)
		}
		seen[item.ID] = true
		p := entities.Policy{ID: item.ID}
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

func badNode(name, value string) error {
	return errcode.New(errcode.InvalidXMLNodeValue).With("XmlNodeName", name).With("XmlNodeValue", value)
}

// policyLayouts are the forms of ISO 8601 that policies are written in.
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
	return time.Time{}, badNode(node, v)
}

// decodeXML reads a body into v, which is to be the only element.
func decodeXML(body []byte, v any) error {
	d := xml.NewDecoder(bytes.NewReader(body))
	if err := d.Decode(v); err != nil {
		return errcode.New(errcode.InvalidXMLDocument)
	}
	for {
		switch t, err := d.Token(); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return errcode.New(errcode.InvalidXMLDocument)
		default:
			if _, ok := t.(xml.StartElement); ok {
				return errcode.New(errcode.InvalidXMLDocument)
			}
		}
	}
}

func sendXML(w http.ResponseWriter, v any) error {
	body, err := xml.Marshal(v)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, "application/xml", append([]byte(`<?xml version="1.0" encoding="utf-8"?>`), body...))
	return nil
}
