package deps

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// module is the prefix of the paths of our own packages.
const module = "ifmatch"

// Package is one node of the import graph, without tests.
type Package struct {
	Path    string
	Imports []string // its direct imports
	Deps    []string // its dependencies, direct or not
}

// barrier forbids everything under from to depend on anything under to.
type barrier struct{ from, to, why string }

var barriers = []barrier{
	{"steps", "reference", "the judge does not share code with the judged"},
	{"loadgen", "reference", "the judge does not share code with the judged"},
	{"internal/target", "reference", "a target is injected, not known"},
	{"internal/wire", "reference", "the judge does not share code with the judged"},
	{"internal/sharedkey", "reference", "the judge does not share code with the judged"},
	{"internal/smbclient", "reference", "the judge does not share code with the judged"},
	{"steps", "internal/smbclient", "who plays no case about SMB does not link its client"},
	{"reports", "reference", "old results are rendered without the program that made them"},
	{"steps", "loadgen", "a run and a load are independent"},
	{"loadgen", "steps", "a run and a load are independent"},
	{"reference", "steps", "the reference is used alone, like net/http/httptest"},
	{"reference", "loadgen", "the reference is used alone, like net/http/httptest"},
	{"reference", "reports", "the reference is used alone, like net/http/httptest"},
	{"reference", "internal", "the reference is used alone, like net/http/httptest"},
	{"reference", "features", "the reference is used alone, like net/http/httptest"},
	{"steps/scenario/judge", "steps/scenario/perform", "what is judged was sent before"},
	{"steps/scenario/perform", "steps/scenario/judge", "what is sent does not depend on how it is judged"},
	{"steps", "internal/embedded", "a target is injected, not known"},
	{"steps", "internal/cli", "only main starts the command line"},
	{"loadgen", "internal/cli", "only main starts the command line"},
	{"internal/target", "steps", "targets know addresses, not operations"},
	{"internal/wire", "steps", "the recorder knows HTTP, not operations"},
	{"internal/wire", "internal/target", "the recorder knows HTTP, not targets"},
}

// onlyWithin lists packages of ours that may depend, within the module, only on a few folders.
var onlyWithin = map[string][]string{
	"reports":  {"reports"},
	"features": {},
	// The pure leaves of the reference: no HTTP, no locks, and time is passed in.
	"reference/clock":     {},
	"reference/condition": {"reference/etag"},
	"reference/errcode":   {},
	"reference/etag":      {},
	"reference/lease":     {"reference/errcode", "reference/guid"},
	"reference/tags":      {},
	"reference/operation": {},
	"reference/held":      {},
	"reference/weather":   {"reference/held", "reference/operation"},
	// The leaves of the load generator: no HTTP, and no clock of their own.
	"loadgen/backoff":    {},
	"loadgen/history":    {},
	"loadgen/knee":       {},
	"loadgen/outcome":    {"loadgen/history"},
	"loadgen/pace":       {"reports/figure"},
	"loadgen/payload":    {},
	"internal/sharedkey": {},
	"internal/oversmb":   {},
	"internal/smbclient": {"internal/oversmb"},
	// A verdict follows only from the history, not from what made it.
	"loadgen/check": {"loadgen/history", "reports"},
	"loadgen/stats": {"loadgen/history", "reports"},
}

// importers lists packages that only few packages may import directly.
var importers = map[string][]string{
	"internal/cli": {""},
	"features":     {"internal/cli", "steps/conform"},
	"reference":    {"internal/embedded", "internal/exploration", "internal/loading", "internal/mutate", "internal/serving", "internal/cli", "internal/weatherproxy", "internal/tools", "reference"},
}

// thirdParty lists which packages may import a third-party module: each module is behind one package, so that
// it can be replaced. A module that is not listed may not be imported at all.
var thirdParty = map[string][]string{
	"github.com/Azure/azure-sdk-for-go":       {"steps/sdk", "steps/blob/ops", "steps/queue", "steps/table", "steps/file", "internal/target/entra"},
	"github.com/HdrHistogram/hdrhistogram-go": {"reports/load/hdr"},
	"github.com/cucumber/gherkin/go/v26":      {"steps/plan"},
	"github.com/cucumber/godog":               {"steps"},
	"github.com/cucumber/messages/go/v21":     {"steps/plan"},
	"github.com/google/uuid":                  {"steps/scenario"},
	"github.com/jfjallid/go-smb":              {"reference/smb", "internal/smbclient"},
	"github.com/jfjallid/golog":               {"internal/smbclient"},
	"github.com/prometheus/client_golang":     {"loadgen/exporter"},
	"github.com/prometheus/procfs":            {"internal/busy"},
	"github.com/tsenart/vegeta/v12":           {"loadgen"},
	"golang.org/x/perf":                       {"reports/load/compare"},
	"github.com/spf13/cobra":                  {"internal/cli"},
	"github.com/spf13/pflag":                  {"internal/cli"},
	"golang.org/x/term":                       {"internal/cli"},
	"golang.org/x/mod":                        {"internal/tools/module"},
	"github.com/google/go-containerregistry":  {"internal/tools/release"},
	"golang.org/x/crypto/x509roots/fallback":  {"internal/tools/release"},
	"software.sslmate.com/src/go-pkcs12":      {"internal/serving"},
}

// Violations lists every arrow of the graph that the rules forbid.
func Violations(graph []Package) []string {
	var out []string
	report := func(p Package, to, why string) {
		out = append(out, fmt.Sprintf("%s → %s: %s", p.Path, to, why))
	}
	for _, p := range graph {
		for _, b := range barriers {
			if !under(p.Path, b.from) {
				continue
			}
			for _, d := range p.Deps {
				if under(d, b.to) {
					report(p, d, b.why)
				}
			}
		}
		for _, folder := range slices.Sorted(maps.Keys(onlyWithin)) {
			if !under(p.Path, folder) {
				continue
			}
			for _, d := range p.Deps {
				if ours(d) && !under(d, folder) && !slices.ContainsFunc(onlyWithin[folder], func(f string) bool { return under(d, f) }) {
					report(p, d, folder+" depends on nothing else of ours")
				}
			}
		}
		for _, d := range p.Imports {
			if !ours(d) && external(d) && !slices.Contains(allowedImporters(d), relative(p.Path)) {
				report(p, d, "this module stands behind one package: see thirdParty")
			}
			for _, folder := range slices.Sorted(maps.Keys(importers)) {
				if under(d, folder) && !under(p.Path, folder) && !slices.ContainsFunc(importers[folder], func(f string) bool { return relative(p.Path) == f || f != "" && under(p.Path, f) }) {
					report(p, d, "only "+strings.Join(importers[folder], ", ")+" may import it")
				}
			}
		}
	}
	return out
}

// under reports whether the package path is in a folder of ours or below it.
func under(path, folder string) bool {
	if !ours(path) {
		return false
	}
	path = relative(path)
	return path == folder || strings.HasPrefix(path, folder+"/")
}

func ours(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }

// external reports whether a path belongs to a third-party module, not the standard library, whose paths have
// no dot in their first element.
func external(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

// relative drops the module's path; it leaves other paths unchanged.
func relative(path string) string {
	if path == module {
		return ""
	}
	if !ours(path) {
		return path
	}
	return strings.TrimPrefix(path, module+"/")
}

func allowedImporters(path string) []string {
	for m, who := range thirdParty {
		if path == m || strings.HasPrefix(path, m+"/") {
			return who
		}
	}
	return nil
}
