//go:build unix

package azurite

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// role names the environment variable that turns this test binary into the program that a test
// starts under the name node or npm.
const role = "IFMATCH_TEST_ROLE"

func TestMain(m *testing.M) {
	as := os.Getenv(role)
	if as != "" && slices.Contains(os.Args, "--help") {
		sayHelp(as)
	}
	switch as {
	case "":
		os.Exit(m.Run())
	case "npm":
		actAsNPM()
	case "broken npm":
		fmt.Println("npm error 404 not found")
		os.Exit(1)
	case "npm that installs nothing":
	case "azurite", "old azurite":
		actAsAzurite()
	case "stubborn azurite":
		signal.Ignore(syscall.SIGTERM)
		actAsAzurite()
	case "azurite that dies":
		fmt.Println("Error: bad option --colour")
		os.Exit(1)
	case "azurite without ports":
		fmt.Println("Exit due to unhandled error: listen EADDRINUSE: address already in use")
		os.Exit(1)
	case "deaf azurite":
		time.Sleep(time.Minute) // the test ends it long before
	}
}

// become puts programs on the PATH that are this binary in the given role.
func become(t *testing.T, as string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	for _, name := range []string{"npm", "node"} {
		if err := os.Symlink(self, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv(role, as)
}

func flagValue(name string) string {
	if i := slices.Index(os.Args, name); i >= 0 && i+1 < len(os.Args) {
		return os.Args[i+1]
	}
	fmt.Printf("%s is missing\n", name)
	os.Exit(2)
	return ""
}

// sayHelp prints the switches of a release; for an old one, only those of 3.7.0.
func sayHelp(as string) {
	switch as {
	case "azurite of another age":
		fmt.Println("Usage: azurite [table]")
		os.Exit(0)
	case "azurite without help":
		fmt.Println("SyntaxError: Unexpected token '?'")
		os.Exit(1)
	}
	fmt.Println("    -, --blobPort <n>  Optional.\n    -, --queuePort <n>  Optional.\n    -s, --silent  Optional.")
	if as != "old azurite" {
		fmt.Println("    -, --tablePort <n>  Optional.\n    -, --disableTelemetry  Optional. Only used with the --inMemoryPersistence option.")
	}
	os.Exit(0)
}

func actAsNPM() {
	if !slices.Contains(os.Args, "--ignore-scripts") || os.Args[len(os.Args)-1] != "azurite@"+Version {
		fmt.Println("unexpected arguments", os.Args[1:])
		os.Exit(2)
	}
	script := Dir(flagValue("--prefix")).script()
	if err := os.MkdirAll(filepath.Dir(script), 0o755); err != nil {
		panic(err)
	}
	if err := os.WriteFile(script, []byte("// Azurite"), 0o644); err != nil {
		panic(err)
	}
	fmt.Println("added 1 package")
}

func actAsAzurite() {
	services := []string{"blob", "queue", "table"}
	old := os.Getenv(role) == "old azurite"
	if old {
		services = services[:2]
	}
	if !strings.HasSuffix(flagValue("--require"), "guard.js") || !strings.HasSuffix(os.Args[3], "azurite.js") ||
		slices.Contains(os.Args, "--disableTelemetry") == old || slices.Contains(os.Args, "--tablePort") == old {
		fmt.Println("unexpected arguments", os.Args[1:])
		os.Exit(2)
	}
	if err := os.WriteFile("data", nil, 0o644); err != nil {
		panic(err)
	}
	// A child that outlives its parent unless the whole group is told to end.
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), role+"=deaf azurite")
	if err := child.Start(); err != nil {
		panic(err)
	}
	fmt.Println("child", child.Process.Pid)
	fmt.Println("arguments", strings.Join(os.Args[4:], " "))
	done := make(chan error)
	for _, service := range services {
		go func() {
			done <- http.ListenAndServe(flagValue("--"+service+"Host")+":"+flagValue("--"+service+"Port"),
				http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Server", "Azurite-"+service+"/"+Version)
					http.Error(w, "no", http.StatusBadRequest)
				}))
		}()
	}
	fmt.Println(<-done)
	os.Exit(1)
}
