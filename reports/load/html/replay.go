package html

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"ifmatch/reports/load"
)

// replay is the preparation for sending the commands of certificates, which
// contain no secrets and nothing that depends on the time of sending.
type replay struct {
	Versions []string // x-ms-version of the run, as shell lines
	Body     string   // creates the file that the commands send; empty if none sends one
	Formed   bool     // the service parses that file: arbitrary bytes will not do
	Endpoint bool     // the commands use $ENDPOINT
}

// A result may come from anywhere, and text copied into a shell is a command.
// Only text that looks like a length or a version is shown.
var (
	length  = regexp.MustCompile(`^[0-9]{1,9}$`)
	version = regexp.MustCompile(`^[0-9-]{1,16}$`)
)

// commands returns what the commands of the certificates need; false if there
// are no commands.
func commands(r load.Run) (replay, bool) {
	var out replay
	size, some := "1024", false
	if s := r.Plan.Params["size"]; length.MatchString(s) {
		size = s
	}
	formed := []string{"comp=blocklist"} // what the addresses contain
	for _, s := range []string{"queue", "table"} {
		if e := r.Target.Endpoints[s]; e != "" {
			formed = append(formed, e)
		}
	}
	for _, c := range r.Verdict.Certificates {
		for _, s := range c.Steps {
			some = some || s.Curl != ""
			out.Endpoint = out.Endpoint || strings.Contains(s.Curl, `"$ENDPOINT"`)
			if !strings.Contains(s.Curl, "@body") {
				continue
			}
			out.Body = "head -c " + size + " /dev/zero > body"
			out.Formed = out.Formed || slices.ContainsFunc(formed, func(part string) bool { return strings.Contains(s.Curl, part) })
		}
	}
	services := slices.Sorted(maps.Keys(r.Target.Versions))
	for _, s := range services {
		if !version.MatchString(r.Target.Versions[s]) {
			continue
		}
		line := "VERSION=" + r.Target.Versions[s]
		if len(services) > 1 {
			line += "  # for the " + s + " service"
		}
		out.Versions = append(out.Versions, line)
	}
	return out, some
}
