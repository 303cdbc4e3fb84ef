package account

import (
	"context"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Do makes an operation on the account, of a client C and a request R: exact is what the
// SDK cannot say by itself.
type Do[C, R any] func(name string, exact func(req R) *sdk.Exchange) func(ctx context.Context, c C, r Resource, req R) (scenario.Response, error)

// Operations are those that set and get the properties of a service, whose name begins
// theirs: "Queue", "Table". of is where a request R has the settings.
func Operations[C, R any](service string, of func(*R) *Settings, set, get Do[C, R]) []scenario.Operation {
	type operation = scenario.Typed[C, Resource, R, State]
	facts := scenario.Facts{Name: "Set " + service + " Service Properties", Verb: "PUT", Kinds: []string{KindWord}, Success: 202}
	setting := operation{
		Facts: facts,
		Complete: func(_ Resource, req R) R {
			*of(&req) = of(&req).Complete()
			return req
		},
		Do: set(facts.Name, func(req R) *sdk.Exchange {
			x := &sdk.Exchange{}
			if document := of(&req).Document; document != nil {
				x.Body, x.ContentType = document, "application/xml"
			}
			return x
		}),
		Effect: func(s State, req R, _ scenario.Response) State { return s.After(*of(&req)) },
		Sign:   func(req *R, text string, _ func() string) { *of(req) = signed(text) },
	}
	facts = scenario.Facts{Name: "Get " + service + " Service Properties", Verb: "GET", Kinds: []string{KindWord}, Success: 200, Reads: true}
	getting := operation{Facts: facts, Do: get(facts.Name, nil)}
	return []scenario.Operation{setting.Operation(), getting.Operation()}
}

// Method is Do by one method of the SDK's client S.
func Method[S, R any](method func(ctx context.Context, s S, req R) (any, error)) Do[*sdk.Service[S], R] {
	return func(name string, exact func(req R) *sdk.Exchange) func(context.Context, *sdk.Service[S], Resource, R) (scenario.Response, error) {
		return sdk.Do(name, exact, func(ctx context.Context, s S, _ Resource, req R) (any, error) { return method(ctx, s, req) })
	}
}
