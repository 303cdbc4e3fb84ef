package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// root is the module's folder, from here.
var root = filepath.Join("..", "..", "..")

// TestDockerfile reads the Dockerfile as Docker does, and compares it with what `make release` does.
func TestDockerfile(t *testing.T) {
	t.Parallel()
	f, err := os.Open(filepath.Join(root, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tree, err := parser.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range tree.Warnings {
		t.Errorf("%s", w.Short)
	}
	stages, _, err := instructions.Parse(tree.AST, linter.New(&linter.Config{Warn: func(rule, description, _, message string, at []parser.Range) {
		t.Errorf("%v: %s: %s: %s", at, rule, description, message)
	}}))
	if err != nil {
		t.Fatal(err)
	}
	if len(stages) != 2 || stages[1].BaseName != "scratch" {
		t.Fatalf("there are %d stages, the last from %s; want one that builds, and one from scratch", len(stages), stages[len(stages)-1].BaseName)
	}
	if want := "golang:" + goVersion(t); stages[0].BaseName != want {
		t.Errorf("it builds with %s, and go.mod asks for %s", stages[0].BaseName, want)
	}

	var run, env, image []string
	for _, c := range stages[0].Commands {
		switch c := c.(type) {
		case *instructions.RunCommand:
			run = append(run, strings.Join(c.CmdLine, " "))
		case *instructions.EnvCommand:
			for _, pair := range c.Env {
				env = append(env, pair.Key+"="+pair.Value)
			}
		}
	}
	if diff := cmp.Diff(settings, env); diff != "" {
		t.Errorf("what it builds with (-release +Dockerfile):\n%s", diff)
	}
	last := run[len(run)-1]
	var quoted []string
	for _, a := range arguments {
		if strings.Contains(a, " ") {
			a = `"` + a + `"`
		}
		quoted = append(quoted, a)
	}
	if want := "go " + strings.Join(quoted, " ") + " -o /root/image" + program + " . "; !strings.Contains(last, want) {
		t.Errorf("it runs\n%s\nwhich has no\n%s", last, want)
	}
	if want := "for name in " + strings.Join(links, " ") + "; do ln -s " + program + " /root/image" + linkFolder; !strings.Contains(last, want) {
		t.Errorf("it runs\n%s\nwhich has no\n%s", last, want)
	}
	if !strings.Contains(last, "/root/image/"+filepath.Dir(rootsPath)) {
		t.Errorf("no certificates come to /%s", rootsPath)
	}

	for _, c := range stages[1].Commands {
		switch c := c.(type) {
		case *instructions.UserCommand:
			image = append(image, "user "+c.User)
		case *instructions.WorkdirCommand:
			image = append(image, "folder "+c.Path)
		case *instructions.EntrypointCommand:
			image = append(image, "program "+strings.Join(c.CmdLine, " "))
		case *instructions.CmdCommand:
			image = append(image, "command "+strings.Join(c.CmdLine, " "))
		case *instructions.HealthCheckCommand:
			image = append(image, fmt.Sprintf("health %v %v %v", c.Health.Test, c.Health.Interval, c.Health.StartPeriod))
		case *instructions.ExposeCommand:
			image = append(image, "ports "+strings.Join(c.Ports, " "))
		case *instructions.EnvCommand:
			image = append(image, c.Env[0].String())
		}
	}
	want := []string{searched, "ports " + strings.Join(exposed, " "), fmt.Sprintf("health %v %v %v", append([]string{"CMD"}, health...), healthEvery, healthStart),
		fmt.Sprintf("user %d:%d", imageUser, imageUser), "folder " + imageFolder, "program " + program, "command " + strings.Join(served, " ")}
	if diff := cmp.Diff(want, image); diff != "" {
		t.Errorf("what it runs (-release +Dockerfile):\n%s", diff)
	}
}

// goVersion is the language version that go.mod requires, without its patch.
func goVersion(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if version, is := strings.CutPrefix(line, "go "); is {
			parts := strings.SplitN(strings.TrimSpace(version), ".", 3)
			return parts[0] + "." + parts[1]
		}
	}
	t.Fatal("go.mod names no version of Go")
	return ""
}
