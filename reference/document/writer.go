package document

import (
	"strconv"
	"strings"
	"unicode/utf8"
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

// attribute escapes what a text in an attribute may not hold beside, or would lose. // Extensible Markup Language 1.0, 3.3.3
var attribute = strings.NewReplacer(`"`, "&#34;", "\t", "&#x9;", "\n", "&#xA;")

// Text writes a text into the element that is open.
func (w *Writer) Text(s string) {
	w.b = AppendText(w.b, s)
}

// AppendText adds a text to a document. It escapes what XML demands and nothing else, as the service does: clients that take texts out of a document
// as they stand must find an apostrophe or a line break as it was. A carriage return is escaped, because every reader
// would make a line feed of it, and what XML cannot hold is replaced. // Extensible Markup Language 1.0, 2.2, 2.4, 2.11
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
