package table_test

import (
	"fmt"
	"strings"
	"testing"
)

const book = "books(PartitionKey='a',RowKey='b')"

// TestVerbs sends the verbs that a POST replaces, verbs that a resource has not, and conditions that cannot be used. The
// cases of features/table/verbs and conditions show what the others do.
func TestVerbs(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.add(t, "a", "b")
	for _, c := range []struct {
		method, path, body string
		headers            []string
		want               string
	}{
		{"POST", book, "{}", []string{"X-HTTP-Method", "PUT", "If-Match", "*"}, "204"},
		{"POST", book, "{}", []string{"X-HTTP-Method", "MERGE", "If-Match", `W/"other"`}, "412 UpdateConditionNotSatisfied"},
		{"POST", book, "", []string{"X-HTTP-Method", "DELETE"}, "400 InvalidInput"},
		{"PUT", book, "{}", []string{"If-Match", `W/"a`}, "400 InvalidInput"}, // TABLE-COND-11
		{"DELETE", book, "", []string{"If-Match", ""}, "400 InvalidInput"},
		{"POST", "Tables", `{"TableName":"other"}`, []string{"If-None-Match", "*"}, "400 InvalidInput"},
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
}
