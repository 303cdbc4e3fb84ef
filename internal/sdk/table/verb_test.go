package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ETags of a matrix row.
const (
	absent  = "absent"
	current = "current"
	stale   = "stale"
)

const book = "books(PartitionKey='a',RowKey='b')"

// TestIfMatchPerVerb is the complete matrix of section 4, with the answers to conditions that cannot be used.
func TestIfMatchPerVerb(t *testing.T) {
	t.Parallel()
	changed := []string{"PUT", "MERGE", "PATCH", "POST MERGE", "POST PUT"}
	type row struct {
		verbs           []string
		ifMatch         string
		exists, missing string
	}
	for _, c := range []row{
		{changed, absent, "204", "204"},               // TABLE-VERB-01 TABLE-VERB-02 TABLE-VERB-03
		{changed, "*", "204", "404 ResourceNotFound"}, // TABLE-VERB-05 TABLE-VERB-06
		{changed, current, "204", "404 ResourceNotFound"},
		{changed, stale, "412 UpdateConditionNotSatisfied", "404 ResourceNotFound"}, // TABLE-VERB-09
		{changed, `W/"wrong"`, "412 UpdateConditionNotSatisfied", "404 ResourceNotFound"},
		{changed, `"strong"`, "412 UpdateConditionNotSatisfied", "404 ResourceNotFound"},
		{[]string{"DELETE", "POST DELETE"}, absent, "400 InvalidInput", "400 InvalidInput"}, // TABLE-VERB-04
		{[]string{"DELETE", "POST DELETE"}, "*", "204", "404 ResourceNotFound"},             // TABLE-VERB-07
		{[]string{"DELETE"}, current, "204", "404 ResourceNotFound"},
		{[]string{"DELETE"}, stale, "412 UpdateConditionNotSatisfied", "404 ResourceNotFound"},
		{append([]string{"DELETE"}, changed...), "MalformedETag", "400 InvalidInput", "400 InvalidInput"}, // TABLE-COND-11
		{append([]string{"DELETE"}, changed...), `W/"a", W/"b"`, "400 InvalidInput", "400 InvalidInput"},  // TABLE-COND-12
		{append([]string{"DELETE"}, changed...), `W/"a`, "400 InvalidInput", "400 InvalidInput"},
		{append([]string{"DELETE"}, changed...), ``, "400 InvalidInput", "400 InvalidInput"},
	} {
		for _, verb := range c.verbs {
			for _, exists := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s/%s/exists=%t", verb, c.ifMatch, exists), func(t *testing.T) {
					t.Parallel()
					s := newScene(t)
					old, now := s.add(t, "a", "b", "Old", 1), ""
					if r, err := s.table.UpsertEntity(t.Context(), entity(t, "a", "b", "Old", 2), nil); err != nil {
						t.Fatal(err)
					} else {
						now = string(r.ETag)
					}
					want := c.exists
					if !exists {
						want = c.missing
						if _, err := s.table.DeleteEntity(t.Context(), "a", "b", nil); err != nil {
							t.Fatal(err)
						}
					}
					before := s.get(t, "a", "b")
					header := map[string]string{current: now, stale: string(old)}[c.ifMatch]
					if header == "" {
						header = c.ifMatch
					}
					headers := []string{}
					if c.ifMatch != absent {
						headers = append(headers, "If-Match", header)
					}
					method, instead, _ := strings.Cut(verb, " ")
					if instead != "" {
						headers = append(headers, "X-HTTP-Method", instead)
					}
					body := `{"New":3}`
					if strings.Contains(verb, "DELETE") {
						body = ""
					}
					res, text := s.raw(t, method, book, body, headers...)
					got := strings.TrimSpace(fmt.Sprint(res.StatusCode, " ", codeOf(text)))
					if got != want {
						t.Fatalf("answered %s, want %s", got, want)
					}
					after := s.get(t, "a", "b")
					s.checkEffect(t, verb, want, before, after)
					if tag := res.Header.Get("ETag"); want == "204" && strings.Contains(verb, "DELETE") {
						if tag != "" {
							t.Errorf("a deletion has the ETag %s", tag) // TABLE-OPS-05
						}
					} else if want == "204" && (tag != after["odata.etag"] || tag == now) {
						t.Errorf("answered with ETag %s, the entity has %s and had %s", tag, after["odata.etag"], now)
					}
				})
			}
		}
	}
}

// checkEffect compares an entity before and after a write of the property New.
func (s *scene) checkEffect(t *testing.T, verb, answer string, before, after map[string]any) {
	t.Helper()
	switch {
	case answer != "204": // TABLE-COND-19
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("a refused request changed the entity (-before +after):\n%s", diff)
		}
	case strings.Contains(verb, "DELETE"):
		if after != nil {
			t.Errorf("the entity is still %v", after)
		}
	case after["New"] != 3.0:
		t.Errorf("the entity is %v, want New in it", after)
	case strings.Contains(verb, "PUT") && after["Old"] != nil: // TABLE-VERB-13
		t.Errorf("replaced, the entity is %v", after)
	case !strings.Contains(verb, "PUT") && before != nil && after["Old"] != 2.0: // TABLE-VERB-14
		t.Errorf("merged, the entity is %v", after)
	}
}

func TestConditionsThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.add(t, "a", "b")
	for _, c := range []struct {
		method, path, body string
		headers            []string
		want               string
	}{
		{"PUT", book, "{}", []string{"If-None-Match", "*"}, "400 InvalidInput"}, // TABLE-COND-13
		{"MERGE", book, "{}", []string{"If-None-Match", `W/"x"`}, "400 InvalidInput"},
		{"DELETE", book, "", []string{"If-None-Match", "*"}, "400 InvalidInput"},                     // TABLE-COND-14
		{"PUT", book, "{}", []string{"If-None-Match", `W/"x"`, "If-Match", "*"}, "400 InvalidInput"}, // TABLE-COND-15
		{"PUT", book, "{}", []string{"If-Match", `W/"a"`, "If-Match", `W/"b"`}, "400 InvalidInput"},  // TABLE-COND-12
		{"DELETE", "Tables('books')", "", []string{"If-Match", "*"}, "400 InvalidInput"},             // TABLE-COND-16
		{"POST", "Tables", `{"TableName":"other"}`, []string{"If-None-Match", "*"}, "400 InvalidInput"},
		{"POST", "books", `{"PartitionKey":"a","RowKey":"b"}`, []string{"If-Match", "*"}, "409 EntityAlreadyExists"}, // TABLE-VERB-12
		{"POST", "books", `{"PartitionKey":"a","RowKey":"c"}`, []string{"If-Match", `W/"x"`}, "201"},
		{"PUT", book, "{}", []string{"x-ms-version", "-", "x-ms-version", "2009-09-19"}, "400 InvalidInput"}, // TABLE-VERB-10
		{"MERGE", book, "{}", []string{"x-ms-version", "-", "x-ms-version", "2009-09-19"}, "400 InvalidInput"},
		{"PUT", book, "{}", []string{"x-ms-version", "-", "x-ms-version", "2009-09-19", "If-Match", "*"}, "204"},
		{"PUT", book, "{}", []string{"X-HTTP-Method", "MERGE"}, "400 XMethodNotUsingPost"},
		{"POST", book, "{}", []string{"X-HTTP-Method", "GET"}, "400 XMethodIncorrectValue"},
		{"POST", book, "{}", []string{"X-HTTP-Method", "PUT", "X-HTTP-Method", "MERGE"}, "400 XMethodIncorrectCount"},
		{"POST", book, "{}", nil, "405 MethodNotAllowed"},
		{"PUT", "books", "{}", nil, "405 MethodNotAllowed"},
		{"DELETE", "books", "", nil, "405 MethodNotAllowed"},
		{"PUT", "Tables('books')", "{}", nil, "405 MethodNotAllowed"},
		{"GET", "$batch", "", nil, "405 MethodNotAllowed"},
	} {
		res, text := s.raw(t, c.method, c.path, c.body, c.headers...)
		if got := strings.TrimSpace(fmt.Sprint(res.StatusCode, " ", codeOf(text))); got != c.want {
			t.Errorf("%s %s with %q answers %s, want %s", c.method, c.path, c.headers, got, c.want)
		}
	}
	if res, _ := s.raw(t, "GET", book, "", "If-None-Match", "*"); res.StatusCode != 200 {
		t.Errorf("reading with If-None-Match answers %d", res.StatusCode)
	}
}
