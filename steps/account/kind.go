package account

import (
	"context"
	"fmt"
	"maps"
	"net/http"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/sdk"
)

// KindWord is the name of the kind of resource in features.
const KindWord = "account"

// Kind is the account as a service shows it. service is the prefix in the names of its property
// operations, "Queue" or "Table"; request makes a request that sets some of them.
func Kind(service string, request func(Settings) scenario.Request) *scenario.Kind {
	p := properties{"Get " + service + " Service Properties", "Set " + service + " Service Properties", request}
	return &scenario.Kind{
		Word: KindWord, Label: KindWord, Means: "the account itself; a scenario changes its service properties",
		Name: func(*scenario.World, string) scenario.Address { return Address{} },
		Givens: []scenario.Given{scenario.Fixed("has service properties",
			"logging is off and no CORS rule is set; the previous settings are restored at the end", scenario.Prepared{Build: p.build, Uses: []string{p.set}})},
		Read:    p.read,
		Reads:   []string{p.get},
		Foreign: ForeignETag,
	}
}

// ForeignETag is an ETag in the form of the Blob service's. A service without ETags never gave
// it out.
func ForeignETag(random uint64) string { return fmt.Sprintf(`"0x8D%013X"`, random>>12|1) }

// properties are the properties of one service.
type properties struct {
	get, set string // the operations
	request  func(Settings) scenario.Request
}

// build gives the service properties to the scenario until its end: to one scenario at a time.
// The old values are put back, even if the run is interrupted.
func (p properties) build(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	if !w.Session.Private {
		w.Account.Lock()
		w.Cleanups.Restore(func(context.Context) { w.Account.Unlock() })
	}
	set := w.Language.Must(p.set)
	c := w.Keeper.Client(set.Service)
	resp, err := p.ask(ctx, w, c, t.Address)
	if err == nil && resp.Status != http.StatusOK {
		err = fmt.Errorf("%s was answered %s", p.get, resp)
	}
	if err != nil {
		return err
	}
	w.Cleanups.Restore(func(ctx context.Context) { _, _ = set.Do(ctx, c, t.Address, p.request(Settings{Document: resp.Body})) })
	_, err = perform.Prepare(ctx, w, p.set, t, p.request(Settings{Elements: map[string]string{Logging: "none", Origin: "none"}}))
	return err
}

func (p properties) ask(ctx context.Context, w *scenario.World, c scenario.Client, r scenario.Address) (scenario.Response, error) {
	get := w.Language.Must(p.get)
	return get.Do(ctx, c, r, get.Request())
}

// read takes the service properties of one service: the part of an account that scenarios
// change.
func (p properties) read(ctx context.Context, w *scenario.World, c scenario.Client, r scenario.Address) (scenario.State, error) {
	resp, err := p.ask(ctx, w, c, r)
	if err == nil && resp.Status != http.StatusOK {
		err = &scenario.RefusedError{Operation: p.get, Response: resp}
	}
	if err != nil {
		return nil, err
	}
	m, err := parse(resp.Body)
	if err != nil {
		return nil, err
	}
	return &State{scenario.Snapshot{Address: r, Exists: true, Unstamped: true}, m}, nil
}

// Operations are the operations that set and get the properties of a service, whose name begins
// theirs: "Queue", "Table". of returns the settings in a request R; set and get are methods of the
// SDK's client S.
func Operations[S, R, P, Set, O, Got any](service string, of func(*R) *Settings, set func(S, context.Context, *P) (Set, error), get func(S, context.Context, *O) (Got, error)) []scenario.Operation {
	type operation = scenario.Typed[*sdk.Service[S], Address, R, State]
	whole := func(s S, _ Address) S { return s }
	facts := scenario.Facts{Name: "Set " + service + " Service Properties", Verb: "PUT", SAS: "s:w", Kinds: []string{KindWord}, Success: 202}
	setting := operation{
		Facts:    facts,
		Complete: func(_ Address, req *R) { *of(req) = of(req).Complete() },
		Do: sdk.On(facts.Name, whole, func(req R) *sdk.Exchange {
			x := &sdk.Exchange{}
			if document := of(&req).Document; document != nil {
				x.Body, x.ContentType = document, "application/xml"
			}
			return x
		}, func(ctx context.Context, s S, req R) (any, error) {
			properties := new(P)
			if err := of(&req).into(properties); err != nil {
				return nil, err
			}
			return set(s, ctx, properties)
		}),
		// Elements that were not sent stay as they are. QUEUE-LWW-10
		Effect: func(s *State, req R, _ scenario.Response) { maps.Copy(s.Properties, of(&req).Elements) },
		Sign:   func(req *R, text string, _ func() string) { *of(req) = signed(text) },
	}
	facts = scenario.Facts{Name: "Get " + service + " Service Properties", Verb: "GET", SAS: "s:r", Kinds: []string{KindWord}, Success: 200, Reads: true}
	getting := operation{Facts: facts, Do: sdk.Bare[R](facts.Name, whole, nil, get)}
	return []scenario.Operation{setting.Operation(), getting.Operation()}
}
