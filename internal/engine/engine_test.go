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

// job is the part of a Job that has words of the user in it.
type job struct {
	Spec struct {
		Template struct {
			Spec struct {
				Containers []struct {
					Image        string
					Args         []string
					VolumeMounts []struct {
						MountPath string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
			}
		}
	}
}

// TestKubernetesIsRead parses the manifests as YAML: every word arrives as it was given, and the check looks where the
// shards write. The golden files show the rest.
func TestKubernetesIsRead(t *testing.T) {
	t.Parallel()
	for name, l := range loads {
		var text bytes.Buffer
		if err := Kubernetes(&text, l); err != nil {
			t.Fatal(err)
		}
		var send, check job
		in := yaml.NewDecoder(&text)
		if err := errors.Join(in.Decode(&send), in.Decode(&check)); err != nil {
			t.Fatal(err)
		}
		container := send.Spec.Template.Spec.Containers[0]
		if container.Image != l.Image {
			t.Errorf("%s: it runs %q", name, container.Image)
		}
		want := append([]string{"load"}, l.Load...)
		for i, text := range want {
			want[i] = strings.ReplaceAll(text, "$(", "$$(") // Kubernetes turns it back into one
		}
		if diff := cmp.Diff(want, container.Args[:len(want)]); diff != "" {
			t.Errorf("%s: arguments (-want +got):\n%s", name, diff)
		}
		out, _ := strings.CutPrefix(container.Args[len(want)], "--out=")
		if got := check.Spec.Template.Spec.Containers[0].Args; len(got) != 2 || got[1] != out {
			t.Errorf("%s: it writes to %s, and the check gets %q", name, out, got)
		}
		if mount := container.VolumeMounts[0].MountPath; !strings.HasPrefix(out, mount) {
			t.Errorf("%s: it writes to %s, and the volume is at %s", name, out, mount)
		}
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
