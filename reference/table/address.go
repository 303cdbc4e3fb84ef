package table

import (
	"net/url"
	"strings"

	"ifmatch/reference/errcode"
)

// address is the target of a request's path: the service, the tables, a table or an entity.
type address struct {
	kind           addressKind
	table          string
	partition, row string // of an entity
}

// addressKind is the kind of an address.
type addressKind uint8

const (
	account  addressKind = iota
	batch                // $batch
	tables               // Tables
	oneTable             // Tables('books')
	aTable               // books, books()
	entity               // books(PartitionKey='a',RowKey='b')
)

// parseAddress reads a path below the account.
func parseAddress(path string) (address, error) {
	switch path = strings.TrimSuffix(path, "/"); path {
	case "":
		return address{kind: account}, nil
	case "$batch":
		return address{kind: batch}, nil
	}
	name, keys, found := strings.Cut(path, "(")
	if found {
		var closed bool
		if keys, closed = strings.CutSuffix(keys, ")"); !closed {
			return address{}, errcode.New(errcode.InvalidURI)
		}
	}
	keys = strings.TrimSpace(keys)
	if strings.EqualFold(name, "Tables") {
		return parseTables(keys)
	}
	if err := checkTableName(name); err != nil {
		return address{}, err
	}
	if keys == "" {
		return address{kind: aTable, table: name}, nil
	}
	return parseKeys(address{kind: entity, table: name}, keys)
}

// parseTables reads the text in the parentheses after Tables.
func parseTables(key string) (address, error) {
	if key == "" {
		return address{kind: tables}, nil
	}
	key = strings.TrimPrefix(key, "TableName=")
	name, rest, ok := cutQuoted(key)
	if !ok || rest != "" {
		return address{}, errcode.New(errcode.InvalidURI)
	}
	return address{kind: oneTable, table: name}, checkTableName(name)
}

// parseKeys reads PartitionKey='…',RowKey='…', in either order.
func parseKeys(a address, keys string) (address, error) {
	var given [2]bool
	for {
		name, rest, found := strings.Cut(keys, "=")
		value, rest, ok := cutQuoted(strings.TrimLeft(rest, " "))
		if !found || !ok {
			return address{}, errcode.New(errcode.InvalidURI)
		}
		switch name = strings.TrimSpace(name); {
		case name == "PartitionKey" && !given[0]:
			a.partition, given[0] = value, true
		case name == "RowKey" && !given[1]:
			a.row, given[1] = value, true
		default:
			return address{}, errcode.New(errcode.InvalidURI)
		}
		if rest = strings.TrimLeft(rest, " "); rest == "" {
			break
		}
		if keys, ok = strings.CutPrefix(rest, ","); !ok {
			return address{}, errcode.New(errcode.InvalidURI)
		}
	}
	if !given[0] || !given[1] {
		return address{}, errcode.New(errcode.InvalidURI)
	}
	return a, nil
}

// cutQuoted cuts a string in apostrophes off. Two apostrophes inside stand for one.
func cutQuoted(s string) (text, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, "'")
	for ok {
		i := strings.IndexByte(s, '\'')
		if i < 0 {
			return "", "", false
		}
		text += s[:i]
		s = s[i+1:]
		if s == "" || s[0] != '\'' {
			return text, s, true
		}
		text, s = text+"'", s[1:]
	}
	return "", "", false
}

// checkTableName requires 3 to 63 letters and digits, starting with a letter.
func checkTableName(name string) error {
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return errcode.New(errcode.InvalidResourceName)
		}
	}
	if len(name) < 3 || len(name) > 63 {
		return errcode.Newf(errcode.OutOfRangeInput, "The name of a table must have between 3 and 63 characters.")
	}
	return nil
}

// location returns the path of an entity below the account, escaped for URLs.
func location(table, partition, row string) string {
	return table + "(PartitionKey='" + quoteKey(partition) + "',RowKey='" + quoteKey(row) + "')"
}

func quoteKey(key string) string {
	return url.PathEscape(strings.ReplaceAll(key, "'", "''"))
}
