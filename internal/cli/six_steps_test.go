package cli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ifmatch/internal/thorough"
)

// TestAWorkloadInSixSteps builds the program with the workload of docs/writing-features.md, runs the commands there, and
// compares what they print and their exit codes with the page.
func TestAWorkloadInSixSteps(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	page, err := os.ReadFile("../../docs/writing-features.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(page), "<!-- run by TestAWorkloadInSixSteps -->")
	part, _, _ = strings.Cut(part, "<!-- end of what a test runs -->")
	work := t.TempDir()
	build(t, work, strings.Join(blocks(part, "go"), "\n"))

	script, want := "", ""
	for _, block := range blocks(part, "console") {
		for _, shown := range strings.Split(block, "$ ")[1:] {
			command, prints, _ := strings.Cut(shown, "\n")
			switch {
			case command == "make build": // that was done
			case strings.HasSuffix(command, "&"):
				script += strings.Replace(command, "127.0.0.1:10009", "127.0.0.1:0", 1) + "\nserver=$!; until [ -s emulator.txt ]; do sleep 0.1; done\n"
			default:
				script += command + "\necho exit code $?\n"
				if want += prints; !strings.Contains(prints, "exit code") {
					want += "exit code 0\n"
				}
			}
		}
	}
	cmd := exec.Command("bash", "-c", "exec 2>/dev/null\n"+script+"kill $server; wait $server; exit 0")
	cmd.Dir, cmd.Env = work, append(os.Environ(), "TMPDIR="+work, "PATH="+work+string(os.PathListSeparator)+os.Getenv("PATH"))
	got, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	if want == "" || !shows(want).Match(got) {
		t.Errorf("the page shows\n%s\nand its commands print\n%s", want, got)
	}
}

// blocks returns the fenced blocks of a kind.
func blocks(text, kind string) (found []string) {
	for _, m := range regexp.MustCompile("(?s)```"+kind+"\n(.*?)```").FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}

// build builds the program with one more workload, registered, into a folder.
func build(t *testing.T, folder, source string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	registry := filepath.Join(root, "loadgen", "workload", "registry.go")
	text, err := os.ReadFile(registry)
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for path, content := range map[string]string{
		filepath.Join(root, "loadgen", "workload", "blob_swap.go"): source,
		registry: strings.Replace(string(text), "\tblobCAS,\n", "\tblobCAS,\n\tblobSwap,\n", 1),
	} {
		replace[path] = filepath.Join(folder, filepath.Base(path)+".txt")
		if err := os.WriteFile(replace[path], []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-trimpath", "-overlay", file, "-o", filepath.Join(folder, "ifmatch"), ".")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
