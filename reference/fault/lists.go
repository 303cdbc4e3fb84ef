package fault

import (
	"bytes"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// snapshotFields alters what a snapshot takes from its base, and what it keeps when the base is written.
func snapshotFields(g *group) {
	fields := []struct {
		name, what string
		of         []op.Operation // that change it
		copy       func(to, from *store.Blob)

		taken, kept string // clauses: that a snapshot takes the field, and that it keeps it
	}{
		{"content", "the content", []op.Operation{op.PutBlob, op.PutBlockList, op.PutPage, op.AppendBlock}, func(to, from *store.Blob) { to.Content = from.Content }, "BLOB-CONS-10", "BLOB-CONS-10 BLOB-ETAG-34"},
		{"metadata", "the metadata", []op.Operation{op.PutBlob, op.SetBlobMetadata}, func(to, from *store.Blob) { to.Metadata = from.Metadata }, "BLOB-CONS-10", "BLOB-CONS-10 BLOB-ETAG-34"},
		{"stamp", "ETag and Last-Modified", []op.Operation{op.PutBlob, op.PutBlockList, op.PutPage, op.AppendBlock, op.SetBlobMetadata, op.SetBlobProperties}, func(to, from *store.Blob) { to.Stamp = from.Stamp }, "BLOB-CONS-10", "BLOB-CONS-10 BLOB-ETAG-34"},
		{"blocks", "the block list", []op.Operation{op.PutBlockList}, func(to, from *store.Blob) { to.Blocks = from.Blocks }, "BLOB-BLK-06", "BLOB-BLK-06"},
	}
	for _, f := range fields {
		for _, o := range f.of {
			g.blobs("snapshots-follow-"+f.name+"-of-"+slug(o), o.String()+" also alters "+f.what+" of the snapshots.", f.kept,
				alteringSnapshots(false, func(shot, next *store.Blob, _ store.Moment) { f.copy(shot, next) }), o)
		}
		if f.name != "stamp" { // wrong stamps have a fault of their own
			g.blobs("snapshot-without-"+f.name, "A snapshot does not copy "+f.what+" of its base.", f.taken,
				alteringSnapshots(true, func(shot, _ *store.Blob, _ store.Moment) { f.copy(shot, &store.Blob{Content: store.Bytes(nil)}) }), op.SnapshotBlob)
		}
	}
	g.blobs("snapshot-with-stamp-of-its-own", "A snapshot has an ETag of its own even without metadata.", "BLOB-ETAG-32 BLOB-CONS-10",
		alteringSnapshots(true, func(shot, _ *store.Blob, at store.Moment) { shot.Stamp = at.Stamp() }), op.SnapshotBlob)
}

// alteringSnapshots alters the snapshots of the blobs that changes make, or only the last one.
func alteringSnapshots(last bool, alter func(shot, next *store.Blob, at store.Moment)) func(store.Blobs) store.Blobs {
	return alteringBlobs(func(_, next *store.Blob, at store.Moment) {
		next.Snapshots = slices.Clone(next.Snapshots)
		for i, s := range next.Snapshots {
			if !last || i == len(next.Snapshots)-1 {
				next.Snapshots[i].Blob = changed(s.Blob, func(shot *store.Blob) { alter(shot, next, at) })
			}
		}
	})
}

// listFields alters the entries in lists of blobs and containers: a field is missing, or belongs to another entry.
func listFields(g *group) {
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
			rewrite(a, element.ReplaceAllString(a.Body.String(), with))
		}))
	}
}

// rewrite gives an answer another body.
func rewrite(a *held.Answer, text string) {
	a.Body = *bytes.NewBufferString(text)
	if a.Header().Get("Content-Length") != "" {
		a.Header().Set("Content-Length", strconv.Itoa(len(text)))
	}
}

// turnedPages turns the pages of a list wrongly: the entry at a turn is lost or comes twice, or what was read once is not read
// again.
func turnedPages(g *group) {
	next := regexp.MustCompile("<NextMarker>([^<]*)</NextMarker>")
	for _, l := range []struct {
		of        op.Operation
		entry, at string
	}{
		{op.ListBlobs, "Blob|BlobPrefix", "BLOB-CONS-03"},
		{op.ListContainers, "Container", "BLOB-GEN-04"},
		{op.ListDirectoriesAndFiles, "File|Directory", "FILE-CONS-01"},
	} {
		entry := regexp.MustCompile("(?s)<(?:" + l.entry + ")>.*?</(?:" + l.entry + ")>")
		add := func(name, sentence, parameter string, alter func(a *held.Answer, r *http.Request, seen *sync.Map)) {
			g.serving(slug(l.of)+"-"+name, l.of.String()+" "+sentence+".", l.at, func() op.Middleware {
				var seen sync.Map
				return answering([]op.Operation{l.of}, func(a *held.Answer, r *http.Request) {
					if r.URL.Query().Has(parameter) {
						alter(a, r, &seen)
					}
				})()
			})
		}
		add("loses-first-of-page", "begins a page after the entry that its marker names", "marker", func(a *held.Answer, _ *http.Request, _ *sync.Map) {
			if first := entry.FindString(a.Body.String()); first != "" {
				rewrite(a, strings.Replace(a.Body.String(), first, "", 1))
			}
		})
		add("repeats-last-of-page", "begins a page with the last entry of the page before", "maxresults", func(a *held.Answer, r *http.Request, seen *sync.Map) {
			text := a.Body.String()
			all := entry.FindAllString(text, -1)
			if before, found := seen.Load(r.URL.Query().Get("marker")); found && len(all) > 0 {
				rewrite(a, strings.Replace(text, all[0], before.(string)+all[0], 1))
			}
			if marker := next.FindStringSubmatch(text); marker != nil && marker[1] != "" && len(all) > 0 {
				seen.Store(marker[1], all[len(all)-1])
			}
		})
		keep := func(a *held.Answer, r *http.Request, seen *sync.Map) {
			if before, found := seen.LoadOrStore(question(r), a.Body.String()); found {
				rewrite(a, before.(string))
			}
		}
		add("keeps-pages", "shows what a marker leads to as it was when the marker was first sent", "marker", keep)
		if l.of == op.ListBlobs {
			add("by-delimiter-keeps-pages", "by delimiter shows the blobs as they were when this was first asked", "delimiter", keep)
			folder := regexp.MustCompile("(?s)</BlobPrefix><Blob>.*?</Blob>")
			add("by-delimiter-loses-blob-after-folder", "by delimiter loses the blob that follows a folder", "delimiter", func(a *held.Answer, _ *http.Request, _ *sync.Map) {
				rewrite(a, folder.ReplaceAllString(a.Body.String(), "</BlobPrefix>"))
			})
		}
	}
}
