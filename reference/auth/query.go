package auth

import (
	"net/url"
	"slices"
	"strings"
)

// parameter is one query parameter: its name in lower case, its value unescaped.
type parameter struct{ name, value string }

// parameters reads a raw query. It keeps the order and all repetitions, and refuses text that cannot be unescaped: a
// signature over a query that two readers understand differently would protect nothing.
func parameters(query string, into []parameter) ([]parameter, error) {
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		if err != nil {
			return nil, err
		}
		value, err = url.QueryUnescape(value)
		if err != nil {
			return nil, err
		}
		into = append(into, parameter{strings.ToLower(name), value})
	}
	return into, nil
}

// sortParameters orders parameters by name and then by value, as canonicalized resources require.
func sortParameters(list []parameter) {
	slices.SortFunc(list, func(a, b parameter) int {
		if c := strings.Compare(a.name, b.name); c != 0 {
			return c
		}
		return strings.Compare(a.value, b.value)
	})
}
