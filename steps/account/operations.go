package account

import (
	"context"
	"maps"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Operations are the operations that set and get the properties of a service, whose name begins
// theirs: "Queue", "Table". of returns the settings in a request R; set and get are methods of the
// SDK's client S.
func Operations[S, R, O, Out any](service string, of func(*R) *Settings, set func(ctx context.Context, s S, req R) (any, error), get func(S, context.Context, *O) (Out, error)) []scenario.Operation {
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
		}, set),
		// Elements that were not sent stay as they are. QUEUE-LWW-10
		Effect: func(s *State, req R, _ scenario.Response) { maps.Copy(s.Properties, of(&req).Elements) },
		Sign:   func(req *R, text string, _ func() string) { *of(req) = signed(text) },
	}
	facts = scenario.Facts{Name: "Get " + service + " Service Properties", Verb: "GET", SAS: "s:r", Kinds: []string{KindWord}, Success: 200, Reads: true}
	getting := operation{Facts: facts, Do: sdk.Bare[R](facts.Name, whole, nil, get)}
	return []scenario.Operation{setting.Operation(), getting.Operation()}
}
