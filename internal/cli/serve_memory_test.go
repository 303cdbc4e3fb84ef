package cli_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"

	"ifmatch/internal/thorough"
)

// resident returns the resident memory of a process, in bytes.
func resident(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(line, "VmRSS:"); found {
			n, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n << 10
		}
	}
	t.Fatal("the process has no resident memory")
	return 0
}

// TestDeletedDataIsReleased writes 120 MiB and deletes them three times, beside 40 MiB that stay. The memory of the server
// comes down to what it holds, and a little more. The server does this in its own time: the test waits until it is done, as
// long as tests may take.
func TestDeletedDataIsReleased(t *testing.T) {
	thorough.Only(t)
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells the memory of a process in /proc")
	}
	for _, location := range []string{"", t.TempDir()} {
		args := []string{"serve", "--services", "blob", "--blob-addr", "127.0.0.1:0"}
		if location != "" {
			args = append(args, "--location", location)
		}
		cmd := exec.CommandContext(t.Context(), "ifmatch", args...)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = cmd.Process.Signal(os.Interrupt); _ = cmd.Wait() }()
		connection, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		c, err := azblob.NewClientFromConnectionString(strings.TrimSpace(connection), nil)
		if err != nil {
			t.Fatal(err)
		}
		const mebibyte = 1 << 20
		data := bytes.Repeat([]byte("x"), 4*mebibyte)
		fill := func(name string, megabytes int) {
			t.Helper()
			if _, err := c.CreateContainer(t.Context(), name, nil); err != nil {
				t.Fatal(err)
			}
			for i := range megabytes / 4 {
				if _, err := c.UploadBuffer(t.Context(), name, strconv.Itoa(i), data, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
		fill("stays", 40)
		for round := range 3 {
			name := fmt.Sprintf("round-%d", round)
			fill(name, 120)
			if _, err := c.DeleteContainer(t.Context(), name, nil); err != nil {
				t.Fatal(err)
			}
		}
		const most = 40*mebibyte*3/2 + 60*mebibyte
		got := resident(t, cmd.Process.Pid)
		for end, bound := t.Deadline(); got > most && (!bound || time.Until(end) > time.Minute); got = resident(t, cmd.Process.Pid) {
			time.Sleep(100 * time.Millisecond)
		}
		t.Logf("location %q: %d MiB resident, with 40 MiB of data", location, got/mebibyte)
		if got > most {
			t.Errorf("that is more than %d MiB", most/mebibyte)
		}
	}
}
