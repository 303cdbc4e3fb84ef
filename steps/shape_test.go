package steps_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ifmatch/internal/thorough"
)

// TestAServiceIsAFolderAFeatureAndALine adds a toy service to the program without
// changing its code: one folder under steps, one feature with its clauses, one line in the
// list of services. Its cases run, and so do the pairs of its operations, which no feature
// names. They tell a server that ignores conditions from one that does not.
func TestAServiceIsAFolderAFeatureAndALine(t *testing.T) {
	if !thorough.All() {
		t.Skip("builds the command: see make test-full")
	}
	t.Parallel()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replace := map[string]string{
		filepath.Join(root, "steps/toy/room.go"):        filepath.Join(root, "steps/testdata/toy/room.go.txt"),
		filepath.Join(root, "features/toy/toy.feature"): filepath.Join(root, "steps/testdata/toy/toy.feature"),
	}
	// patch makes a changed copy of one file.
	patch := func(name, old, new string) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), old) {
			t.Fatalf("%s does not hold %q", name, old)
		}
		copied := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(copied, []byte(strings.Replace(string(text), old, new, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, name)] = copied
	}
	// The toy replaces the File service, whose address it takes.
	patch("steps/vocabulary.go", "\t\tfile.New(),\n", "\t\ttoy.New(),\n")
	files, err := filepath.Glob(filepath.Join(root, "features/file/*.feature"))
	if err != nil {
		t.Fatal(err)
	}
	beside, err := filepath.Glob(filepath.Join(root, "features/smb/*.feature")) // features that use files of that service
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat(files, beside) {
		replace[name] = ""
	}
	replaced, err := os.ReadFile(filepath.Join(dir, "vocabulary.go"))
	if err != nil {
		t.Fatal(err)
	}
	replaced = bytes.Replace(replaced, []byte("\t\"ifmatch/steps/file\"\n"), []byte("\t\"ifmatch/steps/toy\"\n"), 1)
	if err := os.WriteFile(filepath.Join(dir, "vocabulary.go"), replaced, 0o600); err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(readFile(t, filepath.Join(root, "features/clauses.tsv")), "\n")
	patch("features/clauses.tsv", header+"\n", header+"\n"+
		"FILE-TOY-01\tmust\tfile\tany\ta toy can be made\ttoys\ttoys\tactive\t\n"+
		"FILE-TOY-02\tmust\tfile\tany\tevery write takes If-Match\ttoys\ttoys\tactive\t\n"+
		"FILE-TOY-03\tmust\tfile\tany\toperations at once are performed one after the other\ttoys\ttoys\tactive\t\n")
	for _, name := range []string{"features/probes.tsv", "features/renamed.tsv"} { // without the cases of that service
		var kept []string
		for line := range strings.Lines(readFile(t, filepath.Join(root, name))) {
			if !strings.Contains(line, "\tFILE-") {
				kept = append(kept, line)
			}
		}
		patch(name, readFile(t, filepath.Join(root, name)), strings.Join(kept, ""))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	config, bin := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "ifmatch")
	if err := os.WriteFile(config, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", config, "-o", bin, ".")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, server := range []struct {
		name   string
		honest bool
		skip   string
		code   int
		want   string
	}{
		// The feature has six cases. The facts of the operations bring five pairs: a conditional write or deletion beside
		// a write, two writes, and a read beside a write and beside a deletion.
		{"honours If-Match", true, "level:observed", 0, "conforms: 11 of 11 cases passed"},
		{"ignores If-Match", false, "race/pairs", 1, "3 cases failed, in 1 clause"},
	} {
		t.Run(server.name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(&toyServer{honest: server.honest, toys: map[string]string{"/devstoreaccount1/hello": "\"0\"\nhello"}})
			t.Cleanup(s.Close)
			run := exec.Command(bin, "run", "--services", "file", "--skip", server.skip, "--target", "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;"+
				"AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;FileEndpoint="+s.URL+"/devstoreaccount1")
			out, _ := run.CombinedOutput()
			if code := run.ProcessState.ExitCode(); code != server.code || !strings.Contains(string(out), server.want) {
				t.Errorf("exit code %d, want %d and %q:\n%s", code, server.code, server.want, out)
			}
		})
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// toyServer keeps texts by their path, each under an ETag that is never reused.
type toyServer struct {
	honest bool

	mu   sync.Mutex
	n    int
	toys map[string]string // path → ETag, a line end, the text
}

func (s *toyServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	etag, text, exists := strings.Cut(s.toys[r.URL.Path], "\n")
	if m := r.Header.Get("If-Match"); s.honest && m != "" && m != etag {
		w.Header().Set("x-ms-error-code", "ConditionNotMet")
		w.WriteHeader(http.StatusPreconditionFailed)
		return
	}
	switch {
	case r.Method == http.MethodPut:
		body, _ := io.ReadAll(r.Body)
		s.n++
		etag = fmt.Sprintf(`"%d"`, s.n)
		s.toys[r.URL.Path] = etag + "\n" + string(body)
		w.Header().Set("ETag", etag)
		w.WriteHeader(http.StatusCreated)
	case !exists:
		w.Header().Set("x-ms-error-code", "ResourceNotFound")
		w.WriteHeader(http.StatusNotFound)
	case r.Method == http.MethodDelete:
		delete(s.toys, r.URL.Path)
		w.WriteHeader(http.StatusAccepted)
	default:
		w.Header().Set("ETag", etag)
		_, _ = io.WriteString(w, text)
	}
}
