package journal

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
)

// The forms in which the first part of a record is written.
const (
	asJSON = 'j'
	// asGob is for the few values whose strings are not UTF-8, which JSON would change.
	asGob = 'g'
)

// replaced is what JSON makes of a byte that is not UTF-8.
var replaced = []byte(`\ufffd`)

// Encode makes a record of a value and of data that follows it as it is.
func Encode(v any, data ...[]byte) Record {
	form := byte(asJSON)
	text, err := json.Marshal(v)
	if err != nil || bytes.Contains(text, replaced) {
		var b bytes.Buffer
		form, err = asGob, gob.NewEncoder(&b).Encode(v)
		text = b.Bytes()
	}
	if err != nil {
		panic(fmt.Sprintf("journal: %T cannot be kept: %v", v, err)) // the request is refused, and the change not made
	}
	head := make([]byte, 0, 1+binary.MaxVarintLen64+len(text))
	head = append(head, form)
	head = binary.AppendUvarint(head, uint64(len(text)))
	return append(Record{append(head, text...)}, data...)
}

var errMalformed = errors.New("the record is malformed")

// Decode reads a record into a value, and returns the data that follows.
func Decode(record []byte, v any) (data []byte, err error) {
	if len(record) == 0 {
		return nil, errMalformed
	}
	n, width := binary.Uvarint(record[1:])
	if width <= 0 || n > uint64(len(record)-1-width) {
		return nil, errMalformed
	}
	text, data := record[1+width:][:n], record[1+width:][n:]
	switch record[0] {
	case asJSON:
		err = json.Unmarshal(text, v)
	case asGob:
		err = gob.NewDecoder(bytes.NewReader(text)).Decode(v)
	default:
		err = errMalformed
	}
	if err != nil {
		return nil, fmt.Errorf("reading a record: %w", err)
	}
	return data, nil
}
