package table_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// TestEntityAtEveryMetadataLevel reads one entity with properties of all types in three forms.
// // TABLE-QRY-01 TABLE-QRY-02 TABLE-QRY-03 TABLE-QRY-04
func TestEntityAtEveryMetadataLevel(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	body := `{"PartitionKey":"it's","RowKey":"b c","S":"x","I":1,"L":"5","L@odata.type":"Edm.Int64","F":1.5,"N":"NaN","N@odata.type":"Edm.Double",
		"B":true,"D":"2026-03-04T05:06:07Z","D@odata.type":"Edm.DateTime","G":"c9da6455-213d-42c9-9a79-3e9149a57833","G@odata.type":"Edm.Guid",
		"X":"AAEC","X@odata.type":"Edm.Binary"}`
	res, inserted := s.raw(t, "POST", "books", body, "Accept", "-", "Accept", "application/json;odata=fullmetadata")
	tag := res.Header.Get("ETag")
	decoded := strings.TrimSuffix(strings.TrimPrefix(strings.ReplaceAll(tag, "%3A", ":"), `W/"datetime'`), `'"`) // TABLE-ETAG-02
	values := `"PartitionKey":"it's","RowKey":"b c",TIMESTAMP"Timestamp":"` + decoded + `","S":"x","I":1,"L@odata.type":"Edm.Int64","L":"5","F":1.5,` +
		`"N@odata.type":"Edm.Double","N":"NaN","B":true,"D@odata.type":"Edm.DateTime","D":"2026-03-04T05:06:07Z",` +
		`"G@odata.type":"Edm.Guid","G":"c9da6455-213d-42c9-9a79-3e9149a57833","X@odata.type":"Edm.Binary","X":"AAEC"`
	at := "books(PartitionKey='it%27%27s',RowKey='b%20c')"
	quoted := strings.ReplaceAll(tag, `"`, `\"`)
	full := `"odata.type":"devstoreaccount1.books","odata.id":"` + base + `/` + at + `","odata.etag":"` + quoted + `","odata.editLink":"` + at + `",` +
		strings.Replace(values, "TIMESTAMP", `"Timestamp@odata.type":"Edm.DateTime",`, 1)
	minimal := `"odata.etag":"` + quoted + `",` + strings.Replace(values, "TIMESTAMP", "", 1)
	bare := strings.Replace(values, "TIMESTAMP", "", 1)
	for _, name := range []string{"L", "N", "D", "G", "X"} {
		i := strings.Index(bare, `"`+name+`@odata.type"`)
		bare = bare[:i] + bare[i+strings.Index(bare[i:], ",")+1:]
	}
	if want := `{"odata.metadata":"` + base + `/$metadata#books/@Element",` + full + `}`; inserted != want { // TABLE-QRY-13
		t.Errorf("inserted\n%s, want\n%s", inserted, want)
	}
	if res.StatusCode != 201 || res.Header.Get("Location") != base+"/"+at {
		t.Errorf("insert answers %d with Location %s", res.StatusCode, res.Header.Get("Location"))
	}
	for _, c := range []struct{ accept, format, kind, meta, entity string }{
		{"application/json;odata=nometadata", "", "nometadata", "", bare},
		{"application/json;odata=minimalmetadata", "", "minimalmetadata", "x", minimal},
		{"application/json;odata=fullmetadata", "", "fullmetadata", "x", full},
		{"application/json", "", "minimalmetadata", "x", minimal},
		{"*/*", "", "minimalmetadata", "x", minimal},
		{"application/json;odata=fullmetadata", "application/json;odata=nometadata", "nometadata", "", bare},
		{"text/html, application/json; odata=FullMetadata;q=0.5", "", "fullmetadata", "x", full},
	} {
		format := "?%24format=" + strings.ReplaceAll(c.format, ";", "%3B")
		one, set := `{`, `{`
		if c.meta != "" {
			one += `"odata.metadata":"` + base + `/$metadata#books/@Element",`
			set += `"odata.metadata":"` + base + `/$metadata#books",`
		}
		res, text := s.raw(t, "GET", at+format, "", "Accept", "-", "Accept", c.accept)
		if want := one + c.entity + `}`; text != want {
			t.Errorf("%s %s:\n%s, want\n%s", c.accept, c.format, text, want)
		}
		if got := res.Header.Get("ETag"); got != tag { // TABLE-QRY-01 TABLE-ETAG-07
			t.Errorf("%s: ETag %s, want %s", c.accept, got, tag)
		}
		if got := res.Header.Get("Content-Type"); got != "application/json;odata="+c.kind+";streaming=true;charset=utf-8" {
			t.Errorf("%s: Content-Type %s", c.accept, got)
		}
		res, text = s.raw(t, "GET", "books()"+format, "", "Accept", "-", "Accept", c.accept)
		if want := set + `"value":[{` + c.entity + `}]}`; text != want {
			t.Errorf("%s, as a set:\n%s, want\n%s", c.accept, text, want)
		}
		if got := res.Header.Get("ETag"); got != "" { // TABLE-QRY-05
			t.Errorf("%s: a set has the ETag %s", c.accept, got)
		}
	}
	for accept, want := range map[string]string{
		"application/atom+xml": "AtomFormatNotSupported", "text/html": "MediaTypeNotSupported", "application/json;odata=verbose": "MediaTypeNotSupported",
	} {
		if res, text := s.raw(t, "GET", at, "", "Accept", "-", "Accept", accept); res.StatusCode != 415 || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s, want 415 %s", accept, res.StatusCode, text, want)
		}
	}
}

func TestInsertWithoutContent(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for prefer, want := range map[string]int{"return-no-content": 204, "return-content": 201, "something-else": 201} {
		res, text := s.raw(t, "POST", "books", `{"PartitionKey":"a","RowKey":"`+prefer+`"}`, "Prefer", prefer)
		applied := res.Header.Get("Preference-Applied")
		if res.StatusCode != want || (text == "") != (want == 204) || applied != prefer && prefer != "something-else" {
			t.Errorf("Prefer: %s answers %d %q, applied %q", prefer, res.StatusCode, text, applied)
		}
		if res.Header.Get("ETag") == "" || !strings.HasSuffix(res.Header.Get("Location"), "RowKey='"+prefer+"')") {
			t.Errorf("Prefer: %s answers with %v", prefer, res.Header)
		}
		if at := res.Header.Get("DataServiceId"); want == 204 && at != res.Header.Get("Location") {
			t.Errorf("Prefer: %s answers with DataServiceId %s", prefer, at)
		}
	}
}

func TestSDKEntityOfAllTypes(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	want := aztables.EDMEntity{Entity: aztables.Entity{PartitionKey: "a", RowKey: "b"}, Properties: map[string]any{
		"S": "x", "I": int32(5), "F": 1.25, "B": false, "L": aztables.EDMInt64(1 << 60), "G": aztables.EDMGUID("c9da6455-213d-42c9-9a79-3e9149a57833"),
		"X": aztables.EDMBinary{1, 2}, "D": aztables.EDMDateTime(time.Date(2026, 3, 4, 5, 6, 7, 800, time.UTC)),
	}}
	body, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.table.AddEntity(t.Context(), body, &aztables.AddEntityOptions{Format: to.Ptr(aztables.MetadataFormatFull)}); err != nil {
		t.Fatal(err)
	}
	r, err := s.table.GetEntity(t.Context(), "a", "b", &aztables.GetEntityOptions{Format: to.Ptr(aztables.MetadataFormatFull)})
	if err != nil {
		t.Fatal(err)
	}
	var got aztables.EDMEntity
	if err := json.Unmarshal(r.Value, &got); err != nil {
		t.Fatal(err)
	}
	for name, v := range want.Properties {
		if fmt.Sprintf("%T %v", got.Properties[name], got.Properties[name]) != fmt.Sprintf("%T %v", v, v) {
			t.Errorf("%s came back as %T %v, want %T %v", name, got.Properties[name], got.Properties[name], v, v)
		}
	}
	if got.ETag != string(r.ETag) || got.ID == "" || got.Type == "" {
		t.Errorf("annotations %+v, ETag %s", got, r.ETag)
	}
}
