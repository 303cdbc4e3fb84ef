package file

import (
	"context"
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// deleted reports whether a share is being deleted. Nothing exists in it, whichever way the service says
// so: FILE-DEL-21a.
func deleted(resp scenario.Response) bool {
	return resp.Status == http.StatusConflict && resp.Code == "ShareBeingDeleted"
}

// first sends the read that shows whether the resource exists, and copies what its headers show. No
// document says that they show the lease in a snapshot.
func (s *State) first(ctx context.Context, c *client, name string, read performer) error {
	resp, err := s.ask(ctx, c, read, name)
	if err == nil && deleted(resp) {
		return nil
	}
	if s.Exists, err = sdk.Found(name, resp, err); !s.Exists {
		return err
	}
	lacks := func(of scenario.Field, want, header string) {
		s.Lacks(name, string(of), want, scenario.ShowText(resp.Header.Get(header)), of)
	}
	s.Properties = map[string]string{}
	err = s.shown(name, &Request{}, resp)
	if s.LastModified.IsZero() {
		lacks(scenario.FieldLastModified, "an HTTP date", "Last-Modified")
	}
	if s.ETag == "" {
		lacks(scenario.FieldETag, "an ETag", "ETag")
	}
	if s.Lease == (lease.Shown{}) && s.at().Kind != kindDirectory && s.at().Snapshot == "" {
		lacks(scenario.FieldLease, "the state of the lease", "x-ms-lease-state")
	}
	return err
}

// readFile sends Get File, List Ranges and a list of the parent directory.
func readFile(ctx context.Context, c *client, a Address) (State, error) {
	s := *missing(a)
	err := s.first(ctx, c, "Get File", getFile)
	if s.Exists && err == nil {
		err = s.readRanges(ctx, c)
	}
	if err != nil {
		return s, err
	}
	return s, s.readListing(ctx, c, "Get File", path.Base(a.Path))
}

func (s *State) readRanges(ctx context.Context, c *client) error {
	resp, err := s.ask(ctx, c, listRanges, rangeList)
	return s.Forgo(sdk.Read(rangeList, resp, err, func([]byte) error {
		s.Agree(rangeList, resp)
		return s.shown(rangeList, nil, resp)
	}), FieldRanges)
}

// ask sends one of the reads, with a lease id if needed.
func (s *State) ask(ctx context.Context, c *client, read performer, name string) (scenario.Response, error) {
	return lease.Read(ctx, &s.Snapshot, name, func(f lease.Fields) (scenario.Response, error) {
		return read(ctx, c, s.at(), Request{Fields: f})
	})
}

// readListing compares the existence of a file or directory, as a first read shows it, with the
// list of its parent, which a glance leaves out. Lists of handles, sizes and times may lag behind.
func (s *State) readListing(ctx context.Context, c *client, first, name string) error {
	if !scenario.Whole(ctx, &s.Snapshot) {
		return nil
	}
	entries, there, err := entries(ctx, c, s.at().parent(), Request{Prefix: strings.TrimSuffix(name, "/")})
	if err != nil {
		return s.Forgo(err)
	}
	switch shown := slices.Contains(entries, name); {
	case s.Exists && !shown:
		s.Contradict(entryList, "entries", "%s finds %s, but %s does not show it", first, name, entryList)
	case !s.Exists && there && shown:
		s.Contradict(entryList, "entries", "%s shows %s, but %s does not find it", entryList, name, first)
	}
	return nil
}

// entries are the names in a directory, in the pages that a request asks for; false if the directory does not exist.
func entries(ctx context.Context, c *client, dir Address, req Request) (names []string, there bool, err error) {
	names, err = sdk.Pages(entryList, func(marker string) (scenario.Response, error) {
		req.Marker = marker
		return listEntries(ctx, c, dir, req)
	}, func(body []byte) ([]string, string, error) {
		page, err := parse(entryList, body)
		return page.entries(), page.NextMarker, err
	})
	if refused, ok := errors.AsType[*scenario.RefusedError](err); ok && (refused.Response.Status == http.StatusNotFound || deleted(refused.Response)) {
		return nil, false, nil
	}
	slices.Sort(names)
	return names, err == nil, err
}

func (s *State) readEntries(ctx context.Context, c *client) (err error) {
	s.Entries, _, err = entries(ctx, c, s.at(), Request{})
	return s.Forgo(err, FieldEntries)
}

// readDirectory sends Get Directory Properties, a list of the directory, and a list of its
// parent.
func readDirectory(ctx context.Context, c *client, a Address) (State, error) {
	s := *missing(a)
	err := s.first(ctx, c, "Get Directory Properties", getDirectoryProperties)
	if s.Exists && err == nil {
		err = s.readEntries(ctx, c)
	}
	if err != nil {
		return s, err
	}
	return s, s.readListing(ctx, c, "Get Directory Properties", path.Base(a.Path)+"/")
}

// readShare sends Get Share Properties and Get Share ACL, and lists the root and, by List Shares,
// the snapshots.
func readShare(ctx context.Context, c *client, a Address) (State, error) {
	s := *missing(a)
	if err := s.first(ctx, c, "Get Share Properties", getShareProperties); err != nil || !s.Exists || a.Snapshot != "" {
		return s, err
	}
	resp, err := s.ask(ctx, c, getShareACL, "Get Share ACL")
	if s.Policies, err = c.Policies(&s.Snapshot, "Get Share ACL", resp, err); err != nil {
		return s, err
	}
	if err = s.readEntries(ctx, c); err != nil {
		return s, err
	}
	return s, s.readSnapshots(ctx, c, a.Share)
}

// readSnapshots reads the snapshots of a share, which only the list of shares shows.
func (s *State) readSnapshots(ctx context.Context, c *client, share string) error {
	all, err := shares(ctx, c, share)
	if err != nil {
		return s.Forgo(err, FieldSnapshots)
	}
	base := 0
	for _, l := range all {
		switch {
		case l.Name != share:
		case l.Snapshot == "":
			base++
		default:
			s.Snapshots = append(s.Snapshots, l.Snapshot)
		}
	}
	if base != 1 {
		s.Contradict(shareList, "shares", "Get Share Properties finds the share, but %s shows it %d times", shareList, base)
	}
	slices.Sort(s.Snapshots)
	return nil
}

// shares lists the shares of the account whose names begin with a prefix, with their
// snapshots.
func shares(ctx context.Context, c *client, prefix string, more ...string) ([]listedShare, error) {
	return sdk.Pages(shareList, func(marker string) (scenario.Response, error) {
		return listShares(ctx, c, Address{Kind: kindAccount}, Request{Prefix: prefix, Include: append(more, "snapshots"), Marker: marker})
	}, func(body []byte) ([]listedShare, string, error) {
		page, err := parse(shareList, body)
		return page.Shares, page.NextMarker, err
	})
}

// neverDeleted is a version that no deletion has.
const neverDeleted = "01D6255E4418FAAD"

// deletedVersion is the version of the last deletion of a share, as List Shares shows it.
func deletedVersion(ctx context.Context, c *client, a Address) (string, error) {
	all, err := shares(ctx, c, a.Share, "deleted")
	last := neverDeleted
	for _, l := range all {
		if l.Name == a.Share && l.Deleted {
			last = max(last, l.Version)
		}
	}
	return last, err
}

// names lists the account's shares whose names begin with a prefix.
func names(ctx context.Context, c *client, prefix string) (names []string, err error) {
	all, err := shares(ctx, c, prefix)
	for _, l := range all {
		if l.Snapshot == "" {
			names = append(names, l.Name)
		}
	}
	return names, err
}

// remove deletes a share with its snapshots, even if they are leased.
func remove(ctx context.Context, c scenario.Client, r scenario.Address) error {
	req := Request{DeleteSnapshots: new("include-leased")}
	return lease.Remove(ctx, c.(*client), Address{Kind: kindShare, Share: r.(Address).Share}, req, "Delete Share", deleteShare, shareLeases["Lease Share break"].Do)
}
