package deps

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Whoever imports a package of the main module gets its requirements, so it may have only that many.
const mostDirect, mostModules = 25, 65

// asides are modules that only tests and tools need, each of which has brought dozens of others.
var asides = []string{"honnef.co/go/tools", "github.com/chromedp/chromedp", "github.com/moby/buildkit", "github.com/google/go-containerregistry"}

// requirement is a line of a go.mod.
type requirement struct {
	Path, Version string
	Indirect      bool
}

// modFile is a go.mod, as `go mod edit -json` prints it.
type modFile struct {
	Module  struct{ Path string }
	Require []requirement
	Replace []struct{ Old requirement }
	Tool    []requirement
}

// goCommand runs the go command in the folder of the main module, and returns what it printed.
func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

func readModFile(t *testing.T, path string) modFile {
	t.Helper()
	var m modFile
	if err := json.Unmarshal([]byte(goCommand(t, "mod", "edit", "-json", path)), &m); err != nil {
		t.Fatalf("read %s: %v", path, err)
	}
	return m
}

// TestTheMainModuleIsLight: it can be installed, which a replacement would prevent, and requires little.
func TestTheMainModuleIsLight(t *testing.T) {
	t.Parallel()
	m := readModFile(t, "go.mod")
	for _, r := range m.Replace {
		t.Errorf("go.mod replaces %s, so `go install` refuses it: replace it in go.work", r.Old.Path)
	}
	for _, tool := range m.Tool {
		t.Errorf("go.mod has the tool %s: it belongs to internal/tools", tool.Path)
	}
	direct := 0
	for _, r := range m.Require {
		if !r.Indirect {
			direct++
		}
		if slices.Contains(asides, r.Path) {
			t.Errorf("go.mod requires %s: what needs it belongs to a module of its own", r.Path)
		}
	}
	if direct > mostDirect || len(m.Require) > mostModules {
		t.Errorf("go.mod requires %d modules, %d of them directly; at most %d and %d", len(m.Require), direct, mostModules, mostDirect)
	}
}

// TestTheWorkspaceChangesNoVersion: the program is built in the workspace with the versions that its go.mod names,
// although the modules beside it ask for more.
func TestTheWorkspaceChangesNoVersion(t *testing.T) {
	t.Parallel()
	selected := map[string]string{}
	for line := range strings.Lines(goCommand(t, "list", "-m", "-f", "{{.Path}} {{.Version}}", "all")) {
		path, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		selected[path] = version
	}
	for _, r := range readModFile(t, "go.mod").Require {
		if selected[r.Path] != r.Version {
			t.Errorf("go.mod requires %s %s, and the workspace has %s: require that", r.Path, r.Version, selected[r.Path])
		}
	}
}

// TestEveryModuleIsLookedAt: the tests of this package see the packages of each module of go.work.
func TestEveryModuleIsLookedAt(t *testing.T) {
	t.Parallel()
	packages := list(t)
	var used struct{ Use []struct{ DiskPath string } }
	if err := json.Unmarshal([]byte(goCommand(t, "work", "edit", "-json")), &used); err != nil {
		t.Fatalf("read go.work: %v", err)
	}
	if len(used.Use) < 4 {
		t.Errorf("go.work uses only %v", used.Use)
	}
	for _, u := range used.Use {
		path := readModFile(t, u.DiskPath+"/go.mod").Module.Path
		if !slices.ContainsFunc(packages, func(p listed) bool { return p.Path == path || strings.HasPrefix(p.Path, path+"/") }) {
			t.Errorf("nobody looks at the packages of %s", path)
		}
	}
}
