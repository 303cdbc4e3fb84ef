package table

import (
	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

// permissions are what an account SAS must grant ("Create an account SAS", account SAS
// permissions by operation). A transaction needs the permissions of each of its operations;
// scenarios insert, update and delete in them.
func permissions() map[string]scenario.Permission {
	const service, table, entity = target.LevelS, target.LevelC, target.LevelO
	return map[string]scenario.Permission{
		"Get Table Service Properties": {On: service, AnyOf: "r"},
		"Set Table Service Properties": {On: service, AnyOf: "w"},
		"Query Tables":                 {On: table, AnyOf: "l"},
		"Create Table":                 {On: table, AnyOf: "cw"},
		"Delete Table":                 {On: table, AnyOf: "d"},
		"Get Table ACL":                {On: table, Key: scenario.AccessPolicies},
		"Set Table ACL":                {On: table, Key: scenario.AccessPolicies},
		"Query Entities":               {On: entity, AnyOf: "r"},
		"Get Entity":                   {On: entity, AnyOf: "r"},
		"Insert Entity":                {On: entity, AnyOf: "a"},
		"Insert Or Merge Entity":       {On: entity, All: "au"},
		"Insert Or Replace Entity":     {On: entity, All: "au"},
		"Update Entity":                {On: entity, All: "ua"}, // without If-Match it inserts
		"Merge Entity":                 {On: entity, All: "ua"}, // and so does this
		"Delete Entity":                {On: entity, AnyOf: "d"},
		"Entity Group Transaction":     {On: entity, All: "aud"},
	}
}
