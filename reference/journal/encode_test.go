package journal_test

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"ifmatch/reference/guid"
	"ifmatch/reference/journal"
)

// value has what the records of the stores have.
type value struct {
	Text  string
	Bytes []byte
	ID    guid.GUID
	At    time.Time
	Inner *value
	List  []value
}

func TestRecordsComeBack(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 4, 5, 6, 7, 800, time.UTC)
	for name, v := range map[string]value{
		"nothing":         {},
		"text":            {Text: `"<>\ufffd&` + "\u2028 é", Bytes: []byte{0, 255}, ID: guid.GUID{1, 2}, At: at, Inner: &value{Text: "i"}},
		"a character":     {Text: "\ufffd"},
		"bytes as text":   {Text: "caf\xe9", ID: guid.GUID{1, 2}, At: at, Inner: &value{Text: "\xff"}},
		"bytes in a list": {List: []value{{Text: "\xe9", At: at}, {}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			record := bytes.Join(journal.Encode(v, []byte("data"), nil, []byte(" and more")), nil)
			var got value
			data, err := journal.Decode(record, &got)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(v, got) || string(data) != "data and more" {
				t.Errorf("%+v came back as %+v, with %q", v, got, data)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(bytes.Join(journal.Encode(value{Text: "a"}, []byte("data")), nil))
	f.Add(bytes.Join(journal.Encode(value{Text: "\xe9"}), nil))
	f.Fuzz(func(t *testing.T, record []byte) {
		var v value
		data, err := journal.Decode(record, &v)
		if err == nil && !bytes.HasSuffix(record, data) {
			t.Errorf("Decode(%q) returns the data %q", record, data)
		}
	})
}
