package table_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/reference"
)

// fill writes n entities with N = 0, 1, … into each partition.
func (s *scene) fill(t testing.TB, n int, partitions ...string) {
	t.Helper()
	for _, p := range partitions {
		for from := 0; from < n; from += 100 {
			var actions []aztables.TransactionAction
			for i := from; i < min(n, from+100); i++ {
				actions = append(actions, aztables.TransactionAction{ActionType: aztables.TransactionTypeInsertReplace,
					Entity: entity(t, p, fmt.Sprintf("%05d", i), "N", i)})
			}
			if _, err := s.table.SubmitTransaction(t.Context(), actions, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// keys returns the keys of the entities in the answer to a query, as partition/row.
func keys(t testing.TB, text string) []string {
	t.Helper()
	var page struct {
		Value []struct{ PartitionKey, RowKey string }
	}
	if err := json.Unmarshal([]byte(text), &page); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	list := []string{}
	for _, e := range page.Value {
		list = append(list, e.PartitionKey+"/"+e.RowKey)
	}
	return list
}

func TestFiltersAndSelections(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.fill(t, 3, "a", "b", "c")
	for _, c := range []struct{ query, want string }{
		{"", "a/00000 a/00001 a/00002 b/00000 b/00001 b/00002 c/00000 c/00001 c/00002"},
		{"$filter=PartitionKey eq 'b'", "b/00000 b/00001 b/00002"},
		{"$filter=PartitionKey eq 'b' and RowKey gt '00000'", "b/00001 b/00002"},
		{"$filter=RowKey eq '00001'", "a/00001 b/00001 c/00001"},
		{"$filter=RowKey lt '00001' or N eq 2", "a/00000 a/00002 b/00000 b/00002 c/00000 c/00002"},
		{"$filter=PartitionKey gt 'a' and PartitionKey lt 'c' and N ge 1", "b/00001 b/00002"},
		{"$filter=not (PartitionKey eq 'b') and N eq 0", "a/00000 c/00000"},
		{"$filter=PartitionKey eq 'b' and PartitionKey eq 'c'", ""},
		{"$filter=PartitionKey eq 'd'", ""}, // TABLE-QRY-08
		{"$filter=Timestamp ge datetime'2001-01-01'&$top=2", "a/00000 a/00001"},
		{"$filter= &$top=1", "a/00000"},
	} {
		res, text := s.raw(t, "GET", "books()?"+encode(c.query), "")
		if got := strings.Join(keys(t, text), " "); res.StatusCode != 200 || got != c.want {
			t.Errorf("%s: %d %s, want %s", c.query, res.StatusCode, got, c.want)
		}
	}
	for query, want := range map[string]string{
		"$select=N":              `{"N":0}`,
		"$select=RowKey, Absent": `{"RowKey":"00000","Absent":null}`,
		"$select=*,N":            `{"PartitionKey":"a","RowKey":"00000","Timestamp":"` + s.get(t, "a", "00000")["Timestamp"].(string) + `","N":0}`,
	} {
		_, text := s.raw(t, "GET", "books()?$top=1&"+encode(query), "", "Accept", "-", "Accept", "application/json;odata=nometadata")
		if text != `{"value":[`+want+`]}` {
			t.Errorf("%s: %s, want %s", query, text, want)
		}
	}
}

// encode escapes the values of a query.
func encode(query string) string {
	v := url.Values{}
	for _, pair := range strings.Split(query, "&") {
		if name, value, found := strings.Cut(pair, "="); found {
			v.Set(name, value)
		}
	}
	return v.Encode()
}

func TestQueriesThatCannotBeAnswered(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	many := strings.TrimSuffix(strings.Repeat("N eq 1 or ", 16), " or ")
	for query, want := range map[string]string{
		"$filter=N eq":                       "400 InvalidInput",
		"$filter=" + many:                    "400 InvalidInput",
		"$filter=substringof('a',RowKey)":    "501 NotImplemented",
		"$top=0":                             "400 InvalidInput",
		"$top=1001":                          "400 InvalidInput",
		"$top=x":                             "400 InvalidInput",
		"$orderby=N":                         "501 NotImplemented",
		"NextPartitionKey=x":                 "400 InvalidQueryParameterValue",
		"NextPartitionKey=1!*":               "400 InvalidQueryParameterValue",
		"NextRowKey=1!YQ":                    "400 InvalidQueryParameterValue",
		"NextPartitionKey=1!YQ&NextRowKey=a": "400 InvalidQueryParameterValue",
		"comp=list":                          "400 InvalidQueryParameterValue",
	} {
		res, text := s.raw(t, "GET", "books()?"+encode(query), "")
		if got := fmt.Sprint(res.StatusCode, " ", codeOf(text)); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	for path, want := range map[string]string{
		"nobooks()":                                "404 TableNotFound", // TABLE-TBL-04
		"nobooks()?$filter=PartitionKey+eq+5":      "404 TableNotFound",
		"nobooks(PartitionKey='a',RowKey='b')":     "404 TableNotFound",
		"books(PartitionKey='a',RowKey='none')":    "404 ResourceNotFound", // TABLE-QRY-07
		"books(PartitionKey='a')":                  "400 InvalidUri",
		"books(PartitionKey='a',RowKey='b'":        "400 InvalidUri",
		"books(PartitionKey='a',RowKey='b',X='c')": "400 InvalidUri",
		"books(PartitionKey='a',PartitionKey='b')": "400 InvalidUri",
		"books(PartitionKey='a'RowKey='b')":        "400 InvalidUri",
		"books(PartitionKey='a',RowKey=b)":         "400 InvalidUri",
		"books(PartitionKey='a%2Fb',RowKey='b')":   "400 OutOfRangeInput",
		"books(PartitionKey='a',RowKey='b%0A')":    "400 OutOfRangeInput",
		"9books()":                                 "400 InvalidResourceName",
		"my-books()":                               "400 InvalidResourceName",
		"ab()":                                     "400 OutOfRangeInput",
		"":                                         "400 InvalidUri",
		"?restype=service&comp=stats":              "400 InvalidQueryParameterValue",
		"?restype=service&comp=other":              "400 InvalidQueryParameterValue",
		"Tables(x)":                                "400 InvalidUri",
		"Tables('none')":                           "404 ResourceNotFound",
	} {
		res, text := s.raw(t, "GET", path, "")
		if got := fmt.Sprint(res.StatusCode, " ", codeOf(text)); got != want {
			t.Errorf("GET %s: %s, want %s", path, got, want)
		}
	}
}

func TestKeysInEitherOrder(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.add(t, "it's", "100% é")
	for _, path := range []string{
		"books(PartitionKey='it''s',RowKey='100%25%20%C3%A9')", "Books( RowKey='100%25 é' , PartitionKey='it%27%27s' )",
		"BOOKS(RowKey='100%25%20é',PartitionKey='it''s')/",
	} {
		path = strings.ReplaceAll(path, " ", "%20")
		if res, text := s.raw(t, "GET", path, ""); res.StatusCode != 200 {
			t.Errorf("GET %s: %d %s", path, res.StatusCode, text)
		}
	}
	s.add(t, "", "")
	if res, text := s.raw(t, "GET", "books(PartitionKey='',RowKey='')", ""); res.StatusCode != 200 || !strings.Contains(text, `"RowKey":""`) {
		t.Errorf("the entity with empty keys: %d %s", res.StatusCode, text)
	}
}

func TestPagesOf1000(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.fill(t, 1500, "a", "b")
	s.add(t, "", "")
	var sizes []int
	rows := map[string]bool{}
	pages := s.table.NewListEntitiesPager(nil)
	for pages.More() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(page.Entities))
		for _, e := range page.Entities {
			var k struct{ PartitionKey, RowKey string }
			if err := json.Unmarshal(e, &k); err != nil {
				t.Fatal(err)
			}
			rows[k.PartitionKey+"/"+k.RowKey] = true
		}
	}
	if fmt.Sprint(sizes) != "[1000 1000 1000 1]" || len(rows) != 3001 {
		t.Errorf("pages of %v, %d different entities", sizes, len(rows))
	}
	pages = s.table.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: to.Ptr("N lt 500"), Top: to.Ptr[int32](1000)})
	page, err := pages.NextPage(t.Context())
	if err != nil || len(page.Entities) != 1000 || pages.More() {
		t.Errorf("a page that holds the last: %d entities, more %t, %v", len(page.Entities), pages.More(), err)
	}
}

// runningClock advances by a second each time it is read.
type runningClock struct{ nanos atomic.Int64 }

func (c *runningClock) Now() time.Time {
	return time.Unix(1_800_000_000, c.nanos.Add(int64(time.Second))).UTC()
}

// TestQueryEndsInTime lets the clock run a second each time it is read, so that a query ends before its page is full.
func TestQueryEndsInTime(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.server = reference.New(reference.Options{Clock: &runningClock{}})
	s.raw(t, "POST", "Tables", `{"TableName":"books"}`)
	for from := 0; from < 3000; from += 100 {
		var body strings.Builder
		for i := range 100 {
			fmt.Fprintf(&body, "--c\r\nContent-Type: application/http\r\n\r\nPOST %s/books HTTP/1.1\r\n\r\n{\"PartitionKey\":\"a\",\"RowKey\":\"%05d\"}\r\n", base, from+i)
		}
		res, text := s.raw(t, "POST", "$batch", "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n"+body.String()+"--c--\r\n--b--\r\n",
			"Content-Type", "-", "Content-Type", "multipart/mixed; boundary=b")
		if res.StatusCode != 202 || strings.Contains(text, "odata.error") {
			t.Fatalf("%d %s", res.StatusCode, text)
		}
	}
	found, pages, next := 0, 0, ""
	for {
		res, text := s.raw(t, "GET", "books()?$filter=RowKey+ge+'02999'+or+RowKey+lt+'00001'"+next, "")
		if res.StatusCode != http.StatusOK {
			t.Fatal(text)
		}
		found += len(keys(t, text))
		pages++
		if res.Header.Get("x-ms-continuation-NextPartitionKey") == "" {
			break
		}
		next = "&NextPartitionKey=" + res.Header.Get("x-ms-continuation-NextPartitionKey") + "&NextRowKey=" + res.Header.Get("x-ms-continuation-NextRowKey")
	}
	if found != 2 || pages < 2 || pages > 4 {
		t.Errorf("%d entities on %d pages, want 2 on a few", found, pages)
	}
}
