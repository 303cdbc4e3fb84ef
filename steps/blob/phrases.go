package blob

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/verdict"
)

// phrases are the sentences that only this service has.
func phrases() []scenario.Phrase {
	fixed := func(keyword, text string, do scenario.Body) scenario.Phrase {
		return scenario.Phrase{Keyword: keyword, Pattern: text, Example: keyword + " " + text, Read: func(*scenario.Sentence) scenario.Body { return do }}
	}
	copies := []scenario.Phrase{fixed("Given", `asynchronous copies stay pending`, stayPending), fixed("When", `the pending copies finish`, finishCopies)}
	return slices.Concat(copies, batchPhrases(), signaturePhrases(), []scenario.Phrase{
		fixed("Then", `the blob holds what the writer with the later Last-Modified wrote`, scenario.With("blob", holdsLatest)),
		fixed("Then", `the blob holds each part at the offset that its answer names`, scenario.AfterCrowd("blob", holdsParts)),
		{Keyword: "Then", Pattern: `the list of (deleted )?(blobs|containers) (shows|lacks) the (blob|snapshot|container){named}(?: (as .+|without a lease|with its unquoted ETag))?`,
			Example: `Then the list of blobs shows the blob as leased, locked, fixed`, Read: listShows},
		{Keyword: "Then", Pattern: `the list of (blobs|containers)( by delimiter)? in pages of (\d+) shows each of them once`,
			Example: `Then the list of blobs in pages of 2 shows each of them once`, Read: listShowsOnce},
	})
}

func stateOf(st scenario.State) *ops.State { return st.(*ops.State) }

// holds judges that a blob holds what a client's accepted write contained.
func holds(ctx context.Context, w *scenario.World, t *scenario.Resource, wrote *scenario.Act) error {
	body := wrote.Req.Common().Body
	if body == nil {
		return verdict.Miswritten("no write has a content that the scenario states")
	}
	st, err := w.Again(ctx, t)
	if err != nil {
		return verdict.Unknown("read the "+t.Label, err)
	}
	content := stateOf(st).Content
	if wrote.Op.Name == "Put Page" {
		content = content[min(int(wrote.Req.(*ops.Request).Offset), len(content)):]
		content = scenario.First(content, len(body)) // the rest is not part of this write
	}
	if !bytes.Equal(content, body) {
		return verdict.In(verdict.Failed("the "+t.Label+" holds different content", fmt.Sprintf("%q", scenario.First(body, 80)), fmt.Sprintf("%q", scenario.First(content, 80))), reports.InEffect, wrote.Op.Name, string(scenario.FieldContent))
	}
	return nil
}

// holdsLatest judges that the later of two accepted writes stands: the one whose answer had the
// later Last-Modified, regardless of the order in which the answers came.
func holdsLatest(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	var latest *scenario.Act
	for _, a := range w.Cast.All() {
		if ac := a.Last; ac != nil && ac.Resource == t && !ac.Op.Reads && ac.Resp.OK() &&
			(latest == nil || judge.Earlier(latest.Resp.Header.Get("Last-Modified"), ac.Resp.Header.Get("Last-Modified"))) {
			latest = ac
		}
	}
	if latest == nil || latest.Req.Common().Body == nil {
		return verdict.Miswritten("no client has written content that the scenario states")
	}
	st, err := w.Again(ctx, t)
	if err != nil {
		return verdict.Unknown("read the blob", err)
	}
	if got, want := stateOf(st).Content, latest.Req.Common().Body; !bytes.HasPrefix(got, want) {
		return verdict.In(verdict.Failed("the blob does not hold the write with the later Last-Modified", fmt.Sprintf("%q…", scenario.First(want, 16)), fmt.Sprintf("%q…", scenario.First(got, 16))), reports.InEffect, latest.Op.Name, string(scenario.FieldContent))
	}
	return nil
}

// holdsParts judges that each of many concurrent appends is in the blob, whole and where its
// answer says. The parts must follow one another in some order.
func holdsParts(ctx context.Context, w *scenario.World, t *scenario.Resource, acts []*scenario.Act) error {
	want, err := inOrder(stateOf(t.Before).Content, acts)
	if err != nil {
		return err
	}
	st, err := w.Again(ctx, t)
	if err != nil {
		return verdict.Unknown("read the blob", err)
	}
	if got := stateOf(st).Content; !bytes.Equal(got, want) {
		return verdict.In(verdict.Failed("the blob does not hold the parts in the order of their offsets", fmt.Sprintf("%d bytes %q", len(want), want), fmt.Sprintf("%d bytes %q", len(got), scenario.First(got, len(want)+80))), reports.InEffect, acts[0].Op.Name, string(scenario.FieldContent))
	}
	return nil
}

// inOrder adds the appends to the old content, in the order of the offsets in their answers.
// The offsets must leave no gap and must not overlap.
func inOrder(content []byte, parts []*scenario.Act) ([]byte, error) {
	offset := func(ac *scenario.Act) int {
		n, err := strconv.Atoi(ac.Resp.Header.Get("x-ms-blob-append-offset"))
		if err != nil {
			return -1
		}
		return n
	}
	content = slices.Clone(content)
	for _, ac := range slices.SortedStableFunc(slices.Values(parts), func(a, b *scenario.Act) int { return cmp.Compare(offset(a), offset(b)) }) {
		if !ac.Resp.OK() {
			return nil, verdict.In(verdict.Failed("one of the clients received the wrong status", strconv.Itoa(ac.Op.Success), ac.Resp.String()), reports.InStatus, ac.Op.Name, string(scenario.FieldStatus))
		}
		if n := offset(ac); n != len(content) {
			return nil, verdict.In(verdict.Failed("two parts overlap, or there is a gap between them", fmt.Sprintf("a part at offset %d", len(content)), fmt.Sprintf("the next one at %d", n)), reports.InResponse, ac.Op.Name, "append offset")
		}
		content = append(content, ac.Req.Common().Body...)
	}
	return content, nil
}

// lists are the operations for the lists that sentences name.
var lists = map[string]string{"blobs": "List Blobs", "containers": "List Containers"}

// withoutQuotes is how lists have been seen to show an ETag. BLOB-ETAG-16
const withoutQuotes = "with its unquoted ETag"

// listShows looks for a blob with its snapshots, or for a container, in the answer to a listing
// of its own.
func listShows(s *scenario.Sentence) scenario.Body {
	list, verb, kind, name, how := s.Text(2), s.Text(3), s.Text(4), s.Text(5), s.Text(6)
	include := strings.Fields(s.Text(1)) // deleted, or nothing
	s.About(kind)
	s.Uses(lists[list])
	if (kind == "container") != (list == "containers") {
		s.Fail(fmt.Errorf("the list of %s shows no %s", list, kind))
	}
	return scenario.With(cmp.Or(name, strings.TrimSuffix(list, "s")), func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		c := w.Keeper.Client(t.Kind.Service)
		all, err := ops.Listing(ctx, c.(*ops.Client), t.Address.(ops.Address), include...)
		if err != nil {
			return w.Findings.UnreadAfter(t, "list the "+list, err)
		}
		if err := w.Time.Judge(); err != nil {
			return err
		}
		all = slices.DeleteFunc(all, func(l ops.Listed) bool { return (l.Snapshot != "") != (kind == "snapshot") })
		if (len(all) > 0) != (verb == "shows") {
			return verdict.In(verdict.Failed("the list of "+list+" disagrees", verb+" the "+kind, map[bool]string{true: "shows it", false: "lacks it"}[len(all) > 0]), reports.InResponse, lists[list], list)
		}
		current := t.Current()
		if len(include) > 0 {
			current = "" // it may have been made again since
		}
		for _, l := range all {
			if what, of, want, got := wrongEntry(l, current, how); what != "" {
				return verdict.In(verdict.Failed("the list of "+list+" "+what+" of the "+kind, want, got), reports.InResponse, lists[list], string(of))
			}
		}
		return nil
	})
}

// wrongEntry says what an entry of a list shows wrongly; empty: nothing. current is the ETag of what
// it is about.
func wrongEntry(l ops.Listed, current, how string) (what string, of scenario.Field, want, got string) {
	if current != "" && l.Snapshot == "" && !scenario.SameETag(l.ETag(), current) {
		return "shows the wrong ETag", scenario.FieldETag, current, scenario.ShowText(l.ETag())
	}
	if bare := strings.Trim(current, `"`); how == withoutQuotes && l.Properties.ETag != bare {
		return "writes the ETag differently", scenario.FieldETag, bare, scenario.ShowText(l.Properties.ETag)
	}
	want, ok := strings.CutPrefix(strings.TrimPrefix(how, withoutQuotes), "as ")
	if !ok && want != "" {
		want = lease.Shown{}.String()
	}
	if want != "" && l.Lease().String() != want {
		return "shows the wrong lease", scenario.FieldLease, want, l.Lease().String()
	}
	return "", "", "", ""
}

// listShowsOnce reads a whole list in pages, and looks for each blob in the container of the scenario, or for each of its
// containers.
func listShowsOnce(s *scenario.Sentence) scenario.Body {
	list, delimiter, size := s.Text(1), "", int32(s.Count(3))
	if s.Text(2) != "" {
		delimiter = "/"
	}
	s.About(ops.Container)
	s.Uses(lists[list])
	return scenario.With(ops.Container, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		in, prefix := t.Address.(ops.Address), ""
		if list == "containers" {
			in, prefix = ops.Address{Kind: ops.Account}, w.Called("")
		}
		all, err := ops.ByPages(ctx, w.Keeper.Client(t.Kind.Service).(*ops.Client), in, prefix, size, delimiter)
		if err != nil {
			return w.Findings.UnreadAfter(t, "list the "+list, err)
		}
		var shown []judge.Entry
		for _, l := range all {
			shown = append(shown, judge.Entry{Name: l.Name, ETag: l.ETag()})
		}
		return judge.EachOnce(w, lists[list], list, shown, func(t *scenario.Resource) string {
			switch a := t.Address.(type) {
			case ops.Address:
				if list == "containers" && a.Kind == ops.Container {
					return a.Container
				} else if list == "blobs" && a.Container == in.Container {
					return a.Blob
				}
			}
			return ""
		})
	})
}
