package file

import (
	"encoding/xml"
	"fmt"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// The reads that a snapshot can do without.
const (
	rangeList = "List Ranges"
	entryList = "List Directories and Files"
	shareList = "List Shares"
)

// parseEntries reads one page of List Directories and Files.
func parseEntries(body []byte) (names []string, next string, err error) {
	type entry struct {
		Name string `xml:"Name"`
	}
	page, err := sdk.Document[struct {
		XMLName     xml.Name `xml:"EnumerationResults"`
		Files       []entry  `xml:"Entries>File"`
		Directories []entry  `xml:"Entries>Directory"`
		NextMarker  string   `xml:"NextMarker"`
	}](entryList, body)
	for _, e := range page.Files {
		names = append(names, e.Name)
	}
	for _, e := range page.Directories {
		names = append(names, e.Name+"/")
	}
	return names, page.NextMarker, err
}

// listedShare is one <Share> of List Shares.
type listedShare struct {
	Name     string `xml:"Name"`
	Snapshot string `xml:"Snapshot"`
	Deleted  bool   `xml:"Deleted"`
	Version  string `xml:"Version"`
}

func parseShares(body []byte) (shares []listedShare, next string, err error) {
	page, err := sdk.Document[struct {
		XMLName    xml.Name      `xml:"EnumerationResults"`
		Shares     []listedShare `xml:"Shares>Share"`
		NextMarker string        `xml:"NextMarker"`
	}](shareList, body)
	return page.Shares, page.NextMarker, err
}

func parseRanges(body []byte) ([]Range, error) {
	list, err := sdk.Document[struct {
		XMLName xml.Name `xml:"Ranges"`
		Ranges  []Range  `xml:"Range"`
	}](rangeList, body)
	for _, r := range list.Ranges {
		if r.Start < 0 || r.End < r.Start {
			return nil, fmt.Errorf("reading the body of List Ranges: %s is not a range", r)
		}
	}
	return scenario.JoinRanges(list.Ranges...), err
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

// parseHandles reads the handles in the answer to List Handles.
func parseHandles(body []byte) ([]listedHandle, error) {
	list, err := sdk.Document[struct {
		XMLName xml.Name       `xml:"EnumerationResults"`
		Handles []listedHandle `xml:"Entries>Handle"`
	}]("List Handles", body)
	return list.Handles, err
}
