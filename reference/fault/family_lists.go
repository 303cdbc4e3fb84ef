package fault

import (
	"bytes"
	"net/http"
	"regexp"
	"strconv"

	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
)

// listFields alters the entries in lists of blobs and containers: a field is missing, or belongs to another entry.
func listFields() []Fault {
	g := group{family: "list"}
	const stamp, leases = "BLOB-ETAG-16 BLOB-CONS-03 BLOB-GEN-04 BLOB-RACE-07", "BLOB-LEASE-46-o"
	const containerStamp = "BLOB-GEN-04 BLOB-GEN-05"
	for _, f := range []struct {
		of                   op.Operation
		field, value, is, at string
	}{
		{op.ListBlobs, "Etag", "", "missing", stamp},
		{op.ListBlobs, "Etag", "0x8DD0000000000AA", "the same for all", stamp},
		{op.ListBlobs, "Last-Modified", "", "missing", "BLOB-RACE-07"},
		{op.ListBlobs, "Last-Modified", "Thu, 01 Jan 2015 00:00:00 GMT", "the same for all", "BLOB-RACE-07"},
		{op.ListBlobs, "LeaseStatus", "", "missing", leases},
		{op.ListBlobs, "LeaseStatus", "unlocked", "the same for all", leases},
		{op.ListBlobs, "LeaseState", "", "missing", leases},
		{op.ListBlobs, "LeaseState", "available", "the same for all", leases},
		{op.ListBlobs, "LeaseDuration", "", "missing", leases},
		{op.ListBlobs, "LeaseDuration", "infinite", "the same for all", leases},
		{op.ListContainers, "Etag", "", "missing", containerStamp},
		{op.ListContainers, "Etag", "0x8DD0000000000AA", "the same for all", containerStamp},
		{op.ListContainers, "Last-Modified", "Thu, 01 Jan 2015 00:00:00 GMT", "the same for all", "BLOB-GEN-05"},
		{op.ListContainers, "LeaseStatus", "unlocked", "the same for all", leases},
		{op.ListContainers, "LeaseState", "available", "the same for all", leases},
		{op.ListContainers, "LeaseDuration", "infinite", "the same for all", leases},
	} {
		element := regexp.MustCompile("<" + f.field + ">[^<]*</" + f.field + ">")
		name, with := "no-"+lower(f.field), ""
		if f.value != "" {
			name, with = "wrong-"+lower(f.field), "<"+f.field+">"+f.value+"</"+f.field+">"
		}
		g.serving(slug(f.of)+"-shows-"+name, f.of.String()+" shows entries whose "+f.field+" is "+f.is+".", f.at, answering([]op.Operation{f.of}, func(a *held.Answer, _ *http.Request) {
			text := element.ReplaceAllString(a.Body.String(), with)
			a.Body = *bytes.NewBufferString(text)
			if a.Header().Get("Content-Length") != "" {
				a.Header().Set("Content-Length", strconv.Itoa(len(text)))
			}
		}))
	}
	return g.faults
}
