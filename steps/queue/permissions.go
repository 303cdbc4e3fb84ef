package queue

import (
	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

// permissions are what an account SAS must grant ("Create an account SAS", account
// SAS permissions by operation).
func permissions() map[string]scenario.Permission {
	const service, queue, message = target.LevelS, target.LevelC, target.LevelO
	return map[string]scenario.Permission{
		"Get Queue Service Properties": {On: service, AnyOf: "r"},
		"Set Queue Service Properties": {On: service, AnyOf: "w"},
		"List Queues":                  {On: service, AnyOf: "l"},
		"Create Queue":                 {On: queue, AnyOf: "cw"},
		"Delete Queue":                 {On: queue, AnyOf: "d"},
		"Get Queue Metadata":           {On: queue, AnyOf: "r"},
		"Set Queue Metadata":           {On: queue, AnyOf: "w"},
		"Get Queue ACL":                {On: queue, Key: scenario.AccessPolicies},
		"Set Queue ACL":                {On: queue, Key: scenario.AccessPolicies},
		"Put Message":                  {On: message, AnyOf: "a"},
		"Get Messages":                 {On: message, AnyOf: "p"},
		"Peek Messages":                {On: message, AnyOf: "r"},
		"Delete Message":               {On: message, AnyOf: "p"},
		"Clear Messages":               {On: message, AnyOf: "d"},
		"Update Message":               {On: message, AnyOf: "u"},
	}
}
