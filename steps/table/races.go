package table

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// numbers describes how clients count in an entity: in its property Number.
func numbers() *scenario.Number {
	return &scenario.Number{
		Put: "Update Entity",
		In: func(resp scenario.Response) string {
			var row Row
			if json.Unmarshal(resp.Body, &row) != nil {
				return string(resp.Body)
			}
			return row.Properties["Number"]
		},
		Shown: func(st scenario.State) string { return st.(*State).Properties["Number"] },
		Write: func(n int) scenario.Request { return &Request{Entity: map[string]any{"Number": n}} },
	}
}

// versions describes how an entity is replaced again and again while others read it.
func versions() *scenario.Versions {
	return &scenario.Versions{
		Draft: func(_ string, v int) scenario.Request {
			text := strings.Repeat(string(rune('a'+v%26)), 1024+v)
			return &Request{Entity: map[string]any{"Content": text, "Again": text}}
		},
		Shows: func(w *scenario.World, t *scenario.Resource, versions []scenario.State) func(*scenario.Act) (int, error) {
			places := map[string]int{}
			for n, st := range versions {
				places[st.(*State).row(st.Common().ETag).String()] = n
			}
			beside := map[string]bool{} // the other entities, as queries show them
			for _, e := range prepared(w) {
				beside[e.Made.(*State).row(e.Current()).String()] = e != t
			}
			return func(ac *scenario.Act) (int, error) { return wholeVersion(ac, t.Address.(Address), places, beside) }
		},
	}
}

// prepared lists the entities that the set-up made.
func prepared(w *scenario.World) []*scenario.Resource {
	return slices.DeleteFunc(slices.Clone(w.Resources), func(t *scenario.Resource) bool {
		return t.Kind.Word != "entity" || !t.Made.Common().Exists
	})
}

// rowsOf reads the entities of an answer; an unreadable answer is a failure.
func rowsOf(ac *scenario.Act) ([]Row, error) {
	rows, err := rowsIn(ac.Op, ac.Resp)
	if err != nil {
		return nil, verdict.In(verdict.Failed(ac.Op.Name+" returned the wrong body", "entities in JSON", fmt.Sprintf("%q", scenario.First(ac.Resp.Body, 80))), reports.InResponse, ac.Op.Name, string(scenario.FieldBody))
	}
	return rows, nil
}

// wholeVersion judges that a read shows versions as they were written, with stamp and properties
// of the same version. It returns which version of the entity it shows; -1 for none.
func wholeVersion(ac *scenario.Act, of Address, versions map[string]int, others map[string]bool) (int, error) {
	rows, err := rowsOf(ac)
	if err != nil {
		return -1, err
	}
	shown := -1
	for _, r := range rows {
		n, known := versions[r.String()]
		if own := r.Key == of.key(); own && known {
			shown = n
		} else if own || !others[r.String()] {
			respect := scenario.FieldProperties
			if r.ETag == "" {
				respect = scenario.FieldETag
			}
			return -1, verdict.In(verdict.Failed("a read returned something that was never one version", "properties and ETag of one write", string(scenario.First([]byte(r.String()), 160))), reports.InResponse, ac.Op.Name, string(respect))
		}
	}
	return shown, nil
}

// readPages lets a reader follow a query of the table from page to page, and judges their order. As long as nothing is inserted or deleted,
// every entity must appear once, in its order, whatever is written meanwhile.
func readPages(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, table *scenario.Resource, req Request) ([]*scenario.Act, error) {
	var out []*scenario.Act
	var keys []string
	for {
		page := req
		ac, err := perform.Exchange(ctx, w, a, op, table, &page)
		if err != nil {
			return out, err
		}
		out = append(out, ac)
		rows, err := rowsIn(op, ac.Resp)
		if err != nil || ac.Resp.Status != op.Success {
			return out, nil // the judge of the reads reports it
		}
		for _, r := range rows {
			keys = append(keys, r.Key)
		}
		next, row := nextPage(ac.Resp)
		if next == "" || next == req.NextPartition && row == req.NextRow {
			break
		}
		req.NextPartition, req.NextRow = next, row
	}
	var want []string
	for _, e := range prepared(w) {
		want = append(want, e.Address.(Address).key())
	}
	slices.Sort(want)
	if req.Filter == "" && !slices.Equal(keys, want) {
		return out, verdict.In(verdict.Failed("a query by pages lost, repeated or disordered entities", strings.Join(want, " "), strings.Join(keys, " ")), reports.InResponse, op.Name, "pages")
	}
	return out, nil
}

// sums judges that the numbers of two entities add up in the answer to a query. A page with only
// one of them proves nothing; a query without pages has both.
func sums(ac *scenario.Act, from, to string, want int) error {
	rows, err := rowsOf(ac)
	if err != nil {
		return err
	}
	sum, seen := 0, 0
	for _, r := range rows {
		if r.name() != from && r.name() != to {
			continue
		}
		n, err := strconv.Atoi(r.Properties["Number"])
		if err != nil {
			return verdict.In(verdict.Failed("a query returned something that no client wrote", "a number", r.String()), reports.InResponse, ac.Op.Name, string(scenario.FieldProperties))
		}
		sum, seen = sum+n, seen+1
	}
	if seen != 2 && ac.Req.(*Request).Top == nil {
		return verdict.In(verdict.Failed("a query lacks entities that exist", from+" and "+to, fmt.Sprintf("%d of them", seen)), reports.InResponse, ac.Op.Name, string(FieldEntities))
	}
	if seen == 2 && sum != want {
		return verdict.In(verdict.Failed("a query saw half of a transaction", fmt.Sprintf("numbers that add up to %d", want), fmt.Sprint(sum)), reports.InResponse, ac.Op.Name, "one step")
	}
	return nil
}
