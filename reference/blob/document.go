package blob

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"unicode/utf8"

	"ifmatch/reference/errcode"
)

// document is an XML document under construction.
type document struct{ b []byte }

const xmlHead = `<?xml version="1.0" encoding="utf-8"?>`

func (d *document) raw(s string) { d.b = append(d.b, s...) }

func (d *document) open(name string) {
	if len(d.b) == 0 {
		d.raw(xmlHead)
	}
	d.raw("<")
	d.raw(name)
	d.raw(">")
}

func (d *document) close(name string) {
	d.raw("</")
	d.raw(name)
	d.raw(">")
}

func (d *document) element(name, text string) {
	d.open(name)
	d.text(text)
	d.close(name)
}

// optional writes an element only if it says something.
func (d *document) optional(name, text string) {
	if text != "" {
		d.element(name, text)
	}
}

// name writes a blob's name; one that XML cannot hold is percent-encoded, and says so.
func (d *document) name(element, name string) {
	for _, c := range name {
		if !inXML(c) {
			d.raw("<" + element + ` Encoded="true">`)
			d.text(url.PathEscape(name))
			d.close(element)
			return
		}
	}
	d.element(element, name)
}

func inXML(c rune) bool {
	return c == '\t' || c == '\n' || c == '\r' || c >= 0x20 && c <= 0xD7FF ||
		c >= 0xE000 && c <= 0xFFFD && c != utf8.RuneError || c >= 0x10000
}

func (d *document) text(s string) {
	_ = xml.EscapeText((*appender)(d), []byte(s)) // an appender takes everything
}

type appender document

func (a *appender) Write(p []byte) (int, error) {
	a.b = append(a.b, p...)
	return len(p), nil
}

func (d *document) write(w http.ResponseWriter, status int) {
	send(w, status, "application/xml", d.b)
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
