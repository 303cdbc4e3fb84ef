package steps_test

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	network "ifmatch/internal/wire"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
)

// TestOperationsHaveFacts: an operation on a kind that has pairs says what it writes or shows, or why it is apart, and
// is in a pair unless it is apart. What is apart may have facts, by which its own races are judged.
func TestOperationsHaveFacts(t *testing.T) {
	t.Parallel()
	l := steps.Language()
	paired := map[string]bool{}
	for _, p := range l.Pairs() {
		paired[p.Operation], paired[p.Beside] = true, true
	}
	for _, s := range l.Services {
		for _, k := range s.Lexicon.Kinds {
			for _, op := range s.Lexicon.Operations {
				if k.Pick != nil || k.Create == "" || !slices.Contains(op.Kinds, k.Word) {
					continue
				}
				switch facts := len(op.Writes) + len(op.Shows); {
				case op.NoPair == "" && facts == 0:
					t.Errorf("%s needs facts, or a reason why it has no pairs", op.Name)
				case op.Reads != (len(op.Shows) > 0) && op.NoPair == "":
					t.Errorf("%s: only reads show fields, and all of them do", op.Name)
				case op.NoPair == "" && !paired[op.Name]:
					t.Errorf("%s is in no pair", op.Name)
				}
			}
		}
	}
}

// TestFactsAreThoseOfTheEffects: an operation changes no field that its facts do not name, on any kind.
func TestFactsAreThoseOfTheEffects(t *testing.T) {
	t.Parallel()
	l := steps.Language()
	target := embedded.New(embedded.Options{Seed: 1})
	st := &scenario.Stage{Target: target, Names: scenario.NewNames(target, scenario.DefaultPrefix, "facts", 1), Language: l, Gate: network.NewGate(8), Timeout: time.Minute,
		Abandon: context.Background(), CleanupSlots: make(chan struct{}, 2), Waits: func(string, time.Time) {}}
	for _, s := range l.Services {
		for _, k := range s.Lexicon.Kinds {
			for _, op := range l.Operations {
				if k.Pick == nil && k.Create != "" && !op.Reads && op.NoPair == "" && op.Service == s.Name && slices.Contains(op.Kinds, k.Word) {
					t.Run(k.Word+"/"+op.Name, func(t *testing.T) {
						t.Parallel()
						for _, f := range changes(t, st, s.Name, k, op) {
							if !slices.Contains(op.Writes, f) && !slices.Contains(op.Writes, partly[f]) {
								t.Errorf("it changes %s; its facts name only %v", f, op.Writes)
							}
						}
					})
				}
			}
		}
	}
}

// TestPairsOfNumbersHaveAnOrder: the action on the sequence number of 8 that is sent beside a page write makes the
// condition of that write true, or ends it, so that the two orders differ.
func TestPairsOfNumbersHaveAnOrder(t *testing.T) {
	t.Parallel()
	met := map[string]func(now, n int) bool{
		"at most": func(now, n int) bool { return now <= n }, "below": func(now, n int) bool { return now < n }, "exactly": func(now, n int) bool { return now == n },
	}
	actions := map[string]bool{}
	for _, p := range steps.Language().Pairs() {
		condition, found := strings.CutPrefix(p.Guard, "sequence number ")
		if !found || p.Beside != "Set Blob Properties" {
			continue
		}
		at := strings.LastIndex(condition, " ")
		n, err := strconv.Atoi(condition[at+1:])
		after := 9 // incremented
		action := strings.TrimPrefix(p.With, " with sequence action ")
		if action, given, _ := strings.Cut(action, ", sequence number "); err == nil && action != "increment" {
			after, err = strconv.Atoi(given)
		}
		if holds := met[condition[:at]]; err != nil || holds == nil || p.State != "has sequence number 8" || holds(8, n) == holds(after, n) {
			t.Errorf("%s with %s%s: both orders are alike, or %v", p.Operation, p.Guard, p.With, err)
		}
		actions[p.Operation+p.Guard+action] = true
	}
	if len(actions) != 27 {
		t.Errorf("there are %d pairs, want 3 writes under 3 conditions beside 3 actions", len(actions))
	}
}

// partly are names in facts for a part of a field.
var partly = map[scenario.Field]scenario.Field{scenario.FieldContent: scenario.FieldBytes, scenario.FieldProperties: "access tier", scenario.FieldExistence: "visible messages"}

// changes are the fields that the documents promise that an operation changes of a resource in the state in which it is performed.
func changes(t *testing.T, st *scenario.Stage, service target.Service, k *scenario.Kind, op scenario.Operation) []scenario.Field {
	t.Helper()
	ctx := t.Context()
	state := "exists"
	switch {
	case op.Fresh:
		state = "does not exist"
	case k.Word == "message":
		state = "was retrieved by Ann"
	case op.From != "":
		state = op.From
	}
	w := scenario.NewWorld(st, plan.Case{ID: k.Word + op.Name, Service: string(service)}.Of(&plan.Step{Facts: plan.Facts{Operations: []string{op.Name}}}), 0)
	if err := w.Begin(ctx); err != nil {
		t.Fatal(err)
	}
	defer w.End(context.Background())
	if err := perform.Provide(ctx, w, k, "", k.Prepared(state)); err != nil {
		t.Fatal(err)
	}
	r := w.Resources.Get(k.Label)
	if err := perform.Each(ctx, w, []perform.Asked{{Op: op}}, r); err != nil {
		t.Fatal(err)
	}
	if err := w.Crowd.Acts[0].MustSucceed(); err != nil {
		t.Fatal(err)
	}
	ac := w.Crowd.Acts[0]
	fields := map[scenario.Field]bool{}
	for _, d := range scenario.Compare(r.Before, op.After(r.Before, ac.Req, ac.Resp), scenario.FieldLastModified) {
		fields[d.Field] = true
	}
	if fields[scenario.FieldExistence] {
		return []scenario.Field{scenario.FieldExistence} // and with it everything
	}
	return slices.Sorted(maps.Keys(fields))
}
