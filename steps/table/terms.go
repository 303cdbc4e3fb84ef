package table

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// terms are what a request can carry.
func terms() []scenario.Term {
	conditions := scenario.Conditions[*Request]("the header")
	return []scenario.Term{
		// The SDK sends an asterisk by itself (TABLE-GO-01).
		scenario.Omits(scenario.Condition("If-Match", "If-Match", "", "the header, with ETags of the entity; an update, merge or delete sends * by default",
			func(r *Request) **string { return &r.IfMatch }), func(r *Request) { r.IfMatch, r.Drop = nil, append(r.Drop, "If-Match") }),
		conditions[1], conditions[2], conditions[3],
		properties(),
		actions(),
		scenario.TextTerm("filter", "an expression in quotes", "the $filter of a query", func(r *Request, v string) { r.Filter = words.Unquote(v) }),
		scenario.TextTerm("select", "names in quotes, with commas between them", "the $select of a query", func(r *Request, v string) { r.Select = words.Unquote(v) }),
		scenario.ValueTerm("top", "a whole number", "the $top of a query: the maximum number of entities in a page", scenario.ReadNumber,
			func(r *Request, n int64) { r.Top = new(int32(n)) }),
		page(),
		scenario.ValueTerm("metadata", "none, minimal or full", "the OData metadata level of the answer", words.OneOf("metadata", slices.Sorted(maps.Keys(formats))...),
			func(r *Request, level string) { r.MetadataLevel = level }),
		scenario.PolicyTerm[*Request]("policy", "a name in quotes, or none", "r", func(v string) []string { return []string{v} }),
		account.Term(func(r *Request) *account.Settings { return &r.Settings }),
		scenario.TextTerm("prefer", "return-content or return-no-content", "the Prefer header", func(r *Request, v string) { r.SetHeader("Prefer", v) }),
		scenario.TextTerm("accept", "a media type", "the Accept header", func(r *Request, v string) { r.SetHeader("Accept", v) }),
		scenario.SpellingTerm[*Request](),
		scenario.TextTerm("method", "a method", "the method that a POST stands for, in X-HTTP-Method", func(r *Request, v string) {
			r.Verb = http.MethodPost
			r.SetHeader("X-HTTP-Method", v)
		}),
		scenario.TextTerm("encoding", "of .NET", "a transaction is written as other clients write it: with a Content-ID for each operation", func(r *Request, _ string) { r.ByHand = true }),
		scenario.VerbTerm[*Request](),
		scenario.TextTerm("api version", "a version of the service", "the x-ms-version", func(r *Request, v string) { r.SetHeader("x-ms-version", v) }),
	}
}

// page continues a query where the client's last answer ended.
func page() scenario.Term {
	return scenario.NewTerm("page", "next", "the page after the last one that the client received", words.OneOf("page", "next"),
		func(q *scenario.Asking, req *Request, _ string) error {
			last := q.Actor.Last
			if last == nil {
				return verdict.Miswritten("page %q: want the next one after what %s was answered", "next", q.Actor.Name)
			}
			req.NextPartition, req.NextRow = nextPage(last.Resp)
			if req.NextPartition == "" {
				return verdict.Failed(last.Op.Name+" names no next page", "some x-ms-continuation-NextPartitionKey", "none")
			}
			return nil
		})
}

func properties() scenario.Term {
	return scenario.NewTerm("properties", `"name=value; name=value", where a value is a number, null, "the <word> ETag" or any other text`,
		"the properties of the entity that is written",
		func(s string) (map[string]any, error) { return parseProperties(words.Unquote(s)) },
		func(q *scenario.Asking, req *Request, m map[string]any) (err error) {
			req.Entity, err = written(q, q.Resource, m)
			return err
		})
}

// written are properties as they are sent, with the ETags of t replacing the words for them.
func written(q *scenario.Asking, t *scenario.Resource, m map[string]any) (map[string]any, error) {
	out := maps.Clone(m)
	for name, v := range m {
		list, ok := v.([]words.ETag)
		if !ok {
			continue
		}
		if t == nil {
			return nil, verdict.Miswritten("the scenario has no entity whose ETag could be in %s", name)
		}
		var err error
		if out[name], err = q.ETags(t, list); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// actions are the operations of a transaction on the table.
func actions() scenario.Term {
	return scenario.NewTerm("actions", `operations with semicolons between them, each "[<n>] <operation> [<row>] [in another partition] [<properties>] [of <n> kilobytes] [If-Match <etag>]"; a bar begins another change set`,
		"the operations of a transaction", parseActions,
		func(q *scenario.Asking, req *Request, list []wanted) error {
			for _, in := range list {
				for i := range in.Count {
					act, err := in.action(q, i)
					if err != nil {
						return err
					}
					req.Actions = append(req.Actions, act)
				}
			}
			return nil
		})
}

// action is operation i of the wanted operations of a transaction.
func (in wanted) action(q *scenario.Asking, i int) (Action, error) {
	act := in.Action
	act.OwnChangeSet = in.OwnChangeSet && i == 0
	if in.Count > 1 {
		act.Row += fmt.Sprintf("%03d", i)
	}
	e := q.World.Resources.Get(act.Row)
	if in.ETags != nil {
		if e == nil && in.ETags[0].Word != "*" {
			return act, verdict.Miswritten("the scenario has no entity %s whose ETag could be sent", act.Row)
		}
		tag, err := q.ETags(e, in.ETags)
		if err != nil {
			return act, err
		}
		act.IfMatch = &tag
	}
	if in.Operation == "Delete Entity" || in.Operation == getInBatch {
		return act, nil
	}
	act.Entity = map[string]any{"Content": "of the transaction", "Size": 7}
	if in.Properties != nil {
		var err error
		if act.Entity, err = written(q, e, in.Properties); err != nil {
			return act, err
		}
	}
	// A property holds 32,000 characters, which the service counts as 64,000 bytes.
	const most = 32_000
	for left, n := in.Kilobytes*1000, 0; left > 0; left, n = left-most, n+1 {
		act.Entity[fmt.Sprintf("Fill%d", n)] = strings.Repeat("x", min(left, most))
	}
	return act, nil
}
