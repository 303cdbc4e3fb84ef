package cli_test

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/reference"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
)

// clientSecret must never appear in any output.
const clientSecret = "a-secret-of-the-client"

// account is the reference over https with a token issuer, and how a command uses it.
type account struct {
	*reference.Server
	target  string        // for --target
	env     []string      // for a process that logs in there with a client secret
	created chan struct{} // closed when the first container was created
}

func secureAccount(t *testing.T) account {
	t.Helper()
	certificate, err := reference.NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	a := account{created: make(chan struct{})}
	first := sync.OnceFunc(func() { close(a.created) })
	watched := fault.Fault{Name: "watched", Middleware: func() operation.Middleware {
		return func(o operation.Operation, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				next.ServeHTTP(w, r)
				if o == operation.CreateContainer {
					first()
				}
			})
		}
	}}
	a.Server = reference.New(reference.Options{Certificate: certificate, Tokens: true, Faults: []fault.Fault{watched}})
	t.Cleanup(func() { _ = a.Close() })
	var addresses []string
	for _, service := range reference.Services() {
		if _, err := a.Listen(t.Context(), service, "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		addresses = append(addresses, string(service)+"="+a.Endpoint(service))
	}
	a.target = strings.Join(addresses, ",")
	authority, err := a.ListenIssuer(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	trusted := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(trusted, a.Authority(), 0o600); err != nil {
		t.Fatal(err)
	}
	a.env = append(os.Environ(), "SSL_CERT_FILE="+trusted, "AZURE_AUTHORITY_HOST="+authority,
		"AZURE_TENANT_ID=tenant", "AZURE_CLIENT_ID=client", "AZURE_CLIENT_SECRET="+clientSecret, "AZURE_TOKEN_CREDENTIALS=EnvironmentCredential")
	return a
}

// command is ifmatch, logged in to the account.
func (a account) command(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ifmatch", args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Env = &out, &out, a.env
	return cmd, &out
}

// This logs in with a client secret, by Microsoft's identity library, against the tests' own issuer and certificate.
func TestRunAndLoadWithEntraID(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	a := secureAccount(t)
	report := filepath.Join(t.TempDir(), "result.json")
	for name, args := range map[string][]string{
		// Copies also read their source with a token, and each request in a batch carries its own. One case uses a
		// version from before there were tokens.
		"run":  {"run", "--trace", "all", "--report", "json=" + report, "BLOB-BATCH-0*", "FILE-ETAG-03", "FILE-LEASE-16", "BLOB-TAB-15C", "BLOB-TAB-18", "BLOB-TAB-19", "QUEUE-ERR-*", "TABLE-OPS-*", "TABLE-VERB-10"},
		"load": {"load", "blob-cas", "--clients", "2", "--duration", "0", "--ops", "100", "--warmup", "0"},
	} {
		cmd, out := a.command(t, append(args, "--target", a.target)...)
		code, err := exitCode(cmd.Run())
		if err != nil || code != 0 {
			t.Errorf("%s: exit code %d, %v:\n%s", name, code, err, out)
		}
		for _, want := range map[string][]string{"run": {"conforms; 2 permissions were not available", "versions before 2017-11-09"}, "load": {"valid: no update is lost"}}[name] {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s does not say %q:\n%s", name, want, out)
			}
		}
		hides(t, name, out.String())
	}
	text, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"copy-source-authorization", `authorization: bearer redacted\r\n\r\n\r\n--batch`} {
		if !strings.Contains(strings.ToLower(string(text)), want) {
			t.Errorf("the report shows no request with %q, for its source or in a batch: this test proves nothing", want)
		}
	}
	hides(t, "the report", string(text))
}

// hides checks that a text contains neither the secret nor a token.
func hides(t *testing.T, name, text string) {
	t.Helper()
	for _, secret := range []string{clientSecret, "eyJ"} {
		if strings.Contains(text, secret) {
			t.Errorf("%s shows %s:\n%s", name, secret, text)
		}
	}
}

func TestATokenThatEndsMeanwhile(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	a := secureAccount(t)
	a.SetTokenLifetime(6 * time.Second)
	// These cases wait longer for leases than the token lasts.
	cmd, out := a.command(t, "run", "--target", a.target, "BLOB-UM-W-0-Ex")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	a.untilCreated(t)
	a.SetTokenLifetime(0) // no client gets another token
	code, err := exitCode(cmd.Wait())
	if err != nil {
		t.Fatal(err)
	}
	if code != 3 || !strings.Contains(out.String(), "the credential ended") {
		t.Errorf("exit code %d, want 3 and that the credential ended:\n%s", code, out)
	}
	hides(t, "the run", out.String())
}

// TestALoadWhoseTokenEnds reports that the credential ended, and accuses no one.
func TestALoadWhoseTokenEnds(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	a := secureAccount(t)
	a.SetTokenLifetime(6 * time.Second)
	cmd, out := a.command(t, "load", "blob-cas", "--target", a.target, "--rate", "50", "--warmup", "0s", "--duration", "15s")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	a.untilCreated(t)
	a.SetTokenLifetime(0)
	code, err := exitCode(cmd.Wait())
	if err != nil {
		t.Fatal(err)
	}
	if text := out.String(); code != 3 || strings.Contains(text, "invalid:") || !strings.Contains(text, "log in with Microsoft Entra ID") {
		t.Errorf("exit code %d, want 3 and that nobody can log in:\n%s", code, text)
	}
	hides(t, "the load", out.String())
}

func TestARunWithoutATokenDoesNotBegin(t *testing.T) {
	t.Parallel()
	a := secureAccount(t)
	a.SetTokenLifetime(0)
	for _, args := range [][]string{{"run", "BLOB-TAB-15C"}, {"load", "blob-cas"}} {
		cmd, out := a.command(t, append(args, "--target", a.target)...)
		code, err := exitCode(cmd.Run())
		if err != nil || code != 3 || !strings.Contains(out.String(), "log in with Microsoft Entra ID") || !strings.Contains(out.String(), "AADSTS7000215") {
			t.Errorf("%s: exit code %d, %v, want 3 and why:\n%s", args[0], code, err, out)
		}
		hides(t, args[0], out.String())
	}
}

// untilCreated returns when a run has created a container.
func (a account) untilCreated(t *testing.T) {
	t.Helper()
	select {
	case <-a.created:
	case <-time.After(time.Minute):
		t.Fatal("the run created nothing within a minute")
	}
}
