package file

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/smb"
	"ifmatch/steps/verdict"
)

// phrases are the sentences that only this service has, and those about leases.
func phrases() []scenario.Phrase {
	const every = `every byte of the file is one that a client wrote there`
	return slices.Concat([]scenario.Phrase{
		{Keyword: "When", Pattern: `(\d+) clients each put (` + ownRange + `|` + overlapping + `) into the file at once`,
			Example: `When 8 clients each put a range of its own into the file at once`, Read: writeRanges},
		{Keyword: "Then", Pattern: every, Example: "Then " + every, Read: func(*scenario.Sentence) scenario.Body { return scenario.AfterCrowd(kindFile, holdsRanges) }},
		{Keyword: "Then", Pattern: `the list of (deleted )?(shares|entries) (shows|lacks) the (share|directory|file){named}`,
			Example: `Then the list of entries lacks the file`, Read: listShows},
		{Keyword: "Then", Pattern: `the list of entries in pages of (\d+) shows each of them once`,
			Example: `Then the list of entries in pages of 2 shows each of them once`, Read: listShowsOnce},
	}, lease.Phrases(), smb.Phrases())
}

// holds judges that a file holds what a client's accepted write contained.
func holds(ctx context.Context, w *scenario.World, t *scenario.Resource, wrote *scenario.Act) error {
	body, req := wrote.Req.Common().Body, wrote.Req.(*Request)
	if body == nil {
		return verdict.Miswritten("no write has a content that the scenario states")
	}
	st, err := w.Again(ctx, t)
	if err != nil {
		return w.Findings.UnreadAfter(t, "read the "+t.Label, err)
	}
	content := st.(*State).Content
	content = scenario.First(content[min(int(req.Offset), len(content)):], len(body)) // the rest is not part of this write
	if !bytes.Equal(content, body) {
		return verdict.In(verdict.Failed("the "+t.Label+" holds different content", scenario.ShowContent(body, zeros), scenario.ShowContent(content, zeros)), reports.InEffect, wrote.Op.Name, string(scenario.FieldContent))
	}
	return nil
}

// lists are the operations for the lists that sentences name.
var lists = map[string]string{"entries": entryList, "shares": shareList}

// listShows looks for a share among the account's shares, or for a file or directory among the
// entries of its parent.
func listShows(s *scenario.Sentence) scenario.Body {
	deleted, list, verb, kind, label := s.Text(1) != "", s.Text(2), s.Text(3), s.Text(4), s.Label(4, 5)
	s.Uses(lists[list])
	if (kind == kindShare) != (list == "shares") {
		s.Fail(fmt.Errorf("the list of %s shows no %s", list, kind))
	}
	return scenario.With(label, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		shown, err := listed(ctx, w, t, deleted)
		if err != nil {
			return w.Findings.UnreadAfter(t, "list the "+list, err)
		}
		if shown != (verb == "shows") {
			return verdict.In(verdict.Failed("the list of "+list+" disagrees", verb+" the "+kind, map[bool]string{true: "shows it", false: "lacks it"}[shown]), reports.InResponse, lists[list], list)
		}
		return nil
	})
}

// listed reports whether the list to which a resource belongs shows it, or shows it as deleted.
func listed(ctx context.Context, w *scenario.World, t *scenario.Resource, deleted bool) (bool, error) {
	at := w.Keeper.Client(t.Kind.Service)
	c, a := at.(*client), t.Address.(Address)
	if a.Kind == kindShare {
		var include []string
		if deleted {
			include = []string{"deleted"}
		}
		all, err := shares(ctx, c, a.Share, include...)
		return slices.ContainsFunc(all, func(l listedShare) bool { return l.Name == a.Share && l.Snapshot == "" && (l.Deleted || !deleted) }), err
	}
	names, _, err := entries(ctx, c, a.parent(), Request{}) // with the name as a prefix, every reading of a file lists
	return slices.ContainsFunc(names, func(n string) bool { return strings.TrimSuffix(n, "/") == path.Base(a.Path) }), err
}

// listShowsOnce reads the whole list of the scenario's directory in pages, and looks for each file and directory in it.
func listShowsOnce(s *scenario.Sentence) scenario.Body {
	size := s.Text(1)
	s.About(kindDirectory)
	s.Uses(entryList)
	return scenario.With(kindDirectory, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		in := t.Address.(Address)
		all, _, err := entries(ctx, w.Keeper.Client(t.Kind.Service).(*client), in, Request{MaxResults: &size})
		if err != nil {
			return w.Findings.UnreadAfter(t, "list the entries", err)
		}
		var shown []judge.Entry
		for _, name := range all {
			shown = append(shown, judge.Entry{Name: strings.TrimSuffix(name, "/")})
		}
		return judge.EachOnce(w, entryList, "entries", shown, func(t *scenario.Resource) string {
			if a := t.Address.(Address); a.Path != "" && a.parent() == in {
				return path.Base(a.Path)
			}
			return ""
		})
	})
}
