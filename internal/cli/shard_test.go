package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/reference"
	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
)

// TestTwoLoadsOfOneName starts two loads with the same flags for the same second, as two people may. No two processes
// write as the same shard, and the verdict is never invalid.
func TestTwoLoadsOfOneName(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	self, err := exec.LookPath("ifmatch") // this test binary: see TestMain
	if err != nil {
		t.Fatal(err)
	}
	server := reference.Start(t, reference.WithClock(reference.RealClock{}))
	start := strconv.FormatInt(time.Now().Add(15*time.Second).Unix(), 10)
	const shards = 2
	var ended [2][shards]int
	folders := [2]string{filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")}
	var running sync.WaitGroup
	for l, folder := range folders {
		for i := range shards {
			running.Go(func() {
				cmd := exec.CommandContext(t.Context(), self, "load", "table-cas", "--target", "env", "--clients", "4", "--duration", "1s", "--warmup", "0s",
					"--shard", fmt.Sprintf("%d/%d", i, shards), "--start-at", start, "--out", folder)
				cmd.Env = append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING="+server.ConnectionString())
				out, _ := cmd.CombinedOutput() // the exit code says how it ended
				if ended[l][i] = cmd.ProcessState.ExitCode(); ended[l][i] == 3 && !strings.Contains(string(out), "another process is that shard of the run") {
					t.Errorf("shard %d of load %d: %s", i, l, out)
				}
			})
		}
	}
	running.Wait()
	for i := range shards {
		if a, b := ended[0][i], ended[1][i]; min(a, b) != 0 || max(a, b) != 3 {
			t.Errorf("the processes that are shard %d ended with %d and %d, want one with 0 and the other with 3", i, a, b)
		}
	}
	for _, folder := range folders {
		cmd := exec.CommandContext(t.Context(), self, "check", folder)
		out, _ := cmd.CombinedOutput() // the exit code gives the verdict
		if code := cmd.ProcessState.ExitCode(); code == 1 {
			t.Errorf("a correct service is accused:\n%s", out)
		}
	}
}

// TestShardsAreJudgedAsOne sends a load by three processes, which their engine numbers. It judges the load whole, with
// a part missing, and with a part that was cut short.
func TestShardsAreJudgedAsOne(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	self, err := exec.LookPath("ifmatch") // this test binary: see TestMain
	if err != nil {
		t.Fatal(err)
	}
	server := reference.Start(t, reference.WithClock(reference.RealClock{}))
	folder := filepath.Join(t.TempDir(), "run")
	run := func(env string, args ...string) (string, int) {
		cmd := exec.CommandContext(t.Context(), self, args...)
		cmd.Env = append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING="+server.ConnectionString(), env)
		out, _ := cmd.CombinedOutput() // the exit code says how it ended
		return string(out), cmd.ProcessState.ExitCode()
	}
	var running sync.WaitGroup
	for i, env := range []string{"JOB_COMPLETION_INDEX=0", "SLURM_ARRAY_TASK_ID=1", "OMPI_COMM_WORLD_RANK=2"} {
		running.Go(func() {
			out, code := run(env, "load", "blob-cas", "--target", "env", "--clients", "4", "--duration", "1s", "--warmup", "0s", "--shard", "/3", "--start-at", "+15s", "--out", folder)
			if code != 0 || !strings.Contains(out, fmt.Sprintf("shard %d/3 is kept in", i)) {
				t.Errorf("shard %d: exit %d\n%s", i, code, out)
			}
		})
	}
	running.Wait()
	if t.Failed() {
		t.FailNow()
	}
	out, code := run("", "check", folder)
	if code != 0 || !strings.HasPrefix(out, "valid: ") || !strings.Contains(out, "3 of 3 shards; their clocks are known within ") || strings.Contains(out, "one monotonic clock") {
		t.Errorf("the whole: exit %d\n%s", code, out)
	}

	// The figures of all parts: what each recorded, added exactly.
	if out, code = run("", "report", folder); code != 0 || !strings.HasPrefix(out, "shard 0/3  ") || !strings.Contains(out, "valid: ") || !strings.Contains(out, "by 12 clients") {
		t.Errorf("the figures: exit %d\n%s", code, out)
	}
	out, code = run("", "report", folder, "--report", "json=-")
	all, err := load.Decode(strings.NewReader(out))
	if code != 0 || err != nil {
		t.Fatalf("the figures as JSON: exit %d, %v\n%s", code, err, out)
	}
	var parts []load.Distribution
	sent := int64(0)
	for i := range 3 {
		f, err := os.Open(filepath.Join(folder, fmt.Sprintf("shard-%d", i), "summary.json"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := load.Decode(f)
		if f.Close(); err != nil {
			t.Fatal(err)
		}
		parts, sent = append(parts, r.Response), sent+r.Pace.Sent
	}
	sum, err := hdr.Sum(parts...)
	if sum.Mean, all.Response.Mean = 0, 0; err != nil || sum != all.Response || all.Pace.Sent != sent { // the parts know no fractions of the mean
		t.Errorf("%d sent, answered in %+v, want %d, %+v: %v", all.Pace.Sent, all.Response, sent, sum, err)
	}

	history := filepath.Join(folder, "shard-2", "history.ifm")
	whole, err := os.ReadFile(history)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(history, whole[:len(whole)*3/4], 0o666); err != nil {
		t.Fatal(err)
	}
	if out, code = run("", "check", folder); code != 3 || !strings.HasPrefix(out, "incomplete: shard 2/3 is not complete") {
		t.Errorf("cut short: exit %d\n%s", code, out)
	}
	if out, code = run("", "report", folder); code != 0 || !strings.Contains(out, "shard 2/3  not complete: ") || !strings.Contains(out, "\nincomplete: shard 2/3 is not complete") {
		t.Errorf("the figures of one cut short: exit %d\n%s", code, out)
	}
	if err := os.RemoveAll(filepath.Join(folder, "shard-2")); err != nil {
		t.Fatal(err)
	}
	if out, code = run("", "check", folder); code != 3 || !strings.HasPrefix(out, "incomplete: shard 2/3 is missing") {
		t.Errorf("missing: exit %d\n%s", code, out)
	}

	// A shard that comes too late sends nothing, even if the others agreed on the start that has passed.
	if out, code = run("", "load", "blob-cas", "--target", "env", "--shard", "2/3", "--start-at", "+1h", "--out", folder); code != 3 || !strings.Contains(out, "start the load at the given time") {
		t.Errorf("after the start that the others agreed on: exit %d\n%s", code, out)
	}
	if err := os.RemoveAll(filepath.Join(folder, "shard-2")); err != nil {
		t.Fatal(err)
	}
	out, code = run("", "load", "blob-cas", "--target", "env", "--shard", "2/3", "--start-at", "1", "--out", folder)
	if code != 3 || !strings.Contains(out, "start the load at the given time") {
		t.Errorf("too late: exit %d\n%s", code, out)
	}
}
