package file

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// The races of clients that write ranges of one file.
const (
	ownRange    = "a range of its own"
	overlapping = "overlapping ranges"
)

// writeRanges lets n clients write one range each, all at once: side by side, or each over half
// of its neighbours' ranges.
func writeRanges(s *scenario.Sentence) scenario.Body {
	n, how := s.Count(1), s.Text(2)
	s.About(kindFile)
	s.Uses("Put Range")
	s.Facts.Races = true
	return scenario.With(kindFile, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		op := w.Language.Must("Put Range")
		// The file must be long enough for all ranges.
		size := int64(n+1) * block
		if _, err := perform.Prepare(ctx, w, "Create File", t, &Request{Size: &size}); err != nil {
			return w.Findings.Blocked(t, "make room for the ranges", err)
		}
		if _, err := perform.Look(ctx, w, t); err != nil {
			return err
		}
		acts, who := make([]*scenario.Act, n), make([]*scenario.Actor, n)
		for i := range who {
			who[i] = w.Cast.OneOfMany("client", i)
		}
		err := perform.Together(n, func(i int) (err error) {
			req := &Request{Base: scenario.Base{Body: bytes.Repeat([]byte{byte('a' + i)}, block)}, Offset: int64(i) * block}
			if how == overlapping {
				req.Body, req.Offset = bytes.Repeat(req.Body, 2), int64(i/2)*block
			}
			acts[i], err = perform.Exchange(ctx, w, who[i], op, t, req)
			return err
		})
		if err != nil {
			return err
		}
		w.Crowd, w.Last, w.Subject = &scenario.Crowd{Acts: acts}, nil, t
		w.Resources.Changed()
		return w.Time.Judge()
	})
}

// holdsRanges judges every byte of the file. A byte that one client wrote must be that client's;
// a byte that several wrote may be any of theirs. FILE-LWW-09, FILE-LWW-10
func holdsRanges(ctx context.Context, w *scenario.World, t *scenario.Resource, acts []*scenario.Act) error {
	st, err := w.Again(ctx, t)
	if err != nil {
		return w.Findings.UnreadAfter(t, "read the file", err)
	}
	before, got := t.Before.(*State).Content, st.(*State).Content
	if len(got) != len(before) {
		return verdict.In(verdict.Failed("the file has the wrong length", fmt.Sprint(len(before)), fmt.Sprint(len(got))), reports.InEffect, "Put Range", string(scenario.FieldContent))
	}
	for i := range got {
		want := cmp.Or(writers(acts, int64(i)), string(before[i:i+1]))
		if !strings.Contains(want, string(got[i:i+1])) {
			return verdict.In(verdict.Failed(fmt.Sprintf("byte %d of the file was written by none of the clients", i), fmt.Sprintf("one of %q", want), fmt.Sprintf("%q", got[i:i+1])), reports.InEffect, "Put Range", string(scenario.FieldContent))
		}
	}
	return nil
}

// writers are the bytes at an offset from all clients whose ranges were accepted.
func writers(acts []*scenario.Act, at int64) string {
	var out []byte
	for _, ac := range acts {
		req := ac.Req.(*Request)
		if i := at - req.Offset; ac.Resp.OK() && i >= 0 && i < int64(len(req.Body)) {
			out = append(out, req.Body[i])
		}
	}
	return string(out)
}
