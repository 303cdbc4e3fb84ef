package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v2"

	"ifmatch/internal/thorough"
	"ifmatch/reference"
)

// action is the part of action.yml whose steps run here.
type action struct {
	Inputs map[string]struct {
		Default string
	}
	Runs struct {
		Steps []struct {
			Name, Uses, Shell, Run string
			Env                    map[string]string
		}
	}
}

// runner is a GitHub Actions machine with a workspace of its own.
type runner struct {
	work string
	path string // what the steps have put in front of PATH
	env  []string
}

// TestActionsStepsRun runs the shell steps of action.yml as a runner would, on a server with and
// without known failures. It leaves out what only a hosted runner has: actions/setup-go, and the
// evaluation of the outputs.
func TestActionsStepsRun(t *testing.T) {
	t.Parallel()
	if !thorough.All() {
		t.Skip("builds the command: see make test-full")
	}
	var a action
	text, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	server := reference.Start(t, reference.WithClock(reference.RealClock{}))
	r := &runner{work: t.TempDir(), env: []string{"AZURE_STORAGE_CONNECTION_STRING=" + server.ConnectionString()}}
	for name, text := range map[string]string{"stale.tsv": "BLOB-GONE-1/row\teffect\n", "damaged.tsv": "BLOB-GONE-1/row\n"} {
		if err := os.WriteFile(filepath.Join(r.work, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		inputs map[string]string
		code   int
		output string
		page   string
	}{
		{map[string]string{"selectors": "BLOB-TAB-15C QUEUE-POP-04", "reports": "first"}, 0, "exit-code=0\nreports=first\n", "✅ ifmatch"},
		{map[string]string{"selectors": "BLOB-TAB-15C", "baseline": "stale.tsv", "level": "must"}, 4, "exit-code=4\nreports=ifmatch-reports\n", "⚠️ ifmatch"},
		{map[string]string{"selectors": "BLOB-TAB-15C QUEUE-POP-04 TABLE-VERB-05", "skip": "QUEUE-* TABLE-*", "services": "blob,queue", "require": "blob"}, 0, "exit-code=0\nreports=ifmatch-reports\n", "✅ ifmatch"},
		{map[string]string{"selectors": "BLOB-TAB-15C", "services": "blob", "require": "table"}, 3, "exit-code=3\nreports=ifmatch-reports\n", ""},
		{map[string]string{"baseline": "damaged.tsv"}, 2, "exit-code=2\nreports=ifmatch-reports\n", ""},
		{map[string]string{"selectors": "BLOB-TAB-15C", "api-version": "2025-11-05; echo injected >injected"}, 2, "exit-code=2\nreports=ifmatch-reports\n", ""},
	} {
		inputs := map[string]string{"target": "env"}
		for name, in := range a.Inputs {
			if _, given := inputs[name]; !given {
				inputs[name] = in.Default
			}
		}
		for name, value := range c.inputs {
			if _, known := inputs[name]; !known {
				t.Errorf("action.yml has no input %s", name)
			}
			inputs[name] = value
		}
		code, output, page := 0, "", ""
		ran := 0
		for _, s := range a.Runs.Steps {
			if s.Run == "" || s.Name == "Build ifmatch" && r.path != "" {
				continue
			}
			env := map[string]string{}
			for name, value := range s.Env {
				env[name] = evaluate(t, value, inputs)
			}
			ran++
			code, output, page = r.run(t, s.Shell, s.Run, env)
		}
		if ran == 0 {
			t.Fatal("action.yml has no shell step that was run")
		}
		if code != c.code || output != c.output || !strings.Contains(page, c.page) || c.page == "" && page != "" {
			t.Errorf("%v: exit code %d, output %q, page %.80q; want %d, %q, %q", c.inputs, code, output, page, c.code, c.output, c.page)
		}
	}
	for _, name := range []string{"first/result.json", "first/result.xml", "ifmatch-reports/result.xml"} {
		if _, err := os.Stat(filepath.Join(r.work, name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(r.work, "injected")); err == nil {
		t.Error("an input ran as a command")
	}
}

var expression = regexp.MustCompile(`^\$\{\{ (inputs\.([a-z-]+)|github\.action_path) \}\}$`)

// evaluate knows the two expressions in the steps' environment, each alone: an expression inside
// a script would run any text of an input.
func evaluate(t *testing.T, value string, inputs map[string]string) string {
	t.Helper()
	m := expression.FindStringSubmatch(value)
	switch {
	case m == nil:
		t.Fatalf("the environment of a step holds %q, which this test cannot evaluate", value)
	case m[2] == "":
		root, err := filepath.Abs(filepath.Join("..", ".."))
		if err != nil {
			t.Fatal(err)
		}
		return root
	}
	return inputs[m[2]]
}

// run runs one step and returns its exit code and what it left for the runner.
func (r *runner) run(t *testing.T, shell, script string, env map[string]string) (code int, output, page string) {
	t.Helper()
	if shell != "bash" || strings.Contains(script, "${{") {
		t.Fatalf("a step of shell %q, or with an expression in its script:\n%s", shell, script)
	}
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"output", "path", "page"} {
		if err := os.WriteFile(file(name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// As GitHub runs shell: bash.
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir = r.work
	cmd.Env = append(append(os.Environ(), r.env...), "GITHUB_ACTIONS=true", "RUNNER_TEMP="+filepath.Join(r.work, "temp"),
		"GITHUB_OUTPUT="+file("output"), "GITHUB_PATH="+file("path"), "GITHUB_STEP_SUMMARY="+file("page"),
		"PATH="+r.path+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	t.Logf("exit code %d\n%s", code, out)
	read := func(name string) string {
		text, err := os.ReadFile(file(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if added := strings.TrimSpace(read("path")); added != "" {
		r.path = added
	}
	return code, read("output"), read("page")
}
