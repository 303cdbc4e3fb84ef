package table_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// tableNames lists tables page by page.
func (s *scene) tableNames(t testing.TB, o *aztables.ListTablesOptions) (names []string, pages int) {
	t.Helper()
	p := s.service.NewListTablesPager(o)
	for p.More() {
		page, err := p.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		pages++
		for _, table := range page.Tables {
			names = append(names, *table.Name)
		}
	}
	return names, pages
}

func TestQueryTables(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, name := range []string{"zebras", "Apes", "cats", "Dogs"} {
		if _, err := s.service.CreateTable(t.Context(), name, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		options *aztables.ListTablesOptions
		want    string
	}{
		{nil, "[Apes books cats Dogs zebras] 1"},
		{&aztables.ListTablesOptions{Top: to.Ptr[int32](2)}, "[Apes books cats Dogs zebras] 3"},
		{&aztables.ListTablesOptions{Filter: to.Ptr("TableName ge 'c'")}, "[cats zebras] 1"},
		{&aztables.ListTablesOptions{Filter: to.Ptr("TableName eq 'Dogs'")}, "[Dogs] 1"},
	} {
		names, pages := s.tableNames(t, c.options)
		if got := fmt.Sprint(names, " ", pages); got != c.want {
			t.Errorf("%+v: %s, want %s", c.options, got, c.want)
		}
	}
	for accept, want := range map[string]string{
		"application/json;odata=nometadata":   `{"value":[{"TableName":"Apes"}]}`,
		"application/json":                    `{"odata.metadata":"BASE/$metadata#Tables","value":[{"TableName":"Apes"}]}`,
		"application/json;odata=fullmetadata": `{"odata.metadata":"BASE/$metadata#Tables","value":[{"odata.type":"devstoreaccount1.Tables","odata.id":"BASE/Tables('Apes')","odata.editLink":"Tables('Apes')","TableName":"Apes"}]}`,
	} {
		if _, text := s.raw(t, "GET", "Tables?$top=1", "", "Accept", "-", "Accept", accept); text != strings.ReplaceAll(want, "BASE", base) {
			t.Errorf("%s: %s, want %s", accept, text, want)
		}
	}
	if _, text := s.raw(t, "GET", "Tables('DOGS')", "", "Accept", "-", "Accept", "application/json;odata=nometadata"); text != `{"TableName":"Dogs"}` {
		t.Errorf("one table: %s", text)
	}
}

func TestCreateTable(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, c := range []struct{ body, prefer, want string }{
		{`{"TableName":"first"}`, "return-no-content", "204"},
		{`{"TableName":"second"}`, "return-content", `201{"odata.metadata":"` + base + `/$metadata#Tables/@Element","TableName":"second"}`},
		{`{"TableName":"a1"}`, "", "400 OutOfRangeInput"},
		{`{"TableName":"` + strings.Repeat("a", 64) + `"}`, "", "400 OutOfRangeInput"},
		{`{"TableName":"1abc"}`, "", "400 InvalidResourceName"},
		{`{"TableName":"a-b-c"}`, "", "400 InvalidResourceName"},
		{`{"TableName":"Tables"}`, "", "400 InvalidResourceName"},
		{`{"TableName":5}`, "", "400 PropertiesNeedValue"},
		{`{}`, "", "400 PropertiesNeedValue"},
		{`nonsense`, "", "400 InvalidInput"},
	} {
		res, text := s.raw(t, "POST", "Tables", c.body, "Prefer", c.prefer)
		got := fmt.Sprint(res.StatusCode, text)
		if code := codeOf(text); code != "" {
			got = fmt.Sprint(res.StatusCode, " ", code)
		}
		if got != c.want || res.Header.Get("ETag") != "" { // TABLE-TBL-01
			t.Errorf("%s: %s, ETag %q, want %s", c.body, got, res.Header.Get("ETag"), c.want)
		}
	}
}

func TestServiceProperties(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := newScene(t)
	first, err := s.service.GetProperties(ctx, nil)
	if err != nil || *first.Logging.Read || *first.HourMetrics.Enabled || len(first.Cors) != 0 {
		t.Fatalf("at first %+v, %v", first.ServiceProperties, err)
	}
	logging := &aztables.Logging{Version: to.Ptr("1.0"), Read: to.Ptr(true), Write: to.Ptr(false), Delete: to.Ptr(false),
		RetentionPolicy: &aztables.RetentionPolicy{Enabled: to.Ptr(true), Days: to.Ptr[int32](7)}}
	rules := []*aztables.CorsRule{{AllowedOrigins: to.Ptr("*"), AllowedMethods: to.Ptr("GET"), AllowedHeaders: to.Ptr("x-ms-*"), ExposedHeaders: to.Ptr(""), MaxAgeInSeconds: to.Ptr[int32](5)}}
	if _, err := s.service.SetProperties(ctx, aztables.ServiceProperties{Logging: logging}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.service.SetProperties(ctx, aztables.ServiceProperties{Cors: rules}, nil); err != nil {
		t.Fatal(err)
	}
	got, err := s.service.GetProperties(ctx, nil)
	if err != nil || !*got.Logging.Read || *got.Logging.RetentionPolicy.Days != 7 || len(got.Cors) != 1 || *got.Cors[0].AllowedHeaders != "x-ms-*" {
		t.Errorf("then %+v, %v", got.ServiceProperties, err)
	}
	for body, want := range map[string]string{
		"": "400 InvalidXmlDocument", "<a/>": "400 InvalidXmlDocument", "<StorageServiceProperties/><a/>": "400 InvalidXmlDocument",
		"<StorageServiceProperties><Logging><RetentionPolicy><Enabled>true</Enabled></RetentionPolicy></Logging></StorageServiceProperties>": "400 InvalidXmlDocument",
		"<StorageServiceProperties/>":                                  "400 InvalidXmlDocument",
		"<StorageServiceProperties><Cors/></StorageServiceProperties>": "202 ",
	} {
		res, text := s.raw(t, "PUT", "?restype=service&comp=properties", body)
		if answer := fmt.Sprint(res.StatusCode, " ", codeOf(text)); answer != want {
			t.Errorf("setting %s: %s, want %s", body, answer, want)
		}
	}
}

func TestACL(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := newScene(t)
	start := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	set := func(ids ...string) error {
		var list []*aztables.SignedIdentifier
		for _, id := range ids {
			list = append(list, &aztables.SignedIdentifier{ID: to.Ptr(id), AccessPolicy: &aztables.AccessPolicy{
				Start: &start, Expiry: to.Ptr(start.Add(time.Hour)), Permission: to.Ptr("raud")}})
		}
		_, err := s.table.SetAccessPolicy(ctx, &aztables.SetAccessPolicyOptions{TableACL: list})
		return err
	}
	get := func() string {
		r, err := s.table.GetAccessPolicy(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		var shown []string
		for _, p := range r.SignedIdentifiers {
			shown = append(shown, fmt.Sprint(*p.ID, " ", p.AccessPolicy.Start.UTC().Format(time.TimeOnly), " ", p.AccessPolicy.Expiry.UTC().Format(time.TimeOnly), " ", *p.AccessPolicy.Permission))
		}
		return strings.Join(shown, ", ")
	}
	if err := set("one", "two"); err != nil {
		t.Fatal(err)
	}
	if got, want := get(), "one 05:06:07 06:06:07 raud, two 05:06:07 06:06:07 raud"; got != want {
		t.Errorf("policies %s, want %s", got, want)
	}
	if err := set("three"); err != nil { // TABLE-TBL-09
		t.Fatal(err)
	}
	if got := get(); got != "three 05:06:07 06:06:07 raud" {
		t.Errorf("policies %s", got)
	}
	for name, try := range map[string]error{"twice the same": set("a", "a"), "six": set("1", "2", "3", "4", "5", "6"), "too long": set(strings.Repeat("x", 65))} {
		if try == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if got := get(); got != "three 05:06:07 06:06:07 raud" {
		t.Errorf("after refusals, policies %s", got)
	}
	for body, want := range map[string]string{
		"<SignedIdentifiers><SignedIdentifier><Id>a</Id><AccessPolicy><Start>soon</Start></AccessPolicy></SignedIdentifier></SignedIdentifiers>": "400 InvalidXmlNodeValue",
		"<SignedIdentifiers>": "400 InvalidXmlDocument",
		"":                    "204 ",
	} {
		res, text := s.raw(t, "PUT", "books?comp=acl", body)
		if answer := fmt.Sprint(res.StatusCode, " ", codeOf(text)); answer != want {
			t.Errorf("setting %s: %s, want %s", body, answer, want)
		}
	}
	if got := get(); got != "" {
		t.Errorf("at last, policies %s", got)
	}
}
