package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Leaf is one value in a document. Path names its place; the entries of a list are told apart by their names, or else
// by their order.
type Leaf struct {
	Path  string
	Name  string // of the element or property
	Value string
	Of    string // the resource that it tells of, among those of the document
}

// Leaves lists the values of an XML, JSON or multipart body in order, or nothing if it is another kind of body.
func Leaves(body []byte) []Leaf {
	text := bytes.TrimPrefix(body, []byte("\ufeff"))
	switch {
	case bytes.HasPrefix(text, []byte("--")):
		return innerLeaves(text)
	case bytes.HasPrefix(text, []byte("{")):
		return jsonLeaves(text)
	case bytes.HasPrefix(text, []byte("<")):
		return xmlLeaves(text)
	}
	return nil
}

// element is one element of XML.
type element struct {
	name     string
	text     string
	children []*element
}

// xmlLeaves lists the values of an XML document.
func xmlLeaves(text []byte) []Leaf {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	root := &element{}
	open := []*element{root}
	for {
		token, err := d.Token()
		if err != nil {
			break
		}
		top := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local}
			top.children = append(top.children, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			top.text += string(t)
		}
	}
	return root.leaves("", "", nil)
}

// leaves appends the values under an element to a list.
func (e *element) leaves(path, of string, list []Leaf) []Leaf {
	if len(e.children) == 0 && path != "" {
		return append(list, Leaf{path, e.name, strings.TrimSpace(e.text), of})
	}
	seen := map[string]int{}
	for _, c := range e.children {
		key, within := c.name, of
		if e.name == "Metadata" {
			key = strings.ToLower(key) // as recordings keep the names of headers
		}
		if name := c.child("Name"); name != nil && name.children == nil && c.name != "Metadata" {
			key += "[" + name.text + "]"
			within = name.text
		}
		if seen[key]++; seen[key] > 1 {
			key = fmt.Sprintf("%s#%d", key, seen[key])
		}
		list = c.leaves(path+"/"+key, within, list)
	}
	return list
}

func (e *element) child(name string) *element {
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// jsonLeaves lists the values of a JSON document.
func jsonLeaves(text []byte) []Leaf {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var root map[string]any
	if d.Decode(&root) != nil {
		return nil
	}
	return objectLeaves(root, "", nil)
}

func objectLeaves(o map[string]any, path string, list []Leaf) []Leaf {
	of := ""
	if row, ok := o["RowKey"]; ok {
		of = fmt.Sprintf("%v/%v", o["PartitionKey"], row)
	}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		at := path + "/" + name
		switch v := o[name].(type) {
		case map[string]any:
			list = objectLeaves(v, at, list)
		case []any:
			for i, e := range v {
				if inner, ok := e.(map[string]any); ok {
					list = objectLeaves(inner, fmt.Sprintf("%s#%d", at, i+1), list)
				}
			}
		default:
			list = append(list, Leaf{at, name, fmt.Sprint(v), of})
		}
	}
	return list
}

// shape is a leaf's path without what tells entries of a list apart.
func shape(path string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(path, "/") {
		if i := strings.IndexAny(part, "[#"); i >= 0 {
			part = part[:i]
		}
		b.WriteByte('/')
		b.WriteString(part)
	}
	return b.String()
}

var (
	innerStatus = regexp.MustCompile(`(?m)^HTTP/1\.1 (\d{3})`)
	innerHeader = regexp.MustCompile(`(?mi)^(etag|x-ms-error-code): *(.*?)\r?$`)
	innerCode   = regexp.MustCompile(`"code":"(\w+)"`)
)

// innerLeaves are what the answers inside a multipart answer say: status, code and tag of each.
func innerLeaves(body []byte) (list []Leaf) {
	text := string(body)
	for i, part := range strings.Split(text, "HTTP/1.1 ")[1:] {
		path := fmt.Sprintf("part %d", i+1)
		part = "HTTP/1.1 " + part
		list = append(list, Leaf{path + "/status", "status", innerStatus.FindStringSubmatch(part)[1], path})
		for _, m := range innerHeader.FindAllStringSubmatch(part, -1) {
			list = append(list, Leaf{path + "/" + strings.ToLower(m[1]), strings.ToLower(m[1]), m[2], path})
		}
		if m := innerCode.FindStringSubmatch(part); m != nil {
			list = append(list, Leaf{path + "/code", "code", m[1], path})
		}
	}
	return list
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
