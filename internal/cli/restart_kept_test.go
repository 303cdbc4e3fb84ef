package cli_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/workload"
	"ifmatch/reference"
)

// restartsVariable sets how long each workload is sent over restarts: of all workloads, if that is five minutes or more, and
// of three otherwise.
const restartsVariable = "IFMATCH_RESTARTS"

// TestRestartsLoseNothing loads the reference as a child process, which keeps its data in a folder, and kills it every two
// seconds: nothing that it acknowledged is lost, and nothing that it showed is undone.
func TestRestartsLoseNothing(t *testing.T) {
	thorough.Only(t)
	names, duration, every := []string{"blob-blocks", "table-batch", "queue-consume"}, 1500*time.Millisecond, 300*time.Millisecond
	if text := os.Getenv(restartsVariable); text != "" {
		var err error
		if duration, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		every = 2 * time.Second
		if duration >= time.Minute {
			names = nil
			for _, w := range workload.All() {
				names = append(names, w.Name)
			}
		}
	}
	for _, name := range names { // one after the other: they compete for the machine
		t.Run(name, func(t *testing.T) { loseNothing(t, name, duration, every) })
	}
}

func loseNothing(t *testing.T, name string, duration, every time.Duration) {
	self, err := exec.LookPath("ifmatch") // this test binary: see TestMain
	if err != nil {
		t.Fatal(err)
	}
	w, _ := workload.Lookup(name)
	target := fmt.Sprintf("DefaultEndpointsProtocol=http;AccountName=%s;AccountKey=%s;", reference.DefaultAccount, reference.DefaultKey)
	var services []string
	serve := self + " serve --location " + filepath.Join(t.TempDir(), "data")
	load := []string{"load", name, "--target", "env", "--clients", "8", "--duration", duration.String(), "--warmup", "0s", "--restart-every", every.String()}
	for _, s := range w.Services {
		at := freePort(t)
		services = append(services, string(s))
		serve += fmt.Sprintf(" --%s-addr %s", s, at)
		target += fmt.Sprintf("%s%sEndpoint=http://%s/%s;", strings.ToUpper(string(s[:1])), s[1:], at, reference.DefaultAccount)
	}
	if slices.Contains(services, "file") && strings.Contains(name, "share-mode") {
		at := freePort(t)
		services = append(services, "smb")
		serve += " --smb-addr " + at
		load = append(load, "--smb", at)
	}
	cmd := exec.CommandContext(t.Context(), self, append(load, "--restart", serve+" --services "+strings.Join(services, ","))...)
	cmd.Env = append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING="+target)
	out, _ := cmd.CombinedOutput() // the exit code says how it ended
	if strings.Contains(string(out), "address already in use") {
		t.Skip("somebody else took a port")
	}
	restarts := regexp.MustCompile(`restarts +the target was killed and started again \d+ time`).Find(out)
	if code := cmd.ProcessState.ExitCode(); code != 0 || restarts == nil {
		t.Fatalf("exit %d:\n%s", code, out)
	}
	t.Logf("%s\n%s", regexp.MustCompile(`(?m)^valid: .*`).Find(out), restarts)
}

// freePort returns an address at which a process can listen. The system does not give it out again at once.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
