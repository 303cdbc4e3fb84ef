package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/fileerror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"

	"ifmatch/internal/thorough"
)

// served is `ifmatch serve --services file,smb` in its own process.
type served struct {
	connection, smb string
}

var smbLine = regexp.MustCompile(`smb service on smb://([^,]+),`)

func serveFiles(t *testing.T, more ...string) (s served) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ifmatch", append([]string{"serve", "--services", "file,smb", "--file-addr", "127.0.0.1:0", "--smb-addr", "127.0.0.1:0"}, more...)...)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Signal(os.Interrupt); _ = cmd.Wait() })
	s.connection = line(t, stdout, regexp.MustCompile(`^(.*)$`))
	s.smb = line(t, stderr, smbLine)
	return s
}

// line reads until a line matches, and returns what it captures.
func line(t *testing.T, r io.Reader, fits *regexp.Regexp) string {
	t.Helper()
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if m := fits.FindStringSubmatch(lines.Text()); m != nil {
			go func() { _, _ = io.Copy(io.Discard, r) }() // so that no writer waits for the rest to be read
			return m[1]
		}
	}
	t.Fatalf("no line fits %s: %v", fits, lines.Err())
	return ""
}

func (s served) command(t *testing.T, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), "ifmatch", args...)
	cmd.Env = append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING="+s.connection)
	return cmd
}

// A file that `ifmatch smb hold` holds keeps Microsoft's client out, until it is told to close.
func TestSMBHold(t *testing.T) {
	t.Parallel()
	s := serveFiles(t)
	box, err := share.NewClientFromConnectionString(s.connection, "box", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := box.Create(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	held := box.NewRootDirectoryClient().NewFileClient("held.bin")
	if _, err := held.Create(t.Context(), 4, nil); err != nil {
		t.Fatal(err)
	}
	hold := s.command(t, "smb", "hold", "--target", "env", "--smb", s.smb, "--access", "Read/Write/Delete", "--share", "None", "box/held.bin")
	input, err := hold.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := hold.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	hold.Stderr = &stderr
	if err := hold.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(output)
	answer := func(want string) {
		t.Helper()
		if !answers.Scan() || answers.Text() != want {
			t.Fatalf("smb hold says %q, want %q; %s", answers.Text(), want, &stderr)
		}
	}
	answer("box/held.bin is open for Read/Write/Delete and shares None; mark, unmark or close")
	if err := write(t.Context(), held); !fileerror.HasCode(err, fileerror.SharingViolation) {
		t.Errorf("a write to a file that is held: %v", err)
	}
	for word, code := range map[string]fileerror.Code{"mark": fileerror.DeletePending, "unmark": fileerror.SharingViolation} {
		for _, say := range []string{"mark", word} {
			if _, err := io.WriteString(input, say+"\n"); err != nil {
				t.Fatal(err)
			}
			answer(say + ": ok")
		}
		if err := write(t.Context(), held); !fileerror.HasCode(err, code) {
			t.Errorf("a write after %s: %v", word, err)
		}
	}
	for _, say := range []string{"what", "unmark", "close"} {
		if _, err := io.WriteString(input, say+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	answer("what: say mark, unmark or close")
	answer("unmark: ok")
	if err := hold.Wait(); err != nil {
		t.Fatalf("smb hold: %v\n%s", err, &stderr)
	}
	if err := write(t.Context(), held); err != nil {
		t.Errorf("a write after the file was closed: %v", err)
	}
	for _, tc := range []struct {
		code int
		says string
		args []string
	}{
		{1, "STATUS_OBJECT_NAME_NOT_FOUND", []string{"--smb", s.smb, "box/missing.bin"}},
		{3, "connect to the share nowhere over SMB", []string{"--smb", s.smb, "nowhere/held.bin"}},
		{3, "is SMB there?", []string{"--smb", "127.0.0.1:1", "box/held.bin"}},
		{2, "name the file to hold", []string{"box"}},
		{2, "--access: \"Execute\" is not None", []string{"--access", "Execute", "box/held.bin"}},
		{2, "--smb \"445\" is not HOST:PORT", []string{"--smb", "445", "box/held.bin"}},
	} {
		cmd := s.command(t, append([]string{"smb", "hold", "--target", "env"}, tc.args...)...)
		out, err := cmd.CombinedOutput()
		if code, err := exitCode(err); err != nil || code != tc.code || !strings.Contains(string(out), tc.says) {
			t.Errorf("smb hold %q: exit code %d, %v, want %d and %q:\n%s", tc.args, code, err, tc.code, tc.says, out)
		}
	}
}

func write(ctx context.Context, f *file.Client) error {
	_, err := f.UploadRange(ctx, 0, streaming.NopCloser(strings.NewReader("data")), nil)
	return err
}

// The SMB cases are judged over sockets with --smb, skipped without it, and required by --require smb.
func TestRunOverSMB(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	s := serveFiles(t)
	for _, tc := range []struct {
		code int
		says string
		args []string
	}{
		{0, "conforms; ", []string{"--target", "env", "--smb", s.smb, "--select", "feature:smb/*"}},
		{3, "the target has no smb (5 cases)", []string{"--target", "env", "FILE-HND-01", "FILE-LS-01"}},
		{3, "the capability smb is required", []string{"--target", "env", "--require", "smb", "FILE-HND-01"}},
		{2, "--smb \"445\" is not HOST:PORT", []string{"--target", "env", "--smb", "445", "FILE-HND-01"}},
		{2, "--smb has no effect on the built-in reference", []string{"--smb", s.smb, "FILE-HND-01"}},
	} {
		out, err := s.command(t, append([]string{"run"}, tc.args...)...).CombinedOutput()
		if code, err := exitCode(err); err != nil || code != tc.code || !strings.Contains(string(out), tc.says) {
			t.Errorf("run %q: exit code %d, %v, want %d and %q:\n%s", tc.args, code, err, tc.code, tc.says, out)
		}
	}
}

// A load opens the files of an endpoint over SMB, and finds clients that share modes fail to keep out.
func TestLoadOverSMB(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	for fault, want := range map[string]struct {
		code int
		says string
	}{
		"": {0, "valid: "}, "sporadic-share-mode-written=1/2": {1, "write past a share mode"},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			var more []string
			if fault != "" {
				more = []string{"--fault", fault}
			}
			s := serveFiles(t, more...)
			cmd := s.command(t, "load", "file-share-mode", "--target", "env", "--smb", s.smb, "--clients", "8", "--ops", "3000", "--duration", "0", "--warmup", "0s", "--out", filepath.Join(t.TempDir(), "run"))
			out, _ := cmd.CombinedOutput() // the exit code says how it ended
			if code := cmd.ProcessState.ExitCode(); code != want.code || !strings.Contains(string(out), want.says) || strings.Contains(string(out), "AccountKey") {
				t.Errorf("exit %d, want %d and %q:\n%s", code, want.code, want.says, out)
			}
		})
	}
	s := serveFiles(t)
	cmd := s.command(t, "load", "file-share-mode", "--target", "env", "--smb", "127.0.0.1:1")
	if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 3 || !strings.Contains(string(out), "connect over SMB: ") {
		t.Errorf("without SMB: exit %d\n%s", cmd.ProcessState.ExitCode(), out)
	}
}
