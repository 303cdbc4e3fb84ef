package frontend

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"time"

	"ifmatch/reference/auth"
	"ifmatch/reference/clock"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
)

// maxDelegation is how far the expiry of a user delegation key may be. // D:Get User Delegation Key
const maxDelegation = 7 * 24 * time.Hour

// nobody is the object or tenant in keys of tokens that name none.
const nobody = "00000000-0000-0000-0000-000000000000"

// keyInfo is the document of Get User Delegation Key.
type keyInfo struct {
	XMLName struct{} `xml:"KeyInfo"`
	Start   string   `xml:"Start"`
	Expiry  string   `xml:"Expiry"`
	Tenant  string   `xml:"DelegatedUserTid"`
}

// GetUserDelegationKey answers with a key that signs in the name of the sender, who must have sent a bearer token.
func (c *Call) GetUserDelegationKey(w http.ResponseWriter) error {
	user := c.Sender.Token
	if user == nil {
		return errcode.Newf(errcode.AuthenticationFailed, "Server failed to authenticate the request. Only authentication scheme Bearer is supported.")
	}
	start, expiry, err := c.delegated()
	if err != nil {
		return err
	}
	d := auth.Delegation{
		Object: cmp.Or(user.Object, nobody), Tenant: cmp.Or(user.Tenant, nobody),
		Start: start.Format(auth.DelegationTime), Expiry: expiry.Format(auth.DelegationTime),
		Service: auth.Letter(string(c.name)), Version: c.Version,
	}
	var x document.Writer
	x.Open("UserDelegationKey")
	x.Element("SignedOid", d.Object)
	x.Element("SignedTid", d.Tenant)
	x.Element("SignedStart", d.Start)
	x.Element("SignedExpiry", d.Expiry)
	x.Element("SignedService", d.Service)
	x.Element("SignedVersion", d.Version)
	x.Element("Value", base64.StdEncoding.EncodeToString(d.Key(c.Key)))
	x.Close("UserDelegationKey")
	return SendXML(w, http.StatusOK, x.Bytes())
}

// delegated reads the period for which a key is wanted.
func (c *Call) delegated() (start, expiry time.Time, err error) {
	body, err := c.Body(c.Rules.Limits.DocumentBody)
	if err != nil {
		return start, expiry, err
	}
	var sent keyInfo
	if err := document.Decode(body, &sent); err != nil {
		return start, expiry, err
	}
	now := clock.OfSenders(c.Clock).UTC()
	if start = now; sent.Start != "" {
		if start, err = time.Parse(time.RFC3339, sent.Start); err != nil {
			return start, expiry, badNode("Start", sent.Start)
		}
	}
	switch expiry, err = time.Parse(time.RFC3339, sent.Expiry); {
	case sent.Expiry == "":
		return start, expiry, errcode.New(errcode.MissingRequiredXMLNode).With("XmlNodeName", "Expiry")
	case err != nil || !expiry.After(start) || !expiry.After(now) || expiry.Sub(now) > maxDelegation:
		return start, expiry, badNode("Expiry", sent.Expiry)
	case sent.Tenant != "":
		return start, expiry, errcode.Newf(errcode.NotImplemented, "The reference server does not implement what DelegatedUserTid asks for.")
	}
	return start.UTC(), expiry.UTC(), nil
}

func badNode(name, value string) error {
	return errcode.New(errcode.InvalidXMLNodeValue).With("XmlNodeName", name).With("XmlNodeValue", value)
}
