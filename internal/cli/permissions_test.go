package cli

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ifmatch/features"
	"ifmatch/internal/target"
	"ifmatch/reference"
)

// listening is the reference on sockets, with a clock that goes as ours does. It
// returns what a connection string says of where it is.
func listening(t *testing.T) string {
	t.Helper()
	s := reference.New(reference.Options{})
	text := ""
	for _, service := range reference.Services() {
		if _, err := s.Listen(t.Context(), service, "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = s.Close() })
	for part := range strings.SplitSeq(s.ConnectionString(), ";") {
		if strings.Contains(part, "Endpoint=") {
			text += part + ";"
		}
	}
	return text + "AccountName=" + s.Account() + ";"
}

// accountSAS signs a SAS as "Create an account SAS" describes it.
func accountSAS(services, letters string, lasts time.Duration) string {
	const version, levels = "2021-12-02", "sco"
	end := time.Now().Add(lasts).UTC().Format(time.RFC3339)
	key, _ := base64.StdEncoding.DecodeString(target.DevelopmentKey)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join([]string{target.DevelopmentAccount, letters, services, levels, "", end, "", "", version, "", ""}, "\n")))
	return "SharedAccessSignature=" + url.Values{"sv": {version}, "ss": {services}, "srt": {levels}, "sp": {letters}, "se": {end},
		"sig": {base64.StdEncoding.EncodeToString(mac.Sum(nil))}}.Encode()
}

// TestRunJudgesWhatTheCredentialPermits drives the command against the reference on
// sockets.
func TestRunJudgesWhatTheCredentialPermits(t *testing.T) {
	t.Parallel()
	server := listening(t)
	const all, everything = "rwdlacuptf", "bqt"
	quick := []string{"BLOB-TAB-*", "CONT-TAB-*", "QUEUE-ERR-*", "TABLE-OPS-*"}
	key := func(k string) func() string { return func() string { return "AccountKey=" + k } }
	sas := func(services, letters string, lasts time.Duration) func() string {
		return func() string { return accountSAS(services, letters, lasts) } // it lasts from when the run begins
	}
	tests := map[string]struct {
		credential func() string
		arguments  []string // nil: quick
		code       ExitCode
		stdout     string
		last       string // how the last line of stdout begins
		stderr     string
		within     time.Duration // 0: a minute
	}{
		"the account key": {key(target.DevelopmentKey), nil, OK, "", "conforms", "", 0},
		"everything that an account SAS can grant": {sas(everything, all, time.Hour), nil, OK,
			"skipped: they lack access policies (the account's key only)", "conforms", "", 0},
		"the same, where permissions are required": {sas(everything, all, time.Hour), append(quick, "--require", "permissions"), Unknown,
			"", "conforms", "permissions are required", 0},
		"no lists": {sas(everything, strings.Replace(all, "l", "", 1), time.Hour), nil, OK, "list (sp=l)", "conforms", "", 0},
		"nothing is deleted": {sas(everything, strings.Replace(all, "d", "", 1), time.Hour), nil, OK, "delete (sp=d)", "conforms",
			"ifmatch sweep --target @", 0},
		"tables alone": {sas("t", all, time.Hour), nil, OK, "they lack blob service (ss=b) (", "conforms", "", 0},
		"tables alone, where blobs are required": {sas("t", all, time.Hour), append(quick, "--require", "blob"), Unknown, "", "conforms",
			"no case of it was judged", 0},
		"reads alone": {sas(everything, "rl", time.Hour), []string{}, Unknown, "create or write (sp=c or w)", "could not tell", "", 10 * time.Second},
		"one that ends in the run": {sas(everything, all, 4*time.Second), []string{}, Unknown, "", "could not tell",
			"could not delete all that it created", 20 * time.Second},
		"one that has ended": {sas(everything, all, -time.Hour), nil, Unknown, "", "judging", "which ended at 2", 10 * time.Second},
		"a wrong key":        {key("d3Jvbmc="), nil, Unknown, "", "judging", "it refuses the credential of account", 10 * time.Second},
		"a SAS over a container": {func() string {
			return "SharedAccessSignature=sv=2021-12-02&sr=c&sp=racwdl&se=2100-01-01&sig=d3Jvbmc%3D"
		}, nil, Unknown, "", "judging",
			"take one over the account", 10 * time.Second},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "account.txt")
			if err := os.WriteFile(file, []byte(server+tt.credential()), 0o600); err != nil {
				t.Fatal(err)
			}
			if tt.arguments == nil {
				tt.arguments = quick
			}
			var stdout, stderr strings.Builder
			started := time.Now()
			code := newApp(strings.NewReader(""), &stdout, &stderr, features.FS).execute(t.Context(), append([]string{"run", "--target", "@" + file}, tt.arguments...))
			lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
			last := lines[len(lines)-1]
			if code != tt.code || !strings.HasPrefix(last, tt.last) || !strings.Contains(stdout.String(), tt.stdout) || !strings.Contains(stderr.String(), tt.stderr) {
				t.Errorf("exit code %d, want %d; the last line is to begin with %q, stdout to hold %q, stderr %q\n%s\n%s", code, tt.code, tt.last, tt.stdout, tt.stderr, &stdout, &stderr)
			}
			if took := time.Since(started); took > cmp.Or(tt.within, time.Minute) {
				t.Errorf("it took %s", took)
			}
		})
	}
}
