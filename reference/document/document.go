// Package document reads and writes the XML documents that services of a storage account share: stored access policies
// and service properties. A document that cannot be used is refused with the services' code for it; nothing is guessed.
package document

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

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

// Writer makes an XML document, element by element. The zero Writer is an empty document.
type Writer struct{ b []byte }

// Bytes returns the document so far.
func (w *Writer) Bytes() []byte { return w.b }

// Open begins an element, which may have attributes: pairs of a name and a value.
func (w *Writer) Open(name string, attributes ...string) {
	if len(w.b) == 0 {
		w.raw(head)
	}
	w.raw("<")
	w.raw(name)
	for i := 0; i < len(attributes); i += 2 {
		w.raw(" ")
		w.raw(attributes[i])
		w.raw(`="`)
		w.b = append(w.b, attribute.Replace(string(AppendText(nil, attributes[i+1])))...)
		w.raw(`"`)
	}
	w.raw(">")
}

// Close ends an element.
func (w *Writer) Close(name string) {
	w.raw("</")
	w.raw(name)
	w.raw(">")
}

// Element writes an element that holds a text.
func (w *Writer) Element(name, text string) {
	w.Open(name)
	w.Text(text)
	w.Close(name)
}

// Optional writes an element unless its text is empty.
func (w *Writer) Optional(name, text string) {
	if text != "" {
		w.Element(name, text)
	}
}

// Number writes an element that holds a number.
func (w *Writer) Number(name string, n int64) {
	w.Open(name)
	w.b = strconv.AppendInt(w.b, n, 10)
	w.Close(name)
}

func (w *Writer) raw(s string) { w.b = append(w.b, s...) }

// attribute escapes characters that a text may hold but an attribute may not, or would lose.
// // Extensible Markup Language 1.0, 3.3.3
var attribute = strings.NewReplacer(`"`, "&#34;", "\t", "&#x9;", "\n", "&#xA;")

// Text writes a text into the open element.
func (w *Writer) Text(s string) {
	w.b = AppendText(w.b, s)
}

// AppendText appends a text to a document. Like the service, it escapes only what XML requires: clients that cut texts
// out of a document must find apostrophes and line breaks unchanged. It escapes carriage returns, because every reader
// would turn them into line feeds, and replaces characters that XML cannot hold.
// // Extensible Markup Language 1.0, 2.2, 2.4, 2.11
func AppendText(b []byte, s string) []byte {
	from := 0
	for i, c := range s {
		var instead string
		switch {
		case c == '<':
			instead = "&lt;"
		case c == '>':
			instead = "&gt;"
		case c == '&':
			instead = "&amp;"
		case c == '\r':
			instead = "&#xD;"
		case !Holds(c) || c == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			instead = "\uFFFD"
		default:
			continue
		}
		b = append(append(b, s[from:i]...), instead...)
		_, size := utf8.DecodeRuneInString(s[i:])
		from = i + size
	}
	return append(b, s[from:]...)
}

// Holds reports whether XML can hold a character.
func Holds(c rune) bool {
	return c >= 0x20 && c <= 0xD7FF || c == '\t' || c == '\n' || c == '\r' || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000
}
