//go:build unix

package engine_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ifmatch/internal/cli"
	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
)

// TestMain lets Slurm call this test binary as ifmatch.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ifmatch": func() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestSlurm lets Slurm run the rendered script: by a gang of three on a correct server, on
// one that honours a stale If-Match now and then, and with a task that is killed. It needs
// Debian's packages. IFMATCH_SLURM=required says that they are installed.
func TestSlurm(t *testing.T) {
	if os.Getenv("IFMATCH_SLURM") != "required" {
		t.Skip("starts Slurm's daemons: IFMATCH_SLURM=required, as in .ci/run")
	}
	c := startCluster(t)
	sound, faulty := served(t), served(t, "--fault", "sporadic-stale-if-match")
	t.Run("jobs", func(t *testing.T) { // ends after the jobs, before the daemons
		t.Run("valid", func(t *testing.T) {
			t.Parallel()
			g := c.submit(t, "valid", sound)
			code := g.ended()
			verdict, said := g.verdict(t)
			if code != 0 || verdict.State != load.Valid || !strings.Contains(said, "3 of 3 shards") {
				t.Fatalf("exit %d, %s\n%s\n%s", code, verdict.State, said, g.log(t))
			}
			t.Logf("%s", said)
		})
		t.Run("invalid", func(t *testing.T) {
			t.Parallel()
			// The fault shows once in a thousand times. On a slow machine it may never
			// show, or only between clients of one shard.
			for try := 1; ; try++ {
				g := c.submit(t, fmt.Sprintf("invalid%d", try), faulty, "--backoff", "none")
				code := g.ended()
				verdict, said := g.verdict(t)
				across := acrossShards(verdict)
				if code != 1 || verdict.State != load.Invalid || across == 0 {
					if try < 3 && (code == 0 || code == 1) {
						continue
					}
					t.Fatalf("exit %d, %s, %d of %d certificates across shards\n%s", code, verdict.State, across, len(verdict.Certificates), said)
				}
				t.Logf("%d violations; %d of %d certificates across shards\n%s", verdict.Violations, across, len(verdict.Certificates), said)
				return
			}
		})
		t.Run("killed", func(t *testing.T) {
			t.Parallel()
			g := c.submit(t, "killed", sound)
			c.until(t, "shard 1 has recorded something", func() bool {
				info, err := os.Stat(filepath.Join(g.out, "shard-1", "history.ifm"))
				return err == nil && info.Size() > 10_000
			})
			kill(t, map[string]string{"SLURM_PROCID": "1", "IFMATCH_JOB": g.name})
			code := g.ended()
			verdict, said := g.verdict(t)
			if code != 3 || verdict.State != load.Incomplete || !strings.Contains(verdict.Why, "shard 1/3 ") || strings.Contains(verdict.Why, "shard 0/3") || strings.Contains(verdict.Why, "shard 2/3") {
				t.Fatalf("exit %d, %s: %s\n%s\n%s", code, verdict.State, verdict.Why, said, g.log(t))
			}
			t.Logf("%s", said)
		})
	})
}

// acrossShards counts the certificates with operations from clients of several shards.
func acrossShards(v load.Verdict) (n int) {
	for _, certificate := range v.Certificates {
		shards := map[int]bool{}
		for _, step := range certificate.Steps {
			shard, _ := history.ShardOf(step.Client)
			shards[shard] = true
		}
		if len(shards) > 1 {
			n++
		}
	}
	return n
}

// served starts the reference in another process, and returns a file with its connection
// string.
func served(t *testing.T, flags ...string) string {
	t.Helper()
	args := append([]string{"serve", "--services", "blob", "--blob-addr", "127.0.0.1:0"}, flags...)
	cmd := exec.Command("ifmatch", args...)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait() // its exit status does not matter
	})
	connection, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "account.txt")
	if err := os.WriteFile(file, []byte(connection), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// gang is a submitted job.
type gang struct {
	name, out, logs string
	ended           func() int // waits for the end, and returns the exit code
}

// submit renders a script and submits it to Slurm.
func (c *cluster) submit(t *testing.T, name, account string, flags ...string) gang {
	t.Helper()
	g := gang{name: name, out: filepath.Join(c.dir, name), logs: filepath.Join(c.dir, name+".log")}
	args := append([]string{"load", "blob-cas", "--target", "@" + account, "--clients", "4", "--duration", "3s", "--warmup", "0s",
		"--shard", "/3", "--start-at", "+4s", "--out", g.out, "--render", "slurm"}, flags...)
	render := exec.CommandContext(t.Context(), "ifmatch", args...)
	var complaint bytes.Buffer
	render.Stderr = &complaint
	script, err := render.Output()
	if err != nil {
		t.Fatalf("render: %v\n%s", err, complaint.String())
	}
	self, err := exec.LookPath("ifmatch")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	cmd := c.command(ctx, "sbatch", "--wait", "--output="+g.logs)
	cmd.Stdin = bytes.NewReader(script)
	cmd.Env = append(cmd.Env, "IFMATCH="+self, "IFMATCH_JOB="+name)
	cmd.Stdout, cmd.Stderr = &complaint, &complaint
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	g.ended = func() int {
		_ = cmd.Wait() // the code has the result
		if ctx.Err() != nil {
			t.Fatalf("the job did not end within two minutes\n%s%s", complaint.String(), g.log(t))
		}
		return cmd.ProcessState.ExitCode()
	}
	return g
}

// log returns the output of the job.
func (g gang) log(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(g.logs)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// verdict checks the gang's history once more, to get the verdict as data. said is the text
// that the job itself printed.
func (g gang) verdict(t *testing.T) (v load.Verdict, said string) {
	t.Helper()
	out, _ := exec.CommandContext(t.Context(), "ifmatch", "check", "--json", g.out).Output() // the verdict matters, not the exit code
	var all []struct{ Verdict load.Verdict }
	if err := json.Unmarshal(out, &all); err != nil || len(all) != 1 {
		t.Fatalf("check printed %q: %v\n%s", out, err, g.log(t))
	}
	v, said = all[0].Verdict, g.log(t)
	for _, state := range []string{"\nvalid: ", "\ninvalid", "\nincomplete: "} {
		if i := strings.Index(said, state); i >= 0 {
			return v, said[i+1:]
		}
	}
	return v, said
}

// kill kills the process named ifmatch that has these variables in its environment.
func kill(t *testing.T, vars map[string]string) {
	t.Helper()
	var found []int
	folders, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		words, _ := os.ReadFile(filepath.Join(folder, "cmdline")) // it may have ended, or belong to another user
		environment, _ := os.ReadFile(filepath.Join(folder, "environ"))
		program, _, _ := strings.Cut(string(words), "\x00")
		has := filepath.Base(program) == "ifmatch"
		for name, value := range vars {
			has = has && strings.Contains("\x00"+string(environment)+"\x00", fmt.Sprintf("\x00%s=%s\x00", name, value))
		}
		if pid, err := strconv.Atoi(filepath.Base(folder)); has && err == nil {
			found = append(found, pid)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d processes have %v, want one", len(found), vars)
	}
	if err := syscall.Kill(found[0], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}
