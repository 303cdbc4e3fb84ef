package blob

import (
	"maps"
	"net/http"

	"ifmatch/internal/target"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// permissions are what an account SAS must grant ("Create an account SAS", account SAS
// permissions by operation). Where the page distinguishes a new blob from an overwritten one,
// this uses the overwritten one: scenarios write the same blob again.
func permissions() map[string]scenario.Permission {
	on := func(level target.Level, anyOf string) scenario.Permission {
		return scenario.Permission{On: level, AnyOf: anyOf}
	}
	const service, container, blob = target.LevelS, target.LevelC, target.LevelO
	m := map[string]scenario.Permission{
		"List Containers":             on(service, "l"),
		"Get Blob Service Properties": on(service, "r"),
		"Set Blob Service Properties": on(service, "w"),
		"Create Container":            on(container, "cw"),
		"Get Container Properties":    on(container, "r"),
		"Get Container Metadata":      on(container, "r"),
		"Set Container Metadata":      on(container, "w"),
		"Get Container ACL":           {On: container, Key: scenario.AccessPolicies},
		"Set Container ACL":           {On: container, Key: scenario.AccessPolicies},
		"Delete Container":            on(container, "d"),
		"List Blobs":                  on(container, "l"),

		"Put Blob":              on(blob, "w"),
		"Put Blob From URL":     on(blob, "w"),
		"Get Blob":              on(blob, "r"),
		"Get Blob Properties":   on(blob, "r"),
		"Set Blob Properties":   on(blob, "w"),
		"Get Blob Metadata":     on(blob, "r"),
		"Set Blob Metadata":     on(blob, "w"),
		"Get Blob Tags":         on(blob, "t"),
		"Set Blob Tags":         on(blob, "t"),
		"Delete Blob":           on(blob, "d"),
		"Copy Blob":             on(blob, "w"),
		"Copy Blob From URL":    on(blob, "w"),
		"Abort Copy Blob":       on(blob, "w"),
		"Put Block":             on(blob, "w"),
		"Put Block From URL":    on(blob, "w"),
		"Put Block List":        on(blob, "w"),
		"Get Block List":        on(blob, "r"),
		"Put Page":              on(blob, "w"),
		"Put Page clear":        on(blob, "w"),
		"Put Page From URL":     on(blob, "w"),
		"Get Page Ranges":       on(blob, "r"),
		"Append Block":          on(blob, "aw"),
		"Append Block From URL": on(blob, "aw"),

		"Append Blob Seal":                on(blob, "w"),
		"Get Page Ranges Diff":            on(blob, "r"),
		"Find Blobs by Tags":              on(service, "f"),
		"Find Blobs by Tags in Container": on(container, "f"),

		// A batch to the service needs any one permission there; each request in it needs its own.
		"Blob Batch of Delete Blob":        on(service, "d"),
		"Container Batch of Delete Blob":   on(blob, "d"),
		"Blob Batch of Set Blob Tier":      {On: service, AnyOf: "w", All: "l"},
		"Container Batch of Set Blob Tier": {On: blob, AnyOf: "w", All: "l"},

		// Only a list shows the result of these.
		"Snapshot Blob": {On: blob, AnyOf: "cw", All: "l"},
		"Set Blob Tier": {On: blob, AnyOf: "w", All: "l"},
	}
	for _, action := range []string{"acquire", "renew", "change", "release"} {
		m["Lease Container "+action], m["Lease Blob "+action] = on(container, "w"), on(blob, "w")
	}
	maps.Copy(m, map[string]scenario.Permission{"Lease Container break": on(container, "dw"), "Lease Blob break": on(blob, "dw")})
	return m
}

// withholds recognises the refusal of an account that allows no public access.
func withholds(req *http.Request, resp *http.Response) string {
	if resp.Header.Get("x-ms-error-code") == "PublicAccessNotPermitted" && sdk.Sent(req.Header, "x-ms-blob-public-access") != "" {
		return "public access"
	}
	return ""
}

// uses adds the reads of the tags, if the story is about them.
func uses(c plan.Case) []string {
	if tagged(c) {
		return []string{"Get Blob Tags"}
	}
	return nil
}
