package ops

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// ReadOptions asks for more than every service is known to show.
type ReadOptions struct {
	Tags bool // read blob index tags too, one exchange more
}

// ReadState takes a full snapshot of a container or blob. A resource that does
// not exist is a State; an error means that the answers make no sense or that
// there were none.
//
// A blob takes Get Blob, Get Block List or Get Page Ranges, and List Blobs; a
// container takes Get Container Properties, Get Container ACL and List Blobs.
func ReadState(ctx context.Context, c *Client, r Resource) (State, error) {
	return ReadStateWith(ctx, c, r, ReadOptions{})
}

// ReadStateWith is ReadState with options.
func ReadStateWith(ctx context.Context, c *Client, r Resource, o ReadOptions) (State, error) {
	read := readBlob
	switch {
	case r.Kind == Container && r.Container != "":
		read = readContainer
	case r.Kind == Table && r.Table != "":
		read = readTable
	case r.Kind == Entity && r.Table != "":
		read = readEntity
	case r.Kind == Queue && r.Queue != "":
		read = readQueue
	case r.Kind == Message && r.Queue != "":
		read = readMessage
	case r.Kind == Account:
		read = readAccount
	case r.Blob == "":
		return State{}, fmt.Errorf("reading the state of %s: it is neither a container nor a blob", r)
	}
	s, err := read(ctx, c, r, o)
	if err == nil && len(s.Inconsistent) > 0 && r.Table == "" {
		// On a real clock a lease can run out between two reads. What is wrong with
		// the service is still wrong the second time. Nothing happens to a table by
		// itself, so there a read that is stale but once is caught.
		s, err = read(ctx, c, r, o)
	}
	if err != nil {
		return State{}, fmt.Errorf("reading the state of %s: %w", r, err)
	}
	return s, nil
}

// gone tells whether an answer to a read says that the resource is not there.
func gone(resp Response) bool {
	return resp.Status == http.StatusNotFound ||
		resp.Status == http.StatusConflict && resp.Code == "ContainerBeingDeleted"
}

func refuse(name string, resp Response) error {
	return fmt.Errorf("%s was answered %s", name, strings.TrimSpace(fmt.Sprintf("%d %s", resp.Status, resp.Code)))
}

func (s *State) contradict(format string, args ...any) {
	s.Inconsistent = append(s.Inconsistent, fmt.Sprintf(format, args...))
}

// readHeaders takes what containers and blobs show alike.
func (s *State) readHeaders(resp Response) error {
	s.Exists = true
	s.ETag = resp.Header.Get("ETag")
	if s.ETag == "" {
		s.contradict("the read carries no ETag")
	}
	var err error
	if s.LastModified, err = httpTime(resp.Header.Get("Last-Modified")); err != nil {
		return err
	}
	s.Metadata = headerMetadata(resp.Header)
	s.Lease = Lease{
		State:    resp.Header.Get("x-ms-lease-state"),
		Status:   resp.Header.Get("x-ms-lease-status"),
		Duration: resp.Header.Get("x-ms-lease-duration"),
	}
	return nil
}

func headerMetadata(h http.Header) map[string]string {
	m := map[string]string{}
	for name, v := range h {
		if key, ok := strings.CutPrefix(strings.ToLower(name), "x-ms-meta-"); ok && len(v) > 0 {
			m[key] = v[0]
		}
	}
	return m
}

// agree holds another read's ETag against the one already known.
func (s *State) agree(name string, resp Response) {
	if e := resp.Header.Get("ETag"); e != "" && s.Exists && e != s.ETag {
		s.contradict("the ETag is %s to the first read and %s to %s", s.ETag, e, name)
	}
}

// list collects a whole listing.
func list(ctx context.Context, c *Client, r Resource, prefix string) ([]listedBlob, Response, error) {
	req := Request{Prefix: prefix, Include: []string{"metadata", "snapshots", "uncommittedblobs"}}
	var all []listedBlob
	for {
		resp, err := listBlobs(ctx, c, Resource{Kind: Container, Container: r.Container}, req)
		if err != nil || resp.Status != http.StatusOK {
			return nil, resp, err
		}
		page, next, err := parseBlobs(resp.Body)
		if err != nil {
			return nil, resp, err
		}
		all = append(all, page...)
		if next == "" || next == req.Marker {
			return all, resp, nil
		}
		req.Marker = next
	}
}
