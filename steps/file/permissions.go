package file

import (
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// permissions are what an account SAS must grant ("Create an account SAS", account SAS
// permissions by operation). Where the page distinguishes a new file from an overwritten one,
// this uses the overwritten one: scenarios write the same file again.
func permissions() map[string]scenario.Permission {
	on := func(level target.Level, anyOf string) scenario.Permission {
		return scenario.Permission{On: level, AnyOf: anyOf}
	}
	const service, share, file = target.LevelS, target.LevelC, target.LevelO
	m := map[string]scenario.Permission{
		"List Shares":          on(service, "l"),
		"Create Share":         on(share, "cw"),
		"Get Share Properties": on(share, "r"),
		"Set Share Properties": on(share, "w"),
		"Get Share Metadata":   on(share, "r"),
		"Set Share Metadata":   on(share, "w"),
		"Get Share ACL":        {On: share, Key: scenario.AccessPolicies},
		"Set Share ACL":        {On: share, Key: scenario.AccessPolicies},
		"Get Share Stats":      on(share, "r"),
		"Snapshot Share":       on(share, "cw"),
		"Delete Share":         on(share, "d"),

		"List Directories and Files": on(share, "l"),
		"Create Directory":           on(file, "cw"),
		"Get Directory Properties":   on(file, "r"),
		"Set Directory Properties":   on(file, "w"),
		"Get Directory Metadata":     on(file, "r"),
		"Set Directory Metadata":     on(file, "w"),
		"Rename Directory":           on(file, "w"),
		"Delete Directory":           on(file, "d"),

		"Create File":         on(file, "w"),
		"Get File":            on(file, "r"),
		"Get File Properties": on(file, "r"),
		"Set File Properties": on(file, "w"),
		"Get File Metadata":   on(file, "r"),
		"Set File Metadata":   on(file, "w"),
		"Copy File":           on(file, "w"),
		"Abort Copy File":     on(file, "w"),
		"Rename File":         on(file, "w"),
		"Delete File":         on(file, "d"),
		"Put Range":           on(file, "w"),
		"Put Range clear":     on(file, "w"),
		"Put Range from URL":  on(file, "w"),
		"List Ranges":         on(file, "r"),

		"List Handles":        {On: file, AnyOf: "l", All: "r"}, // no page says which permission
		"Force Close Handles": on(file, "w"),
	}
	for level, leases := range map[target.Level][]operation{share: shareLeases, file: fileLeases} {
		for _, op := range leases {
			m[op.Name] = on(level, map[bool]string{true: "dw", false: "w"}[strings.HasSuffix(op.Name, "break")])
		}
	}
	return m
}

// uses adds the list of shares if a snapshot of one is taken: nothing else shows it.
func uses(c plan.Case) []string {
	if slices.ContainsFunc(c.Script, func(s *plan.Step) bool { return slices.Contains(s.Operations, "Snapshot Share") }) {
		return []string{shareList}
	}
	return nil
}
