package cli_test

import (
	"bytes"
	"net"
	"os/exec"
	"strings"
	"testing"
)

func TestServeRefusesATakenPort(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	cmd := exec.Command("ifmatch", "serve", "--blob-addr", l.Addr().String(), "--queue-addr", "127.0.0.1:0")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	code, err := exitCode(cmd.Run())
	if err != nil {
		t.Fatal(err)
	}
	if code != 3 {
		t.Errorf("exit code %d, want 3", code)
	}
	if stdout.Len() > 0 {
		t.Errorf("stdout holds %q, but there is no server to connect to", &stdout)
	}
	for _, want := range []string{l.Addr().String(), "address already in use", "hint: another server is using it"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("stderr lacks %q:\n%s", want, &stderr)
		}
	}
}
