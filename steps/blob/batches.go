package blob

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/verdict"
)

// batchPhrases are about the other request of a batch, and about searches.
func batchPhrases() []scenario.Phrase {
	return []scenario.Phrase{
		{Keyword: "Then", Pattern: `the other request in the batch gets (.+)`, Example: `Then the other request in the batch gets 202`, Read: besideAnswered},
		{Keyword: "Then", Pattern: `a search of the (container|account) for "([^"]+)" (finds|does not find) the blob{named}`,
			Example: `Then a search of the container for "colour = 'blue'" finds the blob`, Read: searchFinds},
	}
}

// besideAnswered judges the answer to the other request of a batch.
func besideAnswered(s *scenario.Sentence) scenario.Body {
	want := s.Answer(1)
	return scenario.WithLast("", func(w *scenario.World, ac *scenario.Act) error {
		req, ok := ac.Req.(*ops.Request)
		if !ok || req.Beside == nil {
			return verdict.Miswritten("the last request was no batch with another request")
		}
		if got := req.Beside.Answer; !judge.Accepts(w, ac.Op, want, got) {
			return verdict.In(verdict.Failed("the other request in the batch returned the wrong status", want.String(), got.String()), reports.InStatus, ac.Op.Name, "beside")
		}
		return nil
	})
}

// How long a search may lag behind the blobs, and how often it is asked: the index is
// eventually consistent, and no document says by when. BLOB-TAGS-10
const (
	indexTime  = 60 * time.Second
	searchEach = 2 * time.Second
)

// searchFinds searches by tags until the blob is found. A blob that never had such tags must
// not be found at all.
func searchFinds(s *scenario.Sentence) scenario.Body {
	where, verb, name := s.Text(2), s.Text(3), s.Text(4)
	everywhere := s.Text(1) == "account"
	s.About("blob")
	s.Uses(map[bool]string{false: "Find Blobs by Tags in Container", true: "Find Blobs by Tags"}[everywhere])
	return scenario.With(cmp.Or(name, "blob"), func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		c := w.Keeper.Client(t.Kind.Service)
		for until := w.Time.Now().Add(indexTime); ; {
			began := w.Time.Now()
			found, err := ops.Found(ctx, c.(*ops.Client), t.Address.(ops.Address), where, everywhere)
			switch {
			case err != nil:
				return verdict.Unknown("search by tags", err)
			case found && verb != "finds":
				return verdict.Failed("a search finds the blob by tags that it never had", "not to find it", fmt.Sprintf("%s for %s", t.Address, where))
			case found || verb != "finds":
				return nil
			case !began.Before(until):
				return verdict.Failed(fmt.Sprintf("a search does not find the blob in %s", indexTime), strings.TrimSpace(where)+" to find it", "nothing")
			}
			if err := w.Time.Pass(ctx, searchEach); err != nil {
				return verdict.Unknown("let time pass", err)
			}
		}
	})
}
