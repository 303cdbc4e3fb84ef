// Package document reads JSON results strictly, with errors that name the position in
// the file: a result that was made by hand or truncated must not be mistaken for a run.
package document

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// read reads all of rd, at most limit bytes.
func read(rd io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(rd, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("larger than %d MiB, too large for a file that ifmatch wrote", limit>>20)
	}
	return data, nil
}

// Validated is a result that can check itself.
type Validated interface{ Validate() error }

// Write writes a result, indented, unless it is invalid. name is the result's name in
// errors.
func Write(w io.Writer, name string, v Validated) error {
	err := v.Validate()
	if err == nil {
		err = encode(w, "", v)
	}
	if err != nil {
		return fmt.Errorf("encode %s: %w", name, err)
	}
	return nil
}

// WriteList writes the same as Write does for the document frame with these items in
// its list, which is empty in frame. It holds the text of only one item at a time, so
// that a result of a hundred megabytes is not in memory twice.
func WriteList[T any](w io.Writer, name, list string, frame any, items []T, whole func(T) (T, error)) error {
	return writeList(w, name, list, frame, items, whole, func(w io.Writer, item T) error { return encode(w, "    ", item) })
}

// WriteLines is WriteList with each item on a line of its own, for lists under version
// control.
func WriteLines[T any](w io.Writer, name, list string, frame any, items []T) error {
	return writeList(w, name, list, frame, items, func(item T) (T, error) { return item, nil }, func(w io.Writer, item T) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(item)
	})
}

func writeList[T any](w io.Writer, name, list string, frame any, items []T, whole func(T) (T, error), encodeItem func(io.Writer, T) error) error {
	var around bytes.Buffer
	if err := encode(&around, "", frame); err != nil {
		return fmt.Errorf("encode %s: %w", name, err)
	}
	opening := fmt.Sprintf("%q: [", list)
	before, after, ok := strings.Cut(around.String(), opening+"]")
	if !ok {
		return fmt.Errorf("encode %s: it has no empty list %q", name, list)
	}
	_, err := io.WriteString(w, before+opening)
	for i, item := range items {
		var text bytes.Buffer
		text.WriteString(map[bool]string{true: "\n    ", false: ",\n    "}[i == 0])
		if err == nil {
			item, err = whole(item)
		}
		if err == nil {
			err = encodeItem(&text, item)
		}
		if err == nil {
			_, err = w.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
		}
	}
	if err == nil && len(items) > 0 {
		_, err = io.WriteString(w, "\n  ")
	}
	if err == nil {
		_, err = io.WriteString(w, "]"+after)
	}
	if err != nil {
		return fmt.Errorf("encode %s: %w", name, err)
	}
	return nil
}

// encode writes one value over several lines, all but the first indented by margin.
func encode(w io.Writer, margin string, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent(margin, "  ")
	return enc.Encode(v)
}

// Rigour says how unknown fields are treated.
type Rigour bool

const (
	Strict  Rigour = true  // they are errors
	Lenient Rigour = false // they are ignored
)

// Decode reads a result of at most limit bytes. It reads the head first, because the
// head determines the format of the rest. accept decides whether to go on.
func Decode[R Validated](rd io.Reader, name string, limit int64, head any, rigour Rigour, accept func() error) (r R, err error) {
	var none R
	data, err := read(rd, limit)
	if err != nil {
		return none, fmt.Errorf("read %s: %w", name, err)
	}
	if err = peek(data, head); err == nil {
		err = accept()
	}
	if err == nil {
		err = unmarshal(data, &r, rigour)
	}
	if err == nil {
		err = r.Validate()
	}
	if err != nil {
		return none, fmt.Errorf("decode %s: %w", name, err)
	}
	return r, nil
}

// peek reads the fields of a document that v has, and checks that the rest is one JSON
// document.
func peek(data []byte, v any) error {
	if err := json.Unmarshal(data, v); err != nil {
		return locate(data, err)
	}
	return nil
}

// unmarshal reads one whole document.
func unmarshal(data []byte, v any, rigour Rigour) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	if rigour == Strict {
		dec.DisallowUnknownFields()
	}
	if err := dec.Decode(v); err != nil {
		return locate(data, err)
	}
	return nil
}

// locate adds the line and column to errors of encoding/json with a byte offset,
// because nobody counts bytes.
func locate(data []byte, err error) error {
	offset := int64(-1)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax) && syntax.Offset >= int64(len(data)),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends in the middle of the document")
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
		err = fmt.Errorf("%s holds a %s, want %s", cmp.Or(kind.Field, "the document"), kind.Value, kind.Type)
	}
	if offset < 0 || offset > int64(len(data)) {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	before := data[:offset]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n') - 1
	return fmt.Errorf("line %d, column %d: %w", line, max(column, 1), err)
}
