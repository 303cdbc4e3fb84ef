package account

import (
	"context"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Operations are those that set and get the properties of a service, whose name begins
// theirs: "Queue", "Table". of is where a request R has the settings; set and get are
// methods of the SDK's client S.
func Operations[S, R any](service string, of func(*R) *Settings, set func(context.Context, S, Settings) (any, error), get func(context.Context, S) (any, error)) []scenario.Operation {
	type operation = scenario.Typed[*sdk.Service[S], Resource, R, State]
	facts := scenario.Facts{Name: "Set " + service + " Service Properties", Verb: "PUT", Kinds: []string{KindWord}, Success: 202}
	setting := operation{
		Facts: facts,
		Complete: func(_ Resource, req R) R {
			*of(&req) = of(&req).Complete()
			return req
		},
		Do: sdk.Do(facts.Name, func(req R) *sdk.Exchange {
			x := &sdk.Exchange{}
			if document := of(&req).Document; document != nil {
				x.Body, x.ContentType = document, "application/xml"
			}
			return x
		}, func(ctx context.Context, s S, _ Resource, req R) (any, error) { return set(ctx, s, *of(&req)) }),
		Effect: func(s State, req R, _ scenario.Response) State { return s.After(*of(&req)) },
		Sign:   func(req *R, text string, _ func() string) { *of(req) = signed(text) },
	}
	facts = scenario.Facts{Name: "Get " + service + " Service Properties", Verb: "GET", Kinds: []string{KindWord}, Success: 200, Reads: true}
	getting := operation{Facts: facts, Do: sdk.Do(facts.Name, nil, func(ctx context.Context, s S, _ Resource, _ R) (any, error) { return get(ctx, s) })}
	return []scenario.Operation{setting.Operation(), getting.Operation()}
}
