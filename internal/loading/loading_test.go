package loading

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/exit"
	"ifmatch/loadgen/folder"
	"ifmatch/loadgen/shard"
	"ifmatch/loadgen/trial"
	"ifmatch/loadgen/workload"
	"ifmatch/reports/load"
)

// TestPart reads parts, and names no flag in what it says of wrong ones: that is for the command line to do.
func TestPart(t *testing.T) {
	t.Parallel()
	slurm := map[string]string{"SLURM_PROCID": "2", "OMPI_COMM_WORLD_RANK": "5"}
	for spec, want := range map[string]string{
		"0/1": "0/1", "2/3": "2/3", "/8": "2/8",
		"3/3": "3/3 is not valid", "-1/3": "-1/3 is not valid", "1": "1/ is not valid", "a/3": "a/3 is not valid", "0/0": "0/0 is not valid", "0/99999999": "0/99999999 is not valid",
		"/2": "2/2 is not valid",
	} {
		p, err := Part(spec, func(name string) string { return slurm[name] })
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = p.String()
		}
		if got != want || strings.Contains(got, "--") {
			t.Errorf("part %s: %s, want %s", spec, got, want)
		}
	}
	if _, err := Part("/8", func(string) string { return "" }); err == nil || !strings.Contains(err.Error(), strings.Join(IndexVariables, ", ")) {
		t.Errorf("a number from an empty environment: %v", err)
	}
}

func TestBegin(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 22, 13, 0, 0, 0, time.UTC)
	for start, want := range map[string]shard.Process{
		"+20s": {Within: 20 * time.Second}, "2026-11-22T13:00:00Z": {Start: at}, "1795352400": {Start: at},
		"": {}, "soon": {}, "+soon": {}, "+-1s": {}, "+25h": {}, "+0s": {},
	} {
		var p shard.Process
		err := Begin(&p, start)
		if wrong := want == (shard.Process{}); wrong != (err != nil) || !wrong && (p.Within != want.Within || !p.Start.Equal(want.Start)) {
			t.Errorf("start %q: %v and %s, %v; want %v and %s", start, p.Start, p.Within, err, want.Start, want.Within)
		}
	}
}

func TestFolders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	full := filepath.Join(dir, "full")
	if err := os.MkdirAll(full, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(full, folder.SummaryFile), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][2]string{ // as the folder of a run, and of a shard
		"": {}, dir + "/new": {}, full: {full + " is not empty", full + " is not empty"},
		dir + "/none/new": {"folder " + dir + "/none does not exist"}, full + "/" + folder.SummaryFile: {"not a directory", "not a directory"},
	} {
		for i, check := range []func(string) error{CheckRun, CheckShard} {
			if path == "" && i == 1 {
				continue // a shard always has a folder
			}
			if err := check(path); (err == nil) != (want[i] == "") || err != nil && !strings.Contains(err.Error(), want[i]) {
				t.Errorf("%q: %v, want %q", path, err, want[i])
			}
		}
	}
	if !IsFolder(dir) || IsFolder(dir+"/new") || !IsLoad(full) || IsLoad(dir) {
		t.Error("a folder, or that of a load, is taken for something else")
	}
	made, keep, err := Folder(filepath.Join(dir, "a", "b"))
	if err != nil || !keep || !IsFolder(made) {
		t.Errorf("a folder that is named: %s, kept %t, %v", made, keep, err)
	}
	if made, keep, err = Folder(""); err != nil || keep || !IsFolder(made) {
		t.Errorf("a folder that is not: %s, kept %t, %v", made, keep, err)
	}
	os.RemoveAll(made)
	if _, err := Histories([]string{filepath.Join(dir, "new")}); err == nil || exit.Explain(&strings.Builder{}, strings.Clone, err) != exit.Usage {
		t.Errorf("histories of nothing: %v", err)
	}
}

func TestCodes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		run  load.Run
		want exit.Code
	}{
		"valid":               {load.Run{Verdict: load.Verdict{State: load.Valid}}, exit.OK},
		"not checked":         {load.Run{Verdict: load.Verdict{Why: trial.Unchecked}}, exit.OK},
		"invalid":             {load.Run{Verdict: load.Verdict{State: load.Invalid}}, exit.Deviates},
		"undecided":           {load.Run{Verdict: load.Verdict{State: load.Undecided}}, exit.Unknown},
		"in doubt":            {load.Run{Verdict: load.Verdict{State: load.Valid}, Doubts: []string{"no clock"}}, exit.Unknown},
		"a threshold failed":  {load.Run{Verdict: load.Verdict{State: load.Valid}, Thresholds: []load.Threshold{{Failed: true}}}, exit.Deviates},
		"the client was slow": {load.Run{Verdict: load.Verdict{State: load.Valid}, Pace: load.Pace{Bottleneck: "the processor"}}, exit.Unknown},
		"interrupted":         {load.Run{Verdict: load.Verdict{State: load.Valid}, Interrupted: true}, exit.Interrupted},
	} {
		if got := exit.Worst(Codes(tc.run)...); got != tc.want {
			t.Errorf("%s: exit code %d, want %d", name, got, tc.want)
		}
	}
}

// TestCosts bounds what a run sends: by its schedule, by its number of operations, or by a guess.
func TestCosts(t *testing.T) {
	t.Parallel()
	counted := trial.Plan{Clients: 4, Operations: 1500, Options: workload.Options{Reads: .5, Size: 1000}}
	timed := trial.Plan{Clients: 2, Duration: 10 * time.Second}
	for want, got := range map[string]string{
		"about 1,500 requests, 750 of them writes; each request is a billed transaction; up to 2 MB of": Costs(counted, []trial.Plan{counted}, false),
		"roughly 5,000 requests, 5,000 of them writes":                                                  Costs(timed, []trial.Plan{timed}, false),
		"up to some ": Costs(timed, []trial.Plan{timed}, true),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("costs: %s\nwant %s", got, want)
		}
	}
}

func TestListen(t *testing.T) {
	t.Parallel()
	w, ok := workload.Lookup("file-share-mode")
	if !ok {
		t.Fatal("there is no workload of SMB")
	}
	p, err := Listen(t.Context(), 30, time.Second, w)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	e := p.Endpoint
	conn, err := e.DialSMB(t.Context())
	if err != nil || !p.Info.Loopback || len(e.Services) != len(w.Services) || len(e.Versions) != len(w.Services) {
		t.Fatalf("the reference for %s: %v, %v", w.Name, e.Services, err)
	}
	conn.Close()
}
