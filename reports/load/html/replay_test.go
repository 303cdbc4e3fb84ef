package html

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports/load"
)

func TestWhatCommandsNeed(t *testing.T) {
	t.Parallel()
	blob := load.Target{Endpoints: map[string]string{"blob": "http://h:1/a"}, Versions: map[string]string{"blob": "2023-11-03"}}
	both := load.Target{Endpoints: map[string]string{"blob": "http://h:1/a", "table": "http://h:2/a"}, Versions: map[string]string{"blob": "2023-11-03", "table": "2019-02-02"}}
	for _, tc := range []struct {
		name   string
		target load.Target
		size   string
		curl   string
		want   replay
		any    bool
	}{
		{"no command", blob, "64", "", replay{Versions: []string{"VERSION=2023-11-03"}}, false},
		{"a read", blob, "64", "curl 'http://h:1/a/b'", replay{Versions: []string{"VERSION=2023-11-03"}}, true},
		{"a blob", blob, "64", "curl --data-binary @body 'http://h:1/a/b'", replay{Versions: []string{"VERSION=2023-11-03"}, Body: "head -c 64 /dev/zero > body"}, true},
		{"no size", blob, "$(reboot)", "curl --data-binary @body 'http://h:1/a/b'", replay{Versions: []string{"VERSION=2023-11-03"}, Body: "head -c 1024 /dev/zero > body"}, true},
		{"a block list", blob, "64", "curl --data-binary @body 'http://h:1/a/b?comp=blocklist'", replay{Versions: []string{"VERSION=2023-11-03"}, Body: "head -c 64 /dev/zero > body", Formed: true}, true},
		{
			"an entity", both, "64", "curl --data-binary @body 'http://h:2/a/t'",
			replay{Versions: []string{"VERSION=2023-11-03  # for the blob service", "VERSION=2019-02-02  # for the table service"}, Body: "head -c 64 /dev/zero > body", Formed: true}, true,
		},
		{"no endpoint, and a version that is none", load.Target{Versions: map[string]string{"blob": "1; reboot"}}, "64", `curl "$ENDPOINT"'/b'`, replay{Endpoint: true}, true},
	} {
		r := load.Run{Target: tc.target, Plan: load.Plan{Params: map[string]string{"size": tc.size}}}
		r.Verdict.Certificates = []load.Certificate{{Steps: []load.Step{{}, {Curl: tc.curl}}}}
		got, some := commands(r)
		if d := cmp.Diff(tc.want, got); d != "" || some != tc.any {
			t.Errorf("%s: %v, -want +got:\n%s", tc.name, some, d)
		}
	}
}
