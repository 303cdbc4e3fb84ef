package document

import (
	"encoding/xml"
	"time"

	"ifmatch/reference/errcode"
)

// Policy is a stored access policy.
type Policy struct {
	ID            string
	Start, Expiry time.Time // zero if the signature sets them
	Permission    string
}

// signedIdentifiers is the document that holds stored access policies.
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

// maxID is the largest length of a policy's id, in characters.
const maxID = 64

// ParsePolicies reads at most limit stored access policies. An empty body means that there are none.
func ParsePolicies(body []byte, limit int) ([]Policy, error) {
	if len(body) == 0 {
		return nil, nil
	}
	var doc signedIdentifiers
	if err := Decode(body, &doc); err != nil {
		return nil, err
	}
	if len(doc.List) > limit {
		return nil, errcode.Newf(errcode.InvalidXMLDocument, "There are more stored access policies than a resource can have.")
	}
	var policies []Policy
	seen := map[string]bool{}
	for _, item := range doc.List {
		if item.ID == "" || len([]rune(item.ID)) > maxID { // D:Set Container ACL, Set Queue ACL, Set Table ACL
			return nil, errcode.Newf(errcode.InvalidXMLDocument, "The id of a stored access policy must have between 1 and 64 characters.")
		}
		if seen[item.ID] {
			return nil, badNode("Id", item.ID)
		}
		seen[item.ID] = true
		p := Policy{ID: item.ID}
		if item.Policy != nil {
			var err error
			if p.Start, err = parseTime("Start", item.Policy.Start); err != nil {
				return nil, err
			}
			if p.Expiry, err = parseTime("Expiry", item.Policy.Expiry); err != nil {
				return nil, err
			}
			p.Permission = item.Policy.Permission
		}
		policies = append(policies, p)
	}
	return policies, nil
}

// EncodePolicies writes stored access policies.
func EncodePolicies(policies []Policy) ([]byte, error) {
	var doc signedIdentifiers
	for _, p := range policies {
		item := signedIdentifier{ID: p.ID}
		if p != (Policy{ID: p.ID}) {
			item.Policy = &accessPolicy{timeOf(p.Start), timeOf(p.Expiry), p.Permission}
		}
		doc.List = append(doc.List, item)
	}
	return Encode(&doc)
}

// layouts are the ISO 8601 formats in which policies are written.
var layouts = [...]string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04Z", time.DateOnly}

func parseTime(node, v string) (time.Time, error) {
	if v == "" {
		return time.Time{}, nil
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, v); err == nil && inRange(t.UTC()) {
			return t.UTC(), nil
		}
	}
	return time.Time{}, badNode(node, v)
}

// inRange reports whether a time can be written: a time near the ends may leave the range when converted to UTC.
func inRange(t time.Time) bool { return t.Year() >= 1 && t.Year() <= 9999 }

func timeOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.0000000Z")
}
