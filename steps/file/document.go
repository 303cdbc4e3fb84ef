package file

import (
	"encoding/xml"
	"fmt"

	"ifmatch/steps/sdk"
)

// listed are the entries of one page of List Directories and Files.
func parseEntries(body []byte) (names []string, next string, err error) {
	type entry struct {
		Name string `xml:"Name"`
	}
	var page struct {
		XMLName     xml.Name `xml:"EnumerationResults"`
		Files       []entry  `xml:"Entries>File"`
		Directories []entry  `xml:"Entries>Directory"`
		NextMarker  string   `xml:"NextMarker"`
	}
	if err := sdk.Decode(body, &page); err != nil {
		return nil, "", fmt.Errorf("reading the body of List Directories and Files: %w", err)
	}
	for _, e := range page.Files {
		names = append(names, e.Name)
	}
	for _, e := range page.Directories {
		names = append(names, e.Name+"/")
	}
	return names, page.NextMarker, nil
}

// listedShare is one <Share> of List Shares.
type listedShare struct {
	Name     string `xml:"Name"`
	Snapshot string `xml:"Snapshot"`
}

func parseShares(body []byte) (shares []listedShare, next string, err error) {
	var page struct {
		XMLName    xml.Name      `xml:"EnumerationResults"`
		Shares     []listedShare `xml:"Shares>Share"`
		NextMarker string        `xml:"NextMarker"`
	}
	if err := sdk.Decode(body, &page); err != nil {
		return nil, "", fmt.Errorf("reading the body of List Shares: %w", err)
	}
	return page.Shares, page.NextMarker, nil
}

func parseRanges(body []byte) ([]Range, error) {
	var list struct {
		XMLName xml.Name `xml:"Ranges"`
		Ranges  []Range  `xml:"Range"`
	}
	if err := sdk.Decode(body, &list); err != nil {
		return nil, fmt.Errorf("reading the body of List Ranges: %w", err)
	}
	for _, r := range list.Ranges {
		if r.Start < 0 || r.End < r.Start {
			return nil, fmt.Errorf("reading the body of List Ranges: %s is no range", r)
		}
	}
	return join(list.Ranges), nil
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
	var list struct {
		XMLName xml.Name       `xml:"EnumerationResults"`
		Handles []listedHandle `xml:"Entries>Handle"`
	}
	if err := sdk.Decode(body, &list); err != nil {
		return nil, fmt.Errorf("reading the body of List Handles: %w", err)
	}
	return list.Handles, nil
}
