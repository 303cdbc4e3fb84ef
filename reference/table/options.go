package table

import (
	"encoding/base64"
	"errors"
	"strconv"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/odata"
)

// options are the parameters shared by queries of entities and of tables.
type options struct {
	form     format
	filter   odata.Filter
	selected []string // nil for all properties
	page     int      // results per page
}

func (c *call) options() (o options, err error) {
	if o.form, err = formatOf(c.Header, c.Query); err != nil {
		return o, err
	}
	limits := &c.Rules.Table.Limits
	if v := c.Query.Get("$filter"); strings.TrimSpace(v) != "" {
		o.filter, err = odata.Parse(v)
		switch {
		case errors.Is(err, odata.ErrFunction):
			return o, errcode.Newf(errcode.NotImplemented, sentence(err))
		case err != nil:
			return o, invalid(sentence(err))
		case o.filter.Comparisons() > limits.Comparisons:
			return o, invalid("A filter can have at most " + strconv.Itoa(limits.Comparisons) + " comparisons.")
		}
	}
	if v := c.Query.Get("$select"); v != "" {
		o.selected = selection(v)
	}
	o.page = limits.Page
	if v := c.Query.Get("$top"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > limits.Page {
			return o, invalid("The value of $top must be a number between 1 and " + strconv.Itoa(limits.Page) + ".")
		}
		o.page = n
	}
	for name := range c.Query {
		switch name {
		case "$orderby", "$skip", "$expand", "$inlinecount":
			return o, errcode.Newf(errcode.NotImplemented, "The Table service has no "+name+".")
		}
	}
	return o, nil
}

// sentence turns an error into a message.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// selection reads a list of properties; * in the list means all.
func selection(v string) []string {
	names := []string{}
	seen := map[string]bool{}
	for _, name := range strings.Split(v, ",") {
		switch name = strings.TrimSpace(name); {
		case name == "*":
			return nil
		case name != "" && !seen[name]:
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// tokenMark begins continuation tokens, so that other texts are not accepted as tokens.
const tokenMark = "1!"

// continuation encodes a key, so that clients see an opaque text.
func continuation(key string) string {
	return tokenMark + base64.RawURLEncoding.EncodeToString([]byte(key))
}

// parseContinuation reads the key at which a query continues; found is false on the first page.
func (c *call) parseContinuation(parameter string) (key string, found bool, err error) {
	v := c.Query.Get(parameter)
	if v == "" {
		return "", false, nil
	}
	text, marked := strings.CutPrefix(v, tokenMark)
	b, err := base64.RawURLEncoding.DecodeString(text)
	if !marked || err != nil {
		return "", false, errcode.BadQuery(parameter, v)
	}
	return string(b), true, nil
}
