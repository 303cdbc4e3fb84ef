package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v2"

	"ifmatch/internal/golden"
)

// loads are the inputs of the golden files; every word of the last needs quoting.
var loads = map[string]Load{
	"secret": {
		Command: "ifmatch load blob-cas --target=@account.txt --shard=/3", Shards: 3, Load: []string{"blob-cas", "--clients=16", "--shard=/3", "--start-at=+1m"},
		Target: Target{Spec: "@account.txt", Secret: true}, Out: "run1", Length: 90*time.Second + 10*time.Minute, Image: "ifmatch:latest",
	},
	"environment": {
		Command: "ifmatch load table-cas --target=env --shard=/12", Shards: 12, Load: []string{"table-cas", "--shard=/12", "--start-at=+20s"},
		Target: Target{Spec: "env"}, Out: "/shared/Load of Today", Image: "registry.example/ifmatch@sha256:00",
	},
	"quoted": {
		Command: "ifmatch load x\n--y", Shards: 1, Load: []string{"blob-cas", "--fail-if=p99>50ms", `--prefix=it's "$HOME" \ # {{}}: - é`, "--weather=$(X)"},
		Target: Target{Spec: "https://account.blob.core.windows.net"}, Out: "/a/b c", Image: "a: b",
	},
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for name, l := range loads {
		for kind, write := range map[string]func(io.Writer, Load) error{"yaml": Kubernetes, "sh": Slurm} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				var got bytes.Buffer
				if err := write(&got, l); err != nil {
					t.Fatal(err)
				}
				golden.Same(t, filepath.Join("testdata", name+"."+kind), got.String())
			})
		}
	}
}

// job is the part of a Job that determines how shards are run.
type job struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	Spec       struct {
		CompletionMode           string `yaml:"completionMode"`
		Completions, Parallelism int
		BackoffLimitPerIndex     *int `yaml:"backoffLimitPerIndex"`
		MaxFailedIndexes         *int `yaml:"maxFailedIndexes"`
		BackoffLimit             *int `yaml:"backoffLimit"`
		Suspend                  bool
		Template                 struct {
			Spec struct {
				RestartPolicy string `yaml:"restartPolicy"`
				Containers    []struct {
					Image        string
					Args         []string
					VolumeMounts []struct {
						Name      string
						MountPath string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
			}
		}
	}
}

// TestKubernetesIsRead parses the manifests as YAML, and compares them with the load.
func TestKubernetesIsRead(t *testing.T) {
	t.Parallel()
	for name, l := range loads {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var text bytes.Buffer
			if err := Kubernetes(&text, l); err != nil {
				t.Fatal(err)
			}
			var jobs []job
			for in := yaml.NewDecoder(&text); ; {
				var j job
				err := in.Decode(&j)
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				jobs = append(jobs, j)
			}
			if len(jobs) != 2 || jobs[1].Metadata.Name != jobs[0].Metadata.Name+"-check" {
				t.Fatalf("there are %d documents, want a Job and the check of it", len(jobs))
			}
			send, check := jobs[0].Spec, jobs[1].Spec
			if send.CompletionMode != "Indexed" || send.Completions != l.Shards || send.Parallelism != l.Shards {
				t.Errorf("%s Job of %d, %d at once; want %d", send.CompletionMode, send.Completions, send.Parallelism, l.Shards)
			}
			for what, limit := range map[string]*int{"backoffLimitPerIndex": send.BackoffLimitPerIndex, "maxFailedIndexes": send.MaxFailedIndexes, "backoffLimit": check.BackoffLimit} {
				if limit == nil || *limit != 0 {
					t.Errorf("%s is not 0", what)
				}
			}
			if !check.Suspend {
				t.Error("the check does not wait for the shards")
			}
			container := send.Template.Spec.Containers[0]
			if container.Image != l.Image || jobs[0].Spec.Template.Spec.RestartPolicy != "Never" {
				t.Errorf("it runs %q, restart %s", container.Image, jobs[0].Spec.Template.Spec.RestartPolicy)
			}
			want := append([]string{"load"}, l.Load...)
			for i, text := range want {
				want[i] = strings.ReplaceAll(text, "$(", "$$(") // Kubernetes turns it back into one
			}
			if diff := cmp.Diff(want, container.Args[:len(l.Load)+1]); diff != "" {
				t.Errorf("arguments (-want +got):\n%s", diff)
			}
			out, _ := strings.CutPrefix(container.Args[len(l.Load)+1], "--out=")
			if got := check.Template.Spec.Containers[0].Args; len(got) != 2 || got[1] != out {
				t.Errorf("it writes to %s, and the check gets %q", out, got)
			}
			if mount := container.VolumeMounts[0].MountPath; !strings.HasPrefix(out, mount) {
				t.Errorf("it writes to %s, and the volume is at %s", out, mount)
			}
		})
	}
}

// TestSlurmRuns runs the scripts with bash. A program that repeats its arguments
// replaces srun and ifmatch.
func TestSlurmRuns(t *testing.T) {
	t.Parallel()
	for name, l := range loads {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var text bytes.Buffer
			if err := Slurm(&text, l); err != nil {
				t.Fatal(err)
			}
			bin := t.TempDir()
			for file, script := range map[string]string{
				"srun":    "#!/bin/sh\nfor w in \"$@\"; do printf '%s\\n' \"$w\"; done\nexit ${SENT:-0}\n",
				"ifmatch": "#!/bin/sh\necho verdict \"$@\"\nexit ${VERDICT:-0}\n",
			} {
				if err := os.WriteFile(filepath.Join(bin, file), []byte(script), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			run := func(env ...string) (string, int) {
				cmd := exec.CommandContext(t.Context(), "bash", "-s")
				cmd.Stdin = bytes.NewReader(text.Bytes())
				cmd.Env = append(append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "AZURE_STORAGE_CONNECTION_STRING=x"), env...)
				out, _ := cmd.CombinedOutput() // the code says how it ended
				return string(out), cmd.ProcessState.ExitCode()
			}
			want := append([]string{fmt.Sprintf("--ntasks=%d", l.Shards), "--kill-on-bad-exit=0", "--wait=0", "ifmatch", "load"}, l.Load...)
			want = append(want, "--out="+l.Out, "--target="+l.Target.Spec, "verdict check "+l.Out)
			out, code := run()
			if diff := cmp.Diff(strings.Join(want, "\n")+"\n", out); diff != "" || code != 0 {
				t.Errorf("exit %d (-want +got):\n%s", code, diff)
			}
			for _, c := range []struct {
				env  []string
				want int
			}{{[]string{"SENT=9"}, 9}, {[]string{"VERDICT=1"}, 1}, {[]string{"SENT=137", "VERDICT=3"}, 3}} {
				if _, code := run(c.env...); code != c.want {
					t.Errorf("with %v it exits with %d, want %d", c.env, code, c.want)
				}
			}
		})
	}
}

func TestName(t *testing.T) {
	t.Parallel()
	for out, want := range map[string]string{
		"run1": "ifmatch-run1", "/shared/Load of Today/": "ifmatch-load-of-today", "/": "ifmatch", "..": "ifmatch",
		strings.Repeat("x", 100): "ifmatch-" + strings.Repeat("x", 32),
	} {
		if got := (Load{Out: out}).Name(); got != want {
			t.Errorf("of %q = %q, want %q", out, got, want)
		}
	}
}
