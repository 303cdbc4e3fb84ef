package table

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/entities"
)

// FuzzContent checks that every body is an entity or is refused, and that every entity survives being written to JSON
// and read again.
func FuzzContent(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"PartitionKey":"a","RowKey":"b","N":1}`, `{"N":"5","N@odata.type":"Edm.Int64","odata.etag":"x","Timestamp":5}`,
		`{"D":"2026-03-04T05:06:07Z","D@odata.type":"Edm.DateTime"}`, `{"a":null,"b":{}}`, `{"a":1,"a":2}`, `{"a":1e999}`, `[1]`, `{"a":"\ud800"}`,
		`{"N":"NaN","N@odata.type":"Edm.Double","X":"AA==","X@odata.type":"Edm.Binary"}`,
	} {
		f.Add([]byte(seed))
	}
	limits := &rules.Documented().Table.Limits
	f.Fuzz(func(t *testing.T, body []byte) {
		c, err := parseContent(body, limits)
		if err != nil {
			var refusal *errcode.Error
			if !errors.As(err, &refusal) || refusal.Status != 400 {
				t.Errorf("%q is refused with %v", body, err)
			}
			return
		}
		e := &entities.Entity{Properties: c.properties}
		if c.partition != nil {
			e.Partition = *c.partition
		}
		d := document{form: minimalMetadata}
		d.single("books", e, nil)
		again, err := parseContent(d.b, limits)
		if err != nil {
			t.Fatalf("%q is answered with %s, which is refused: %v", body, d.b, err)
		}
		if *again.partition != e.Partition || len(again.properties) != len(c.properties) {
			t.Errorf("%q is answered with %s", body, d.b)
		}
		second := document{form: minimalMetadata}
		second.single("books", &entities.Entity{Partition: e.Partition, Properties: again.properties}, nil)
		if string(second.b) != string(d.b) {
			t.Errorf("%q is answered with %s, and that with %s", body, d.b, second.b)
		}
	})
}

// FuzzAddress checks that every path is an address or is refused, and that the path of every entity is read as its
// keys.
func FuzzAddress(f *testing.F) {
	for _, seed := range []string{
		"", "Tables", "Tables('books')", "books", "books()", "books(PartitionKey='a',RowKey='b')", "$batch",
		"books(RowKey='''',PartitionKey='a''b')", "books(PartitionKey='a', RowKey = 'b' )", "books(", "books(PartitionKey=')", "a-b", "é()",
	} {
		f.Add(seed, "it's", "100%")
	}
	limits := &rules.Documented().Table.Limits
	f.Fuzz(func(t *testing.T, path, partition, row string) {
		a, err := parseAddress(path)
		if err == nil && (a.kind == entity || a.kind == aTable || a.kind == oneTable) && checkTableName(a.table) != nil {
			t.Errorf("%q names the table %q", path, a.table)
		}
		if checkKey("PartitionKey", partition, limits) != nil || checkKey("RowKey", row, limits) != nil {
			return
		}
		written := location("books", partition, row)
		read, err := url.PathUnescape(written)
		if err != nil || strings.ContainsAny(written, "?#/ ") {
			t.Fatalf("%q, %q are written as %s: %v", partition, row, written, err)
		}
		if a, err := parseAddress(read); err != nil || a != (address{entity, "books", partition, row}) {
			t.Errorf("%q, %q are written as %s and read as %+v, %v", partition, row, written, a, err)
		}
	})
}

// FuzzTag checks that every accepted tag is a single tag and not a list.
func FuzzTag(f *testing.F) {
	for _, seed := range []string{"*", `W/"a"`, `"a"`, `W/"a", W/"b"`, `W/`, `"`, `""`, `W/"a`, `"a"b"`, "**"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, v string) {
		if isTag(v) && v != "*" && (strings.Count(v, `"`) != 2 || !strings.HasSuffix(v, `"`)) {
			t.Errorf("%q is taken for a tag", v)
		}
	})
}

// FuzzContinuation checks that every key comes back from its token, and that tokens invented by clients do no harm.
func FuzzContinuation(f *testing.F) {
	f.Add("1!YQ")
	f.Add("1!")
	f.Add("x")
	read := func(token string) (string, bool, error) {
		c := call{Call: frontend.Call{Query: url.Values{"NextRowKey": {token}}}}
		return c.parseContinuation("NextRowKey")
	}
	f.Fuzz(func(t *testing.T, token string) {
		for _, key := range []string{token, first(read(token))} {
			if again, found, err := read(continuation(key)); err != nil || !found || again != key {
				t.Errorf("%q is written as %q and read as %q, %t, %v", key, continuation(key), again, found, err)
			}
		}
	})
}

func first(key string, _ bool, _ error) string { return key }

func TestWhatIsImplemented(t *testing.T) {
	t.Parallel()
	// The front end answers the preflight.
	missing := map[op.Operation]bool{op.PreflightTableRequest: true, op.GetTableUserDelegationKey: true}
	for o, handle := range handlers {
		if want := slices.Contains(op.Of(op.TableService), op.Operation(o)) && !missing[op.Operation(o)]; (handle != nil) != want {
			t.Errorf("%s is implemented: %t", op.Operation(o), !want)
		}
	}
}
