package main

import (
	"net/http"
	"strings"

	"ifmatch/reference/operation"
)

// State is the state of a resource beside the recording, before one of its exchanges.
type State struct {
	Exists bool
	Kind   string // of a blob or a file
	Lease  string // available, leased, expired, breaking, broken
	Tag    string
}

func (s State) String() string {
	if !s.Exists {
		return "missing"
	}
	return strings.TrimSpace(s.Kind + " " + s.Lease)
}

// StateOf looks at the resource that a request is about, as the latest version of the protocol shows it.
func (t *Target) StateOf(r Request) State {
	query := ""
	switch {
	case strings.Contains(r.Query, "restype=container"):
		query = "restype=container"
	case strings.Contains(r.Query, "restype=share"):
		query = "restype=share"
	case strings.Contains(r.Query, "restype=directory"):
		query = "restype=directory"
	case r.Service == operation.QueueService:
		query = "comp=metadata"
	}
	method := http.MethodHead
	if r.Service == operation.TableService {
		method = http.MethodGet
	}
	asked := t.asked
	defer func() { t.asked = asked }()
	a, err := t.Send(Request{Service: r.Service, Method: method, Path: r.Path, Query: query, Header: http.Header{"X-Ms-Version": {latest}}})
	if err != nil || a.Status >= 400 {
		return State{}
	}
	kind := a.Header.Get("x-ms-blob-type")
	if kind == "" {
		kind = a.Header.Get("x-ms-type")
	}
	return State{true, kind, a.Header.Get("x-ms-lease-state"), a.Header.Get("etag")}
}

// latest is the version of the protocol in which the tool itself asks.
const latest = "2021-12-02"
