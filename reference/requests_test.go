package reference_test

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ifmatch/reference/operation"
)

// clientRequest is what one function of a generated client can send.
type clientRequest struct {
	name     string            // of the function
	resource string            // the resource of the request, as the form of its path
	method   string            //
	query    url.Values        // that every request has
	headers  map[string]string // whose value never changes
	given    []string          // headers and parameters (with a ? before) that the caller may set
}

// modules are Microsoft's clients of the four services.
var modules = map[operation.Service]string{
	operation.BlobService:  "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob",
	operation.QueueService: "github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2",
	operation.TableService: "github.com/Azure/azure-sdk-for-go/sdk/data/aztables",
	operation.FileService:  "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile",
}

// resources are the forms of the paths sent by clients whose functions have no paths of their own.
var resources = map[string]string{
	"ServiceClient": "", "ContainerClient": "/x", "ShareClient": "/x", "QueueClient": "/x", "TableClient": "",
	"BlobClient": "/x/x", "BlockBlobClient": "/x/x", "PageBlobClient": "/x/x", "AppendBlobClient": "/x/x", "MessagesClient": "/x/x", "MessageIDClient": "/x/x/x",
	"DirectoryClient": "/x/x", "FileClient": "/x/x",
}

var pathName = regexp.MustCompile(`\{[^}]*\}|[^/(),=']+`)

// resourceOf returns the form of a path: every name except Tables becomes an x.
func resourceOf(path string) string {
	return pathName.ReplaceAllStringFunc(path, func(name string) string {
		if name == "Tables" || name == "PartitionKey" || name == "RowKey" {
			return name
		}
		return "x"
	})
}

var (
	maker  = regexp.MustCompile(`(?ms)^func \(client \*(\w+)\) (\w+)CreateRequest\(.*?^}`)
	verb   = regexp.MustCompile(`runtime\.NewRequest\(ctx, http\.Method(\w+)`)
	path   = regexp.MustCompile(`urlPath := "([^"]*)"`)
	param  = regexp.MustCompile(`reqQP\.Set\("([^"]+)", (?:"([^"]*)")?`)
	header = regexp.MustCompile(`Raw\(\)\.Header\["([^"]+)"(\+k)?\] = \[\]string\{(?:"([^"]*)"\})?`)
)

// clientRequests reads the requests that the generated client of a service can send.
func clientRequests(t *testing.T, service operation.Service) []clientRequest {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", modules[service]).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "internal", "*", "zz_*_client.go"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		if files, err = filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "internal", "zz_*_client.go")); err != nil {
			t.Fatal(err)
		}
	}
	var all []clientRequest
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range maker.FindAllSubmatch(text, -1) {
			all = append(all, readRequest(t, string(m[1]), string(m[2]), string(m[0])))
		}
	}
	return all
}

// readRequest reads a function that makes a request.
func readRequest(t *testing.T, client, function, body string) clientRequest {
	t.Helper()
	resource, known := resources[client]
	method := verb.FindStringSubmatch(body)
	if !known || method == nil {
		t.Fatalf("%s.%s is not understood", client, function)
	}
	r := clientRequest{
		name: client + "." + function, resource: resource, method: strings.ToUpper(method[1]),
		query: url.Values{}, headers: map[string]string{},
	}
	if m := path.FindStringSubmatch(body); m != nil {
		before, query, _ := strings.Cut(m[1], "?")
		fixed, err := url.ParseQuery(query)
		if err != nil {
			t.Fatalf("%s: %v", r.name, err)
		}
		r.query = fixed
		if before != "" {
			r.resource = resourceOf(before)
		}
	}
	for _, m := range param.FindAllStringSubmatch(body, -1) {
		if m[2] != "" {
			r.query.Set(m[1], m[2])
		} else {
			r.given = append(r.given, "?"+m[1])
		}
	}
	for _, m := range header.FindAllStringSubmatch(body, -1) {
		switch {
		case m[2] != "":
			r.given = append(r.given, m[1]+"k")
		case m[3] != "":
			r.headers[strings.ToLower(m[1])] = m[3]
		default:
			r.given = append(r.given, strings.ToLower(m[1]))
		}
	}
	slices.Sort(r.given)
	r.given = slices.Compact(r.given)
	return r
}

// choosing are the headers by which a service tells operations apart.
var choosing = []string{"x-ms-lease-action", "x-ms-blob-type", "x-ms-page-write", "x-ms-requires-sync", "x-ms-copy-action", "x-ms-write", "x-ms-type"}

// makes reports whether a client's function makes a documented request.
func (r clientRequest) makes(d documented) bool {
	before, query, _ := strings.Cut(d.target, "?")
	q, err := url.ParseQuery(query)
	resource := resourceOf(before)
	if resource != "" {
		resource = "/" + resource
	}
	if d.service == operation.FileService && strings.Count(resource, "/") > 2 {
		resource = "/x/x" // directories have any depth
	}
	if err != nil || r.method != strings.Replace(d.method, "MERGE", "PATCH", 1) || r.resource != resource {
		return false
	}
	for _, name := range []string{"comp", "restype", "peekonly"} {
		if q.Get(name) != r.query.Get(name) {
			return false
		}
	}
	has := map[string]string{}
	for _, h := range d.headers {
		has[strings.ToLower(h[0])] = h[1]
	}
	for _, name := range choosing {
		if value, sent := has[name]; slices.Contains(r.given, name) != (sent && r.headers[name] == "") || r.headers[name] != "" && r.headers[name] != value {
			return false
		}
	}
	for _, name := range []string{"x-ms-copy-source", "x-ms-file-rename-source"} {
		if _, sent := has[name]; sent != slices.Contains(r.given, name) {
			return false
		}
	}
	return true
}
