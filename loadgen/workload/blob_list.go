package workload

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// blobList is one page of List Blobs, from the choice to the answer. Every blob on the
// page is a read of that blob: it was there, with this ETag. A page is not a snapshot, so
// each blob is judged separately. // BLOB-CONS-03
type blobList struct {
	set      *blobSet
	prefix   string // of the names asked for
	metadata bool   // ask for it
	most     int    // blobs on a page; 0: the service decides
	marker   string // of the previous page; "": this is the first

	found []listedBlob // on the page
	next  string       // marker of the next page; "": this was the last
}

// listedBlob is one entry of a page. Its slices are part of the answer.
type listedBlob struct {
	name []byte
	tag  string // with quotes, as in a header; "": none
	body []byte // the metadata with the contents, nil if not listed
}

func (l *blobList) step() Step {
	path := l.set.container + "?restype=container&comp=list"
	if l.metadata {
		path += "&include=metadata"
	}
	if l.prefix != "" {
		path += "&prefix=" + l.prefix
	}
	if l.most > 0 {
		path += "&maxresults=" + strconv.Itoa(l.most)
	}
	if l.marker != "" {
		path += "&marker=" + string(appendEscaped(nil, l.marker))
	}
	return Step{Service: target.Blob, Method: "GET", Path: path}
}

// Codes of our own for lists; see noETag.
const (
	notAList    = "(unreadable list)"
	notListable = "(a blob not asked for)"
)

// judge begins the event of a page; its key is a blob that the page should show. The
// events of the blobs follow from found. There are none if the outcome is not Won.
func (l *blobList) judge(x *Exchange, key uint32) history.Event {
	book := l.set.env.Book
	e := told(book, x, key, history.Read, l.set.list, field(x.Reply.Header, "x-ms-error-code"))
	l.found, l.next = l.found[:0], ""
	switch {
	case e.Outcome == history.Absent: // the container is absent
		e.Outcome = history.Wrong
	case e.Outcome != history.Won:
	case e.Status != 200:
		irregular(book, &e, unexpectedStatus)
	case !l.read(x.Reply.Body):
		irregular(book, &e, notAList)
	}
	return e
}

// read parses a page, and reports whether the body is one.
func (l *blobList) read(xml []byte) bool {
	blobs, rest, ok := cutElement(xml, "Blobs")
	if !ok {
		return false
	}
	for {
		entry, after, more := cutElement(blobs, "Blob")
		if !more {
			break
		}
		blobs = after
		name, named := element(entry, "Name")
		if !named {
			return false
		}
		b := listedBlob{name: name}
		if tag, ok := element(entry, "Etag"); ok && len(tag) > 0 {
			b.tag = `"` + string(bytes.Trim(appendUnescaped(nil, tag), `"`)) + `"` // BLOB-ETAG-16
		}
		if all, ok := element(entry, "Metadata"); ok {
			b.body = metadataBody(all)
		}
		l.found = append(l.found, b)
	}
	if next, ok := element(rest, "NextMarker"); ok {
		l.next = string(appendUnescaped(nil, next))
	}
	return true
}

// metadataBody returns the contents in the metadata of a blob. The service may return
// metadata names in another case.
func metadataBody(all []byte) []byte {
	for at := 0; at < len(all); at++ {
		name := all[at:min(at+len(metadataName), len(all))]
		if at > 0 && all[at-1] == '<' && bytes.EqualFold(name, []byte(metadataName)) {
			if body, ok := element(all[at-1:], string(name)); ok {
				return body
			}
		}
	}
	return nil
}

// follow appends the event of one blob of a page. The first event stands for the
// exchange; the others are marked as following it.
func (l *blobList) follow(events []history.Event, first int, e history.Event) []history.Event {
	if len(events) > first {
		e.Flags |= history.Follow
	}
	return append(events, e)
}

// pages sends and records all pages of a list, outside the measured part.
func (l *blobList) pages(ctx context.Context, c Conn, judge func(*Exchange, []history.Event) []history.Event) error {
	for l.marker = ""; ; l.marker = l.next {
		if _, err := retryAll(ctx, c, l.step(), nil, judge, true); err != nil {
			return fmt.Errorf("list the blobs: %w", err)
		}
		if l.next == "" {
			return nil
		}
	}
}
