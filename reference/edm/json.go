package edm

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ifmatch/reference/guid"
)

// Errors of Decode.
var (
	ErrType  = errors.New("the type of the value is not a type of the service, or does not fit the JSON value")
	ErrValue = errors.New("the value cannot be read as its type")
	ErrRange = errors.New("the value is outside the range of its type")
)

// earliest is the first time that the service stores.
var earliest = time.Date(1601, 1, 1, 0, 0, 0, 0, time.UTC)

// Decode makes a value from a JSON value, in the form in which encoding/json reads it with UseNumber (string, bool or
// json.Number). The annotation names its type; empty means that there is none. The error wraps one of those above.
func Decode(value any, annotation string) (Value, error) {
	s, isString := value.(string)
	number, isNumber := text(value)
	switch b, isBool := value.(bool); {
	case annotation == "":
		return infer(value)
	case annotation == "Edm.String" && isString:
		return OfString(s), nil
	case annotation == "Edm.Int32" && isNumber:
		n, err := strconv.ParseInt(number, 10, 32)
		return OfInt32(int32(n)), numberError(err, number, annotation)
	case annotation == "Edm.Int64" && isNumber:
		n, err := strconv.ParseInt(number, 10, 64)
		return OfInt64(n), numberError(err, number, annotation)
	case annotation == "Edm.Double" && isNumber:
		return parseDouble(number)
	case annotation == "Edm.Boolean" && isBool:
		return OfBoolean(b), nil
	case annotation == "Edm.DateTime" && isString:
		return ParseTime(s)
	case annotation == "Edm.Guid" && isString:
		return ParseGUID(s)
	case annotation == "Edm.Binary" && isString:
		data, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			return Value{}, fmt.Errorf("%w: binary values must be in base64", ErrValue)
		}
		return OfBinary(data), nil
	case !slices.Contains(typeNames[String:], annotation):
		return Value{}, fmt.Errorf("%w: %q", ErrType, annotation)
	}
	return Value{}, fmt.Errorf("%w: %s", ErrType, annotation)
}

// infer finds the type of a JSON value without an annotation. A number without fraction and exponent is an Int32, if it
// fits.
func infer(value any) (Value, error) {
	switch v := value.(type) {
	case string:
		return OfString(v), nil
	case bool:
		return OfBoolean(v), nil
	case json.Number:
		if !strings.ContainsAny(v.String(), ".eE") {
			if n, err := strconv.ParseInt(v.String(), 10, 32); err == nil {
				return OfInt32(int32(n)), nil
			}
		}
		return parseDouble(v.String())
	}
	return Value{}, fmt.Errorf("%w: a property must be a string, a number or a boolean", ErrType)
}

// text returns the text of a JSON string or number.
func text(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	}
	return "", false
}

func numberError(err error, s, annotation string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%w: %q as %s", ErrRange, s, annotation)
	}
	return fmt.Errorf("%w: %q as %s", ErrValue, s, annotation)
}

func parseDouble(s string) (Value, error) {
	switch s {
	case "NaN":
		return OfDouble(math.NaN()), nil
	case "Infinity":
		return OfDouble(math.Inf(1)), nil
	case "-Infinity":
		return OfDouble(math.Inf(-1)), nil
	}
	if strings.Trim(s, "+-.0123456789eE") != "" {
		return Value{}, fmt.Errorf("%w: %q as Edm.Double", ErrValue, s)
	}
	f, err := strconv.ParseFloat(s, 64)
	return OfDouble(f), numberError(err, s, "Edm.Double")
}

// timeLayouts are the ISO 8601 formats of dates, apart from fractions of a second. A date without a zone is UTC.
var timeLayouts = [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", time.DateOnly}

// ParseTime reads a DateTime.
func ParseTime(s string) (Value, error) {
	for _, layout := range timeLayouts {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		if t = t.UTC(); t.Before(earliest) || t.Year() > 9999 {
			return Value{}, fmt.Errorf("%w: dates must lie between the years 1601 and 9999", ErrRange)
		}
		return OfTime(t), nil
	}
	return Value{}, fmt.Errorf("%w: %q as Edm.DateTime", ErrValue, s)
}

// ParseGUID reads a Guid.
func ParseGUID(s string) (Value, error) {
	g, ok := guid.Parse(s)
	if !ok {
		return Value{}, fmt.Errorf("%w: %q as Edm.Guid", ErrValue, s)
	}
	return OfGUID(g), nil
}

// Annotated reports whether JSON must name the value's type because the value does not show it.
func (v Value) Annotated() bool {
	switch v.kind {
	case Int64, DateTime, GUID, Binary:
		return true
	case Double:
		f := v.double()
		return math.IsNaN(f) || math.IsInf(f, 0)
	}
	return false
}

// AppendJSON appends the value in its JSON form.
func (v Value) AppendJSON(b []byte) []byte {
	switch v.kind {
	case String:
		return AppendString(b, v.text)
	case Int32:
		return strconv.AppendInt(b, int64(v.bits), 10)
	case Int64:
		b = append(b, '"')
		b = strconv.AppendInt(b, int64(v.bits), 10)
		return append(b, '"')
	case Double:
		return appendDouble(b, v.double())
	case Boolean:
		return strconv.AppendBool(b, v.bits == 1)
	case DateTime:
		b = append(b, '"')
		b = v.Time().AppendFormat(b, "2006-01-02T15:04:05.9999999Z")
		return append(b, '"')
	case GUID:
		b = append(b, '"')
		b = append(b, guid.GUID([]byte(v.text)).String()...)
		return append(b, '"')
	case Binary:
		b = append(b, '"')
		b = base64.StdEncoding.AppendEncode(b, []byte(v.text))
		return append(b, '"')
	}
	return append(b, "null"...)
}

// appendDouble keeps a mark that distinguishes the number from an Int32: a point or an exponent.
func appendDouble(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(b, `"Infinity"`...)
	case math.IsInf(f, -1):
		return append(b, `"-Infinity"`...)
	}
	form := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-5 || a >= 1e15) {
		form = 'e'
	}
	from := len(b)
	b = strconv.AppendFloat(b, f, form, -1, 64)
	if bytes.ContainsAny(b[from:], ".e") {
		return b
	}
	return append(b, ".0"...)
}

// AppendString appends a JSON string.
func AppendString(b []byte, s string) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(append(b, s[from:i]...), `\ufffd`...)
				from = i + 1
			}
			i += n
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		b = append(b, s[from:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
		i++
		from = i
	}
	return append(append(b, s[from:]...), '"')
}
