package table

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// phrases are the sentences that only tables have.
func phrases() []scenario.Phrase {
	return []scenario.Phrase{
		{Keyword: "When", Pattern: `{who} replaces the entity (\d+) times using {operation} while (\d+) readers query the table{with}`,
			Example: `When a writer replaces the entity 12 times using Update Entity while 4 readers query the table`, Read: readReplaces},
		{Keyword: "When", Pattern: `{who} (moves|fails to move) 1 from "([a-z]+)" to "([a-z]+)" (\d+) times in transactions while (\d+) readers query the table{with}`,
			Example: `When a writer moves 1 from "a" to "b" 20 times in transactions while 4 readers query the table`, Read: readMoves},
		{Keyword: "Then", Pattern: `the transaction answers (.+)`,
			Example: `Then the transaction answers 204 with ETag, 204 without ETag`, Read: readTransactionAnswers},
	}
}

// looking is how a client queries the table: page by page to the end.
type looking func(context.Context, *scenario.Actor) ([]*scenario.Act, error)

// readReaders reads how many clients query the table, and what for.
func readReaders(s *scenario.Sentence, count, terms int) (n int, prepare func(*scenario.World) (looking, error)) {
	s.About("table")
	asked := s.Request(scenario.Operation{Facts: scenario.Facts{Service: target.Table}}, terms)
	return s.Count(count), func(w *scenario.World) (looking, error) {
		table, err := w.Resources.Named("table")
		if err != nil {
			return nil, err
		}
		op := w.Language.Must(query)
		req, err := perform.Ask(w, w.Cast.OneOfMany("reader", 0), op, table, asked)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, a *scenario.Actor) ([]*scenario.Act, error) {
			return readPages(ctx, w, a, op, table, *req.(*Request))
		}, nil
	}
}

// readReplaces lets one client replace an entity again and again while others query its table.
func readReplaces(s *scenario.Sentence) scenario.Body {
	s.About("entity")
	who, times, op := s.Text(1), s.Count(2), s.Operation(3)
	readers, prepare := readReaders(s, 4, 5)
	if op.On != "entity" {
		s.Fail(fmt.Errorf("%s does not replace the entity", op.Name))
	}
	return scenario.With("entity", func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		read, err := prepare(w)
		if err != nil {
			return err
		}
		return perform.Replaces(ctx, w, w.Cast.Actor(who), op, t, times, readers, read)
	})
}

// readMoves lets one client move 1 from one entity to another again and again, each time in one
// transaction, while others query the table. TABLE-QRY-11
// A move that fails takes from the one entity and would insert the other, which exists. No reader
// may see what it took. TABLE-BATCH-02, TABLE-BATCH-18
func readMoves(s *scenario.Sentence) scenario.Body {
	s.Uses("Entity Group Transaction")
	who, fails, from, to, times := s.Text(1), s.Text(2) != "moves", s.Text(3), s.Text(4), s.Count(5)
	readers, prepare := readReaders(s, 6, 7)
	return scenario.With("table", func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		op := w.Language.Must("Entity Group Transaction")
		read, err := prepare(w)
		if err != nil {
			return err
		}
		var have [2]int
		for i, label := range []string{from, to} {
			if have[i], err = number(ctx, w, label); err != nil {
				return err
			}
		}
		if _, err := perform.Look(ctx, w, t); err != nil {
			return err
		}
		write := func(v int) error {
			req := &Request{Actions: []Action{
				{Operation: "Merge Entity", Row: from, Entity: map[string]any{"Number": have[0] - v - 1}},
				{Operation: map[bool]string{true: "Insert Entity", false: "Merge Entity"}[fails], Row: to, Entity: map[string]any{"Number": have[1] + v + 1}},
			}}
			if !fails {
				_, err := perform.Replace(ctx, w, w.Cast.Actor(who), op, t, req)
				return err
			}
			op.Complete(t.Address, req)
			ac, err := perform.Exchange(ctx, w, w.Cast.Actor(who), op, t, req)
			if err == nil && ac.Resp.Status != http.StatusConflict {
				err = ac.Differs("409 EntityAlreadyExists")
			}
			return err
		}
		whole := func(ac *scenario.Act) error { return sums(ac, from, to, have[0]+have[1]) }
		return perform.WhileRead(ctx, w, times, write, readers, read, whole)
	})
}

// number is the number that an entity holds.
func number(ctx context.Context, w *scenario.World, label string) (int, error) {
	e, err := w.Resources.Named(label)
	if err != nil {
		return 0, err
	}
	st, err := w.Read(ctx, e)
	if err != nil {
		return 0, w.Findings.Blocked(e, "read the "+e.Label, err)
	}
	n, err := strconv.Atoi(st.(*State).Properties["Number"])
	if err != nil {
		return 0, verdict.Miswritten("the %s holds no number", e.Label)
	}
	return n, nil
}

// readTransactionAnswers judges the answers inside the answer to a transaction: there must be
// exactly one for each stated one, and the batch as a whole must be accepted.
// TABLE-BATCH-01, TABLE-BATCH-03
func readTransactionAnswers(s *scenario.Sentence) scenario.Body {
	want := scenario.ReadAs(s, 1, parseInner)
	for _, in := range want {
		s.Facts.Answers = append(s.Facts.Answers, in.Answer)
	}
	return scenario.WithLast("", func(w *scenario.World, ac *scenario.Act) error {
		if ac.Op.Name != "Entity Group Transaction" {
			return verdict.Miswritten("the last request is not an Entity Group Transaction")
		}
		if ac.Resp.Outer != http.StatusAccepted {
			return verdict.In(verdict.Failed("the transaction as a whole returned the wrong status", "202", ac.Resp.String()), reports.InStatus, ac.Op.Name, "status")
		}
		if want[0].Each {
			return judgeParts(w, ac, slices.Repeat(want, max(1, len(ac.Req.(*Request).Actions))))
		}
		return judgeParts(w, ac, want)
	})
}

func judgeParts(w *scenario.World, ac *scenario.Act, want []inner) error {
	parts := ac.Resp.Parts
	if len(parts) != len(want) {
		return verdict.In(verdict.Failed("the transaction has the wrong number of answers", fmt.Sprint(len(want)), fmt.Sprint(len(parts))), reports.InResponse, "Entity Group Transaction", "answers")
	}
	for i, in := range want {
		p := parts[i]
		if !judge.Accepts(w, ac.Op, in.Answer, p) {
			return verdict.In(verdict.Failed(fmt.Sprintf("answer %d of the transaction differs", i), in.Answer.String(), p.String()), reports.InStatus, ac.Op.Name, "status")
		}
		if in.With != "" && p.Header.Get(in.With) == "" {
			return verdict.In(verdict.Failed(fmt.Sprintf("answer %d of the transaction lacks a header", i), "some "+in.With, "none"), reports.InResponse, "Entity Group Transaction", in.With)
		}
		if got := p.Header.Get(in.Without); in.Without != "" && got != "" {
			return verdict.In(verdict.Failed(fmt.Sprintf("answer %d of the transaction has an extra header", i), "no "+in.Without, got), reports.InResponse, "Entity Group Transaction", in.Without)
		}
	}
	return nil
}
