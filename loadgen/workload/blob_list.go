package workload

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// blobList is one page of List Blobs, from the choice to the answer. Every blob that
// the page lists is a read of that blob: it was there, with this ETag. Pages promise
// nothing together, so that each blob stands for itself. // BLOB-CONS-03
type blobList struct {
	set      *blobSet
	prefix   string // of the names asked for
	metadata bool   // is asked for
	most     int    // blobs on a page; 0: as many as the service gives
	marker   string // of the page before; "": this is the first

	found []listedBlob // on the page
	next  string       // marker of the page that follows; "": this was the last
}

// listedBlob is one entry of a page. What it points to is part of the answer.
type listedBlob struct {
	name []byte
	tag  string // as a header has it, in quotes; "": none
	body []byte // the metadata that holds the contents, nil without
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

// judge begins the event of a page, which is about a blob that it should tell of. The
// events of the blobs follow from found; there are none if the outcome is not Won.
func (l *blobList) judge(x *Exchange, key uint32) history.Event {
	book := l.set.env.Book
	e := told(book, x, key, history.Read, l.set.list, field(x.Reply.Header, "x-ms-error-code"))
	l.found, l.next = l.found[:0], ""
	switch {
	case e.Outcome == history.Absent: // of the container
		e.Outcome = history.Wrong
	case e.Outcome != history.Won:
	case e.Status != 200:
		irregular(book, &e, unexpectedStatus)
	case !l.read(x.Reply.Body):
		irregular(book, &e, notAList)
	}
	return e
}

// read takes a page apart, and tells whether it is one.
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

// metadataBody is the contents in the metadata of a blob: names of metadata may come back
// in another case.
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

// follow makes what a page says of a blob an event; the first of an exchange stands for
// it, the others follow.
func (l *blobList) follow(events []history.Event, first int, e history.Event) []history.Event {
	if len(events) > first {
		e.Flags |= history.Follow
	}
	return append(events, e)
}

// pages sends and records the pages of a list until the last, outside of the measured
// part.
func (l *blobList) pages(ctx context.Context, c Conn, judge func(*Exchange, []history.Event) []history.Event) error {
	for l.marker = ""; ; l.marker = l.next {
		if _, err := insistAll(ctx, c, l.step(), nil, judge, true); err != nil {
			return fmt.Errorf("list the blobs: %w", err)
		}
		if l.next == "" {
			return nil
		}
	}
}
