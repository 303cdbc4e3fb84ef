package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"ifmatch/reference/edm"
	"ifmatch/reference/errcode"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/entities"
)

// content is the entity in a request's body.
type content struct {
	partition, row *string
	properties     []entities.Property
}

// parseContent reads an entity. It ignores annotations of the entity, its Timestamp, and properties that are null.
// // TABLE-ETAG-05 TABLE-ETAG-06 TABLE-VERB-14
func parseContent(body []byte, limits *rules.TableLimits) (content, error) {
	members, err := parseObject(body)
	if err != nil {
		return content{}, err
	}
	types := map[string]string{}
	for _, m := range members {
		if name, annotated := strings.CutSuffix(m.name, "@odata.type"); annotated {
			t, ok := m.value.(string)
			if !ok {
				return content{}, invalid("The type of the property " + name + " is not a string.")
			}
			types[name] = t
		}
	}
	var c content
	for _, m := range members {
		if strings.HasPrefix(m.name, "odata.") || strings.Contains(m.name, "@odata.") || m.name == "Timestamp" {
			continue
		}
		if m.name == "PartitionKey" || m.name == "RowKey" {
			key, ok := m.value.(string)
			if !ok {
				return content{}, errcode.New(errcode.PropertiesNeedValue)
			}
			if m.name == "RowKey" {
				c.row = &key
			} else {
				c.partition = &key
			}
			continue
		}
		if err := checkPropertyName(m.name, limits); err != nil {
			return content{}, err
		}
		if m.value == nil {
			continue
		}
		v, err := edm.Decode(m.value, types[m.name])
		switch {
		case errors.Is(err, edm.ErrRange):
			return content{}, errcode.Newf(errcode.OutOfRangeInput, "The property "+m.name+" is out of range: "+err.Error()+".")
		case err != nil:
			return content{}, invalid("The property " + m.name + " cannot be read: " + err.Error() + ".")
		case v.Bytes() > limits.Property:
			return content{}, errcode.New(errcode.PropertyValueTooLarge)
		}
		c.properties = append(c.properties, entities.Property{Name: m.name, Value: v})
	}
	return c, nil
}

func invalid(message string) error { return errcode.Newf(errcode.InvalidInput, message) }

// member is one member of a JSON object.
type member struct {
	name  string
	value any
}

// parseObject reads a JSON object whose members are neither objects nor lists. A name that occurs twice is an error,
// because two readers could understand it differently.
func parseObject(body []byte) ([]member, error) {
	broken := invalid("The body of the request is not a JSON object.")
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, broken
	}
	var members []member
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return nil, broken
		}
		if seen[name] {
			return nil, errcode.New(errcode.DuplicatePropertiesSpecified)
		}
		seen[name] = true
		value, err := d.Token()
		if err != nil {
			return nil, broken
		}
		if _, nested := value.(json.Delim); nested {
			return nil, invalid("The property " + name + " is an object or a list, but must be a single value.")
		}
		members = append(members, member{name, value})
	}
	if _, err := d.Token(); err != nil {
		return nil, broken
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, broken
	}
	return members, nil
}

// checkPropertyName requires an identifier.
func checkPropertyName(name string, limits *rules.TableLimits) error {
	if edm.UTF16Len(name) > limits.Name {
		return errcode.New(errcode.PropertyNameTooLong)
	}
	for i, r := range name {
		switch {
		case r == '_' || unicode.IsLetter(r):
		case i > 0 && (unicode.IsDigit(r) || unicode.IsMark(r) || unicode.Is(unicode.Pc, r)):
		default:
			return errcode.New(errcode.PropertyNameInvalid)
		}
	}
	if name == "" {
		return errcode.New(errcode.PropertyNameInvalid)
	}
	return nil
}

// checkKey refuses a key that is too long or has characters that keys must not have.
func checkKey(name, key string, limits *rules.TableLimits) error {
	if 2*edm.UTF16Len(key) > limits.Key {
		return errcode.New(errcode.KeyValueTooLarge)
	}
	for _, r := range key {
		if r < 0x20 || 0x7f <= r && r <= 0x9f || r == '/' || r == '\\' || r == '#' || r == '?' {
			return errcode.Newf(errcode.OutOfRangeInput, "The "+name+" contains a character that keys must not contain.")
		}
	}
	if !utf8.ValidString(key) {
		return errcode.Newf(errcode.OutOfRangeInput, "The "+name+" is not UTF-8.")
	}
	return nil
}

// checkEntity refuses an entity that is too large as a whole.
func checkEntity(e *entities.Entity, limits *rules.TableLimits) error {
	if len(e.Properties) > limits.Properties {
		return errcode.New(errcode.TooManyProperties)
	}
	size := 4 + 2*(edm.UTF16Len(e.Partition)+edm.UTF16Len(e.Row))
	for _, p := range e.Properties {
		size += 8 + 2*edm.UTF16Len(p.Name) + p.Value.Size()
	}
	if size > limits.Entity {
		return errcode.New(errcode.EntityTooLarge)
	}
	return nil
}
