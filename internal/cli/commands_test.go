package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/reference"
	"ifmatch/reports/evidence"
)

// tried are the pages whose every command is run, in the order in which people read them. Other pages show none.
var tried = []string{"README.md", "docs/getting-started.md", "docs/gate.md", "docs/account.md", "docs/writing-features.md", "docs/benchmarking.md", "docs/load.md", "docs/certificate.md", "docs/testing.md", "docs/emulator.md", "docs/probe.md", "docs/explore.md", "docs/results.md", "docs/profiles.md", "docs/409-or-412.md"}

// elsewhere are commands of those pages that other tests run, or that nothing here can run.
var elsewhere = map[string]string{
	"go run . run":    "TestReadmeShowsTheRealOutput",
	"bin/ifmatch run": "TestReadmeShowsTheRealOutput",
	"bin/ifmatch run --target https://ACCOUNT.blob.core.windows.net,https://ACCOUNT.queue.core.windows.net": "TestRunWithTokens, against a server and an issuer of this module",
	"ifmatch explore --clients 2 -- node counter.mjs":                                                       "TestJavaScriptLosesAnUpdate of internal/interop/explore",
	"make build": "what runs these commands is the command; TestActionsStepsRun builds it",
	"make test":  "this is a part of it",
	"ifmatch load blob-cas --target azurite --duration 1m --restart 'azurite --silent --skipApiVersionCheck --location data'":                                        "TestARestartedServer",
	"ifmatch run --target https://127.0.0.1:10000/devstoreaccount1":                                                                                                  "TestRunWithTokens",
	"smbclient //127.0.0.1/books -p 10445 -U devstoreaccount1 -s /dev/null":                                                                                          "make conform-samba",
	"ifmatch run --target env --smb ACCOUNT.file.core.windows.net:445 --select 'feature:smb/*'":                                                                      "TestRunOverSMB, against a server of this module",
	"ifmatch smb hold --target env --access Write --share None books/page.txt":                                                                                       "the script smb",
	"ifmatch run --target @new.txt --against @old.txt":                                                                                                               "the script diff",
	"bin/ifmatch run --target azurite --profile terraform-state-lock,durable-functions":                                                                              "the script profile, on a clock that can be moved",
	"IFMATCH_RECORDINGS=folder make recordings          # *.jsonl or *.jsonl.gz, one session a line":                                                                 "the stage recordings of .ci/run, where there are recordings",
	"make recordings ARGS='-v -session \"*lease*\"'       # show each exchange that differs":                                                                         "the same",
	"make recordings ARGS='-fault etag-unchanged'       # break the reference on purpose: exit code 1":                                                               "tests of internal/tools/recordings",
	"for i in 0 1 2; do ssh vm$i ifmatch load blob-cas --target @/shared/account.txt --yes-really-load --shard $i/3 --start-at +20s --out /shared/run1 & done; wait": "TestShardsAreJudgedAsOne, without ssh",
	"make recordings ARGS='-joins 50 -seed 1'           # fifty cases, each beside an exchange that was taken for it":                                                "the same",
	"make recordings ARGS=-v                            # also: error codes judged only at observed, and seen":                                                       "the same",
	"IFMATCH_RECORDINGS=folder make recordings ARGS=-update":                                                                                                         "the same",
	"ifmatch check /shared/run1":    "TestShardsAreJudgedAsOne",
	"sbatch --wait ifmatch-run1.sh": "TestSlurm of internal/engine, where Slurm is",
	"go mod edit -require=ifmatch@v0.0.0 -replace=ifmatch=../ifmatch && go mod tidy":                  "interop's test of a module outside this one",
	"go mod edit -require=ifmatch@v0.0.0 -replace=ifmatch=../ifmatch && go get ifmatch/steps/conform": "interop's tests of a module outside this one",
}

// asTried changes a command before it is run: it uses an endpoint of this test instead of the
// emulators' fixed ports, a few cases instead of all in real time, and a very short load.
var asTried = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`--target azurite\b`), "--target env"},
	{regexp.MustCompile(`^(ifmatch load [-a-z]+ (?:--out \S+|--clock-rate 30)|for i in .* ifmatch load blob-cas --out \S+?)(; done)?$`), "$1 --duration 60ms --warmup 0s$2"},
	{regexp.MustCompile(`--duration 2s`), "--duration 60ms --warmup 0s"},
	{regexp.MustCompile(`^(ifmatch diff .*)$`), "$1; test $? -ne 2"}, // what very short loads differ in
	{regexp.MustCompile(`^(ifmatch serve --services file,smb)$`), "$1 --file-addr 127.0.0.1:0 --smb-addr 127.0.0.1:0"},
	{regexp.MustCompile(`^(ifmatch serve --(?:location|tls) .*)$`), "$1 --blob-addr 127.0.0.1:0 --queue-addr 127.0.0.1:0 --table-addr 127.0.0.1:0 --file-addr 127.0.0.1:0"},
	{regexp.MustCompile(`127\.0\.0\.1:10009`), "127.0.0.1:0"},
	{regexp.MustCompile(`\./azurite`), "ifmatch azurite"}, // the name of a link is read by scripts
	{regexp.MustCompile(`^(.*\bazurite --.*)$`), "$1 --blobPort 0 --queuePort 0 --tablePort 0"},
	{regexp.MustCompile(`docs/matrix/reference\.json`), "result.json"},
	{regexp.MustCompile(`^(ifmatch serve)$`), "$1 --blob-addr 127.0.0.1:0 --queue-addr 127.0.0.1:0 --table-addr 127.0.0.1:0 --file-addr 127.0.0.1:0"},
	{regexp.MustCompile(`--duration 5s`), "--duration 60ms --warmup 0s"},
	{regexp.MustCompile(`^(ifmatch run(?: +--\S+(?: +[^-\s#][^\s#]*)?)*) *(#.*)?$`), "$1 BLOB-TAB-15C"},
}

// TestCommandsOfThePagesRun runs every command on the pages for beginners, those of a page in order,
// on a server that conforms.
func TestCommandsOfThePagesRun(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	self, err := exec.LookPath("ifmatch") // this test binary: see TestMain
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, page := range tried {
		commands := commandsOf(t, page)
		if len(commands) == 0 {
			t.Errorf("%s shows no command", page)
		}
		commands = slices.DeleteFunc(commands, func(command string) bool {
			_, other := elsewhere[command]
			used[command] = used[command] || other
			return other
		})
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			runInOrder(t, self, commands)
		})
	}
	for command := range elsewhere {
		if !used[command] {
			t.Errorf("no page shows %q any more", command)
		}
	}
}

// runInOrder runs the commands of a page in a folder of their own, on a server of their own.
func runInOrder(t *testing.T, self string, commands []string) {
	t.Helper()
	server := reference.Start(t)
	work := t.TempDir()
	env := append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING="+server.ConnectionString(), "SELF="+self)
	shell := func(command string) ([]byte, error) {
		cmd := exec.Command("bash", "-c", command)
		cmd.Dir, cmd.Env = work, env
		return cmd.CombinedOutput()
	}
	files := `mkdir bin && ln -s "$SELF" bin/ifmatch && printf '%s\n' "$AZURE_STORAGE_CONNECTION_STRING" >account.txt && : >known-failures.tsv &&
		bin/ifmatch run BLOB-TAB-15C --report json=result.json && cp result.json old.json && cp result.json new.json`
	if out, err := shell(files); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, command := range commands {
		text := strings.ReplaceAll(command, "bin/ifmatch", "ifmatch")
		for _, c := range asTried {
			text = c.pattern.ReplaceAllString(text, c.instead)
		}
		if serves.MatchString(text) {
			text = "rm -f served; " + text + ` >served & until [ -s served ] || ! kill -0 $!; do sleep 0.1; done; kill -INT $!; wait $!`
		}
		out, err := shell(text)
		if late := (*exec.ExitError)(nil); errors.As(err, &late) && late.ExitCode() == 3 && strings.Contains(string(out), "the generator was the bottleneck") {
			err = nil // a very short load on a busy machine
		}
		if err != nil {
			t.Errorf("%s\nrun as: %s\n%v\n%s", command, text, err, out)
		}
	}
}

// serves is a command that ends only with the server.
var serves = regexp.MustCompile(`^(?:\w+=\S+ )?ifmatch (?:serve|azurite)\b`)

// elsewhereToo is a part of a page whose commands another test runs, and compares with what the page shows.
var elsewhereToo = regexp.MustCompile(`(?s)<!-- run by Test.*?<!-- end of what a test runs -->`)

// inline is a command in a sentence.
var inline = regexp.MustCompile("`((?:bin/)?ifmatch (?:run|report|diff|sweep|list|explain|load|check|probe|features) [^`]*)`")

// commandsOf returns the commands in a page's shell and terminal blocks, and those in its
// sentences.
func commandsOf(t *testing.T, page string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(page)))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	kind := ""
	for line := range strings.Lines(elsewhereToo.ReplaceAllString(string(text), "")) {
		line = strings.TrimSpace(line)
		if fence, is := strings.CutPrefix(line, "```"); is {
			kind = fence
			continue
		}
		switch kind {
		case "sh":
			if line != "" {
				out = append(out, line)
			}
		case "console":
			if command, is := strings.CutPrefix(line, "$ "); is {
				out = append(out, command)
			}
		case "":
			for _, m := range inline.FindAllStringSubmatch(line, -1) {
				if !strings.Contains(m[1], "…") && !placeholders.MatchString(m[1]) {
					out = append(out, m[1])
				}
			}
		}
	}
	return out
}

// placeholders are words that a reader must replace.
var placeholders = regexp.MustCompile(`\b(DIR|NAME|FILE|ID|RESULT|CLAUSE|WORKLOAD|run1|run2)\b`)

// TestEvidenceThatWasSentIn reads every file of docs/evidence: it must contain no secret, no case
// without an exchange, and no unknown clause.
func TestEvidenceThatWasSentIn(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "evidence", "*"))
	if err != nil {
		t.Fatal(err)
	}
	register, err := os.ReadFile(filepath.Join("..", "..", "features", "clauses.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Split(string(register), "\n")
	for _, path := range files {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		e, err := evidence.Decode(f)
		if err := errors.Join(err, f.Close()); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		for _, c := range e.Clauses {
			if !slices.ContainsFunc(known, func(line string) bool { return strings.HasPrefix(line, c.Clause+"\t") }) {
				t.Errorf("%s: there is no clause %s", path, c.Clause)
			}
		}
	}
}
