package interop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
	"github.com/google/go-cmp/cmp"

	"ifmatch/reference"
	"ifmatch/reference/operation"
)

const azblobModule = "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"

// The examples in Microsoft's documentation of azblob work against the reference, each against a server of its own.
func TestExamplesOfAzblob(t *testing.T) {
	t.Parallel()
	repo := repository(t)
	source := goOutput(t, repo, "list", "-m", "-f", "{{.Dir}}", azblobModule)
	if source == "" {
		t.Fatalf("the module cache doesn't hold %s: run go mod download", azblobModule)
	}

	gomod, err := os.ReadFile(filepath.Join(repo, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	dir := newModule(t, string(gomod))
	goOutput(t, dir, "mod", "edit", "-module=examples")
	copyFile(t, filepath.Join("testdata", "examples", "run_test.go"), filepath.Join(dir, "run_test.go"))
	found := rewriteModule(t, source, dir)
	checkList(t, found)

	var plan []plannedExample
	for _, e := range examples {
		if e.cannot == "" {
			plan = append(plan, prepare(t, e))
		}
	}
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	planFile := filepath.Join(dir, "plan.json")
	writeFile(t, planFile, text)

	out, err := goTest(t, dir, "RUNNER_PLAN="+planFile)
	if err != nil {
		t.Errorf("go test of the examples: %v\n%s", err, out)
	}
	for _, p := range plan {
		if !strings.Contains(out, "--- PASS: TestExamples/"+p.Name+" ") && !strings.Contains(out, "--- FAIL: TestExamples/"+p.Name+" ") {
			t.Errorf("%s didn't run", p.Name)
		}
	}
}

// plannedExample is planned of testdata/examples/run_test.go.
type plannedExample struct {
	Name                 string
	Env                  map[string]string
	Files, Prints, Fails []string
}

// foundExamples are the examples of the module by name: in which folder, and why it was left out, if it was.
type foundExamples map[string]struct{ folder, leftOut string }

// rewriteModule writes the module's example files into dir, as one package, with a list of their functions.
func rewriteModule(t *testing.T, module, dir string) foundExamples {
	t.Helper()
	found := foundExamples{}
	add := func(name, folder, leftOut string) {
		if _, twice := found[name]; twice {
			t.Errorf("two examples are called %s", name)
		}
		found[name] = struct{ folder, leftOut string }{folder, leftOut}
	}
	var list bytes.Buffer
	list.WriteString("package examples\n\nvar examples = map[string]func(){\n")
	err := filepath.WalkDir(module, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "examples_test.go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := rewriteExamples(text)
		if err != nil {
			return fmt.Errorf("rewriting %s: %w", path, err)
		}
		folder := filepath.Base(filepath.Dir(path))
		if filepath.Dir(path) == module {
			folder = "azblob"
		}
		writeFile(t, filepath.Join(dir, folder+"_test.go"), file.source)
		for _, name := range file.names {
			add(name, folder, "")
			fmt.Fprintf(&list, "%q: %s,\n", name, name)
		}
		for name, why := range file.leftOut {
			add(name, folder, why)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	list.WriteString("}\n")
	formatted, err := format.Source(list.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "list_test.go"), formatted)
	return found
}

// checkList compares the list of this repository with what the module holds, both ways.
func checkList(t *testing.T, found foundExamples) {
	t.Helper()
	var listed []string
	for _, e := range examples {
		listed = append(listed, e.name)
		f, exists := found[e.name]
		if exists && f.folder != e.folder {
			t.Errorf("%s is listed in %s and stands in %s", e.name, e.folder, f.folder)
		}
		if exists && (f.leftOut != "") != (e.cannot != "") {
			t.Errorf("%s: listed as not runnable because %q, left out because of %q", e.name, e.cannot, f.leftOut)
		}
	}
	slices.Sort(listed)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(found)), listed); diff != "" {
		t.Errorf("examples of the module and of our list (-module +list):\n%s", diff)
	}
}

// prepare starts a server for the example and puts there what the example expects to find.
func prepare(t *testing.T, e example) plannedExample {
	t.Helper()
	p := plannedExample{Name: e.name, Prints: e.prints, Fails: e.fails}
	connection := serve(t)
	p.Env = environment(t, connection)
	client, err := azblob.NewClientFromConnectionString(connection, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	must := func(err error) {
		if err != nil {
			t.Fatalf("preparing %s: %v", e.name, err)
		}
	}
	for _, need := range e.needs {
		kind, name, _ := strings.Cut(need, " ")
		containerName, blobName, _ := strings.Cut(name, "/")
		c := client.ServiceClient().NewContainerClient(containerName)
		switch kind {
		case "container":
			_, err := c.Create(ctx, nil)
			must(err)
		case "public":
			access := container.PublicAccessTypeBlob
			_, err := c.Create(ctx, &container.CreateOptions{Access: &access})
			must(err)
		case "block":
			_, err := c.NewBlockBlobClient(blobName).Upload(ctx, streaming.NopCloser(strings.NewReader("made before")), nil)
			must(err)
		case "append":
			_, err := c.NewAppendBlobClient(blobName).Create(ctx, nil)
			must(err)
		case "file":
			p.Files = append(p.Files, name)
		default:
			t.Fatalf("%s needs %q: what is that?", e.name, need)
		}
	}
	return p
}

// serve starts a server whose clock runs: the examples take the present time for signatures that begin at once.
func serve(t *testing.T) string {
	t.Helper()
	server := reference.New(reference.Options{})
	if _, err := server.Listen(t.Context(), operation.BlobService, "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server.ConnectionString()
}

// environment is how the examples learn of the server: the variables that they read, and where the account is.
func environment(t *testing.T, connection string) map[string]string {
	t.Helper()
	fields := map[string]string{}
	for field := range strings.SplitSeq(connection, ";") {
		name, value, _ := strings.Cut(field, "=")
		fields[name] = value
	}
	account, key := fields["AccountName"], fields["AccountKey"]
	endpoint, pathStyle := strings.CutSuffix(strings.TrimSuffix(fields["BlobEndpoint"], "/"), "/"+account)
	if !pathStyle || account == "" || key == "" {
		t.Fatal("the reference's connection string lacks an account, a key or a path-style blob endpoint")
	}
	return map[string]string{
		"RUNNER_ENDPOINT":                       endpoint,
		"AZURE_STORAGE_ACCOUNT_NAME":            account,
		"AZURE_STORAGE_ACCOUNT_KEY":             key,
		"AZURE_STORAGE_PRIMARY_ACCOUNT_KEY":     key,
		"AZURE_STORAGE_CONNECTION_STRING":       connection,
		"AZURE_STORAGE_SHARED_ACCESS_SIGNATURE": accountSignature(t, connection),
	}
}

// accountSignature is the query of an account SAS that permits everything for an hour.
func accountSignature(t *testing.T, connection string) string {
	t.Helper()
	client, err := service.NewClientFromConnectionString(connection, nil)
	if err != nil {
		t.Fatal(err)
	}
	address, err := client.GetSASURL(sas.AccountResourceTypes{Service: true, Container: true, Object: true},
		sas.AccountPermissions{Read: true, Write: true, Delete: true, List: true, Add: true, Create: true}, time.Now().Add(time.Hour), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, query, _ := strings.Cut(address, "?")
	return query
}
