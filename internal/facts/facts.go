// Package facts hands what the judge knows about operations to the load generator, whose mixes follow it.
package facts

import (
	"net/http"
	"slices"

	"ifmatch/loadgen/operation"
	"ifmatch/steps"
	"ifmatch/steps/scenario"
)

// All returns the facts about all operations.
func All() []operation.Fact {
	var out []operation.Fact
	for _, o := range steps.Language().Operations {
		out = append(out, operation.Fact{
			Name: o.Name, Verb: o.Verb, Success: o.Success, Reads: o.Reads, Fresh: o.Fresh, Conditions: o.Conditions,
			Creates: o.Verb != http.MethodDelete && slices.Contains(o.Writes, scenario.FieldExistence),
		})
	}
	return out
}
