package target

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/internal/wire"
)

// Describe says in a line which target it is: name, address, api-version.
func (info Info) Describe() string {
	var where, versions []string
	for _, s := range Services {
		if u, ok := info.Endpoints[s]; ok && !slices.Contains(where, wire.RedactURL(u)) {
			where = append(where, wire.RedactURL(u))
		}
		if v := info.Versions[s]; v != "" && info.Endpoints[s] != "" {
			versions = append(versions, fmt.Sprintf("%s %s", s, v))
		}
	}
	text := info.Name
	if len(where) > 0 {
		text += " (" + strings.Join(where, ", ") + ")"
	}
	if len(versions) == 0 {
		return text + ", api-version of the Azure SDK"
	}
	return text + ", api-version " + strings.Join(versions, ", ")
}
