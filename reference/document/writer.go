package document

import (
	"encoding/xml"
	"strconv"
)

// Writer makes an XML document, element by element. The zero Writer is an empty one.
type Writer struct{ b []byte }

// Bytes is the document so far.
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
		w.text(attributes[i+1])
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
	w.text(text)
	w.Close(name)
}

// Optional writes an element only if it says something.
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

func (w *Writer) text(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '<' || c == '>' || c == '&' || c == '"' || c == '\'' {
			w.raw(s[:i])
			_ = xml.EscapeText((*appender)(w), []byte(s[i:])) // an appender takes everything
			return
		}
	}
	w.raw(s)
}

type appender Writer

func (a *appender) Write(p []byte) (int, error) {
	a.b = append(a.b, p...)
	return len(p), nil
}
