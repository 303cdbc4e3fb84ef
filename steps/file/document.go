package file

import (
	"encoding/xml"
	"fmt"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// The operations that return lists.
const (
	rangeList  = "List Ranges"
	entryList  = "List Directories and Files"
	shareList  = "List Shares"
	handleList = "List Handles"
)

// document is the body of a list.
type document struct {
	XMLName     xml.Name
	Shares      []listedShare  `xml:"Shares>Share"`
	Files       []string       `xml:"Entries>File>Name"`
	Directories []string       `xml:"Entries>Directory>Name"`
	Handles     []listedHandle `xml:"Entries>Handle"`
	Ranges      []Range        `xml:"Range"`
	NextMarker  string
}

// listedShare is one <Share> of List Shares.
type listedShare struct {
	Name, Snapshot, Version string
	Deleted                 bool
}

// listedHandle is one <Handle> of List Handles.
type listedHandle struct {
	ID       string   `xml:"HandleId"`
	Path     string   `xml:"Path"`
	FileID   string   `xml:"FileId"`
	ParentID string   `xml:"ParentId"`
	Session  string   `xml:"SessionId"`
	ClientIP string   `xml:"ClientIp"`
	Client   string   `xml:"ClientName"`
	Opened   string   `xml:"OpenTime"`
	Access   []string `xml:"AccessRightList>AccessRight"`
}

// parse reads one page of a list.
func parse(list string, body []byte) (document, error) {
	d, err := sdk.Document[document](list, body)
	root := map[bool]string{true: "Ranges", false: "EnumerationResults"}[list == rangeList]
	if err == nil && d.XMLName.Local != root {
		return document{}, fmt.Errorf("reading the body of %s: expected element type <%s> but have <%s>", list, root, d.XMLName.Local)
	}
	for _, r := range d.Ranges {
		if r.Start < 0 || r.End < r.Start {
			return document{}, fmt.Errorf("reading the body of %s: %s is not a range", list, r)
		}
	}
	d.Ranges = scenario.JoinRanges(d.Ranges...)
	return d, err
}

// entries are the names in a directory, with a slash after those of directories.
func (d document) entries() []string {
	names := d.Files
	for _, name := range d.Directories {
		names = append(names, name+"/")
	}
	return names
}
