package interop

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"

	"ifmatch/reference"
	"ifmatch/reference/operation"
)

// clientsVariable lists the programs that must be tested: if one of them is missing, its test fails and is not skipped.
// CI sets it to what its machine can have.
const clientsVariable = "IFMATCH_CLIENTS"

// lacking skips the test of a client that is not installed, or fails it if the client must be tested.
func lacking(t *testing.T, client, why string) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv(clientsVariable), ","), client) {
		t.Fatalf("%s was not driven: %s", client, why)
	}
	t.Skipf("SKIPPED: %s was not driven: %s", client, why)
}

// program returns the path of a client, and ends its test if it is missing.
func program(t *testing.T, client, debian string) string {
	t.Helper()
	path, err := exec.LookPath(client)
	if err != nil {
		lacking(t, client, "it is not installed; Debian has it as "+debian)
	}
	return path
}

// imports reports whether a Python has packages.
func imports(t *testing.T, packages string, python ...string) bool {
	t.Helper()
	return exec.CommandContext(t.Context(), python[0], append(python[1:], "-c", "import "+packages)...).Run() == nil
}

// TestPython tests Microsoft's Python clients, as packaged by Debian.
func TestPython(t *testing.T) {
	t.Parallel()
	python := ""
	for _, candidate := range []string{"/usr/bin/python3", "python3"} { // Debian's comes first: others do not see its packages
		if imports(t, "azure.storage.blob, azure.storage.queue, azure.data.tables", candidate) {
			python = candidate
			break
		}
	}
	if python == "" {
		lacking(t, "python", "Microsoft's packages are not installed; Debian has them as python3-azure-storage")
	}
	for _, service := range reference.Services() {
		t.Run(string(service), func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), python, "-B", filepath.Join("py", "flows.py"), string(service))
			cmd.Env = append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING="+serve(t, service))
			if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "answers as promised") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// hostileNames are unusual names of files.
var hostileNames = []string{"o'brien & \"sons\".txt", "two  spaces .txt", "ümläut/日本.txt", "🎉.txt", "per%2Fcent +plus#hash.txt", "<tag>.xml", "a;b,c=d.txt", "-dash"}

// TestRclone tests rclone, which many people move their files with: copy, check, sync, delete of some hundred files.
func TestRclone(t *testing.T) {
	t.Parallel()
	rclone := program(t, "rclone", "rclone")
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, []byte(text))
	}
	const folders = 40
	for i := range folders {
		for _, name := range hostileNames {
			write(filepath.Join("folder "+strings.Repeat("i", i%5), string(rune('a'+i%26))+string(rune('a'+i/26)), name), name+strings.Repeat("x", i*100))
		}
	}
	s := reference.New(reference.Options{})
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.Listen(t.Context(), operation.BlobService, "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	// Its other ways to name an account know only Azure's domain or the emulators' ports.
	signature := accountSAS(t, s)
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), rclone, append(args, "--config", os.DevNull, "--transfers", "8", "--retries", "1", "--low-level-retries", "1", "--timeout", "20s")...)
		cmd.Env = append(os.Environ(), "RCLONE_CONFIG_REF_TYPE=azureblob", "RCLONE_CONFIG_REF_SAS_URL="+s.Endpoint(operation.BlobService)+"?"+signature)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("rclone %s: %v\n%s", args[0], err, out)
		}
		return string(out)
	}
	run("mkdir", "ref:box")
	run("copy", dir, "ref:box/files")
	if out := run("check", dir, "ref:box/files"); !strings.Contains(out, "0 differences found") {
		t.Errorf("check after copy:\n%s", out)
	}
	if n := strings.Count(run("lsf", "-R", "--files-only", "ref:box"), "\n"); n != folders*len(hostileNames) {
		t.Errorf("%d files are listed, want %d", n, folders*len(hostileNames))
	}
	write(filepath.Join("folder ", "aa", hostileNames[0]), "changed")
	write("added.txt", "added")
	if err := os.Remove(filepath.Join(dir, "folder ", "aa", hostileNames[3])); err != nil {
		t.Fatal(err)
	}
	run("sync", dir, "ref:box/files")
	if out := run("check", dir, "ref:box/files"); !strings.Contains(out, "0 differences found") {
		t.Errorf("check after sync:\n%s", out)
	}
	if got := run("cat", "ref:box/files/folder /aa/"+hostileNames[0]); got != "changed" {
		t.Errorf("after sync: %q", got)
	}
	run("copyto", "ref:box/files/added.txt", "ref:box/copied on the server")
	run("delete", "ref:box/files")
	if got := run("lsf", "-R", "--files-only", "ref:box"); got != "copied on the server\n" {
		t.Errorf("left after delete:\n%s", got)
	}
	run("purge", "ref:box")
}

// accountSAS returns a shared access signature for everything in the account.
func accountSAS(t *testing.T, s *reference.Server) string {
	t.Helper()
	key, err := azblob.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	signed, err := sas.AccountSignatureValues{
		ExpiryTime: time.Now().Add(time.Hour), Permissions: "rwdlacup", ResourceTypes: "sco",
	}.SignWithSharedKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return signed.Encode()
}

// TestCurl tests curl, with shared access signatures and with CORS, as browsers send it.
func TestCurl(t *testing.T) {
	t.Parallel()
	curl := program(t, "curl", "curl")
	s := reference.New(reference.Options{})
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.Listen(t.Context(), operation.BlobService, "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	signature := accountSAS(t, s)
	at := func(path, query string) string {
		return s.Endpoint(operation.BlobService) + path + "?" + query + signature
	}
	run := func(want string, args ...string) string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), curl, append([]string{"-s", "-S", "-i", "-H", "Expect:", "--max-time", "20"}, args...)...).CombinedOutput()
		status, _, _ := strings.Cut(string(out), "\r\n")
		if err != nil || !strings.Contains(status, " "+want+" ") {
			t.Fatalf("%v, %s, want %s:\n%s", err, status, want, out)
		}
		return string(out)
	}
	header := func(answer, name string) string {
		for line := range strings.SplitSeq(answer, "\r\n") {
			if n, value, found := strings.Cut(line, ": "); found && strings.EqualFold(n, name) {
				return value
			}
		}
		return ""
	}
	run("201", "-X", "PUT", "-H", "Content-Length: 0", at("/box", "restype=container&"))
	put := run("201", "-T", filepath.Join("testdata", "outside", "outside_test.go"), "-H", "x-ms-blob-type: BlockBlob", "-H", "x-ms-meta-Spelled: asGiven", at("/box/a%20b%27c", ""))
	etag := header(put, "ETag")
	got := run("200", "-I", at("/box/a%20b%27c", ""))
	if !strings.Contains(got, "x-ms-meta-Spelled: asGiven\r\n") || header(got, "ETag") != etag {
		t.Errorf("metadata and ETag as curl shows them:\n%s", got)
	}
	run("304", "-H", "If-None-Match: "+etag, at("/box/a%20b%27c", ""))
	run("206", "-r", "0-6", at("/box/a%20b%27c", ""))
	run("412", "-T", filepath.Join("testdata", "outside", "outside_test.go"), "-H", "x-ms-blob-type: BlockBlob", "-H", `If-Match: "0x1"`, at("/box/a%20b%27c", ""))

	preflight := []string{"-X", "OPTIONS", "-H", "Origin: https://a.example", "-H", "Access-Control-Request-Method: GET", s.Endpoint(operation.BlobService) + "/box/x"}
	run("403", preflight...)
	rules := "<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>https://a.example</AllowedOrigins><AllowedMethods>GET</AllowedMethods>" +
		"<MaxAgeInSeconds>5</MaxAgeInSeconds><ExposedHeaders>x-ms-meta-*</ExposedHeaders><AllowedHeaders>*</AllowedHeaders></CorsRule></Cors></StorageServiceProperties>"
	run("202", "-X", "PUT", "--data-binary", rules, at("/", "restype=service&comp=properties&"))
	if got := run("200", preflight...); header(got, "Access-Control-Allow-Origin") != "https://a.example" {
		t.Errorf("preflight:\n%s", got)
	}
	if got := run("200", "-H", "Origin: https://a.example", at("/box/a%20b%27c", "")); !strings.EqualFold(header(got, "Access-Control-Expose-Headers"), "x-ms-meta-spelled") {
		t.Errorf("actual request:\n%.800s", got)
	}
	run("202", "-X", "DELETE", at("/box/a%20b%27c", ""))
}
