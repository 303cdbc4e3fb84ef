// Package document reads and writes the XML documents that services of a storage account share: stored access policies
// and service properties. A document that cannot be used is refused with the services' code for it; nothing is guessed.
package document

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"ifmatch/reference/errcode"
)

const head = `<?xml version="1.0" encoding="utf-8"?>`

// Decode reads a document into v, which must be its only element.
func Decode(body []byte, v any) error {
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

// Encode writes v as a document.
func Encode(v any) ([]byte, error) {
	body, err := xml.Marshal(v)
	return []byte(head + plain.Replace(string(body))), err
}

// plain undoes the escapes of encoding/xml that XML does not require; the documents have no attributes.
var plain = strings.NewReplacer("&#34;", `"`, "&#39;", "'", "&#x9;", "\t", "&#xA;", "\n")

func badNode(name, value string) error {
	return errcode.New(errcode.InvalidXMLNodeValue).With("XmlNodeName", name).With("XmlNodeValue", value)
}
