package main

import (
	"encoding/xml"
	"net/http"
	"strings"

	"ifmatch/reference/operation"
)

// listedShare is one entry of a recorded list of shares.
type listedShare struct {
	Name       string
	Snapshot   string
	Deleted    bool
	Properties struct{ LeaseState string }
}

// furnish makes the shares that a recorded list shows and that no exchange has made, with their snapshots and leases:
// the account held them before the session began. It goes on to delete them.
func (p *player) furnish(e *Exchange) {
	if p.session.Service != operation.FileService || e.Path != "/" || !strings.Contains(e.Query, "comp=list") || e.Status != http.StatusOK {
		return
	}
	var list struct {
		Shares []listedShare `xml:"Shares>Share"`
	}
	if xml.Unmarshal(e.Answer.Bytes, &list) != nil {
		return
	}
	for _, s := range list.Shares {
		at := "/" + s.Name
		if p.named(at) && s.Snapshot == "" || s.Deleted || p.made[at+s.Snapshot] || p.named(at) && !p.made[at] {
			continue
		}
		p.makeShare(at, s)
	}
}

// makeShare makes one share, or a snapshot of it.
func (p *player) makeShare(at string, s listedShare) {
	do := func(query string, header http.Header) Answer {
		header.Set("x-ms-version", latest)
		a, _ := p.target.Send(Request{Service: operation.FileService, Method: http.MethodPut, Path: at, Query: query, Header: header})
		return a
	}
	if !p.made[at] {
		do("restype=share", http.Header{})
		p.made[at], p.names[at] = true, true
	}
	query := "restype=share&comp=lease"
	if s.Snapshot != "" {
		snapshot := do("restype=share&comp=snapshot", http.Header{}).Header.Get("x-ms-snapshot")
		p.bound.Bind(at, s.Snapshot, snapshot)
		p.made[at+s.Snapshot] = true
		query += "&sharesnapshot=" + snapshot
	}
	if s.Properties.LeaseState == "leased" {
		do(query, http.Header{"X-Ms-Lease-Action": {"acquire"}, "X-Ms-Lease-Duration": {"-1"}})
	}
}
