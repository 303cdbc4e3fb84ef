package account_test

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/steps/account"
	"ifmatch/steps/blob"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/plan"
	"ifmatch/steps/queue"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/table"
)

// shared is one account for all scenarios, as an endpoint is.
type shared struct {
	target.Target
	session *target.Session
}

func (s shared) Session(context.Context, string) (*target.Session, error) {
	view := *s.session
	view.Private, view.Close = false, func() {}
	return &view, nil
}

func stage(t *testing.T) *scenario.Stage {
	t.Helper()
	s := shared{Target: embedded.New(embedded.Options{Seed: 1})}
	var err error
	if s.session, err = s.Target.Session(t.Context(), "shared"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.session.Close)
	return &scenario.Stage{Target: s, Language: scenario.NewLanguage(nil, blob.New(), queue.New(), table.New()), Gate: wire.NewGate(8), Timeout: time.Minute,
		Abandon: context.Background(), CleanupSlots: make(chan struct{}, 2), Waits: func(string, time.Time) {}}
}

// begin begins a scenario of a service; have gives it the service properties.
func begin(t *testing.T, st *scenario.Stage, service target.Service) (w *scenario.World, have func() *scenario.Resource) {
	t.Helper()
	w = scenario.NewWorld(st, plan.Case{ID: "A/" + string(service), Service: string(service)}, 0)
	if err := w.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	kinds := st.Language.Lexicon(service).Kinds
	kind := kinds[slices.IndexFunc(kinds, func(k *scenario.Kind) bool { return k.Word == account.KindWord })]
	return w, func() *scenario.Resource {
		p, _, _ := kind.Givens[0].Read("has service properties")
		if err := perform.Provide(context.Background(), w, kind, "", p); err != nil {
			t.Error(err)
		}
		return w.Resources.Get(account.KindWord)
	}
}

// shown are the service properties as a scenario reads them.
func shown(t *testing.T, w *scenario.World, service string) map[string]string {
	t.Helper()
	op := w.Language.Must("Get " + service + " Service Properties")
	kinds := w.Language.Lexicon(op.Service).Kinds
	c := w.Keeper.Client(op.Service)
	st, err := kinds[slices.IndexFunc(kinds, func(k *scenario.Kind) bool { return k.Word == account.KindWord })].Read(t.Context(), w, c, account.Address{})
	if err != nil {
		t.Fatal(err)
	}
	return st.(*account.State).Properties
}

// TestWhatWasSetBeforeComesBack: the properties come back whatever the scenario set, and no other
// scenario changes them meanwhile. QUEUE-LWW-10
func TestWhatWasSetBeforeComesBack(t *testing.T) {
	t.Parallel()
	for service, name := range map[target.Service]string{target.Blob: "Blob", target.Queue: "Queue", target.Table: "Table"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := stage(t)
			set := st.Language.Must("Set " + name + " Service Properties")
			send := func(w *scenario.World, settings account.Settings) {
				t.Helper()
				var req scenario.Request = &queue.Request{Settings: settings}
				switch service {
				case target.Blob:
					req = &ops.Request{Settings: settings}
				case target.Table:
					req = &table.Request{Settings: settings}
				}
				c := w.Keeper.Client(service)
				if resp, err := set.Do(t.Context(), c, account.Address{}, req); err != nil || resp.Status != set.Success {
					t.Fatal(resp, err)
				}
			}
			check := func(when string, w *scenario.World, want map[string]string) {
				t.Helper()
				if got := shown(t, w, name); !maps.Equal(got, want) {
					t.Errorf("%s there is %v, want %v", when, got, want)
				}
			}
			before := map[string]string{account.Logging: "write", account.Origin: "http://before.example"}
			none, read := map[string]string{account.Logging: "none", account.Origin: "none"}, map[string]string{account.Logging: "read", account.Origin: "none"}
			if service == target.Table { // the SDK sends no empty list of origins
				delete(before, account.Origin)
			}
			first, have := begin(t, st, service)
			send(first, account.Settings{Elements: before})
			have()
			check("at the beginning", first, none)
			send(first, account.Settings{Elements: map[string]string{account.Logging: "read"}})
			check("after logging was set alone", first, read)
			if st.Account.TryLock() {
				t.Error("another scenario could have the service properties too")
			}
			first.End(context.Background())
			if !st.Account.TryLock() {
				t.Error("no other scenario can ever have the service properties")
			}
			second, _ := begin(t, st, service)
			want := map[string]string{account.Origin: "none"}
			maps.Copy(want, before)
			check("afterwards", second, want)
			second.End(context.Background())
		})
	}
}
