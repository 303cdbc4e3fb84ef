package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/google/go-cmp/cmp"
	"software.sslmate.com/src/go-pkcs12"

	"ifmatch/internal/cli"
	"ifmatch/reference"
)

func TestTheNameOfTheProgramDecides(t *testing.T) {
	t.Parallel()
	for _, test := range [][2][]string{
		{{"/usr/bin/azurite", "--silent"}, {"azurite", "--silent"}},
		{{"azurite-table"}, {"azurite-table"}},
		{{`Azurite.exe`, "-s"}, {"azurite", "-s"}},
		{{"/usr/bin/ifmatch", "run"}, {"run"}},
		{{"azurite-files", "run"}, {"run"}},
		{nil, nil},
	} {
		if d := cmp.Diff(test[1], cli.Arguments(test[0])); d != "" {
			t.Errorf("%q, -want +got:\n%s", test[0], d)
		}
	}
}

// azurite starts the program, waits until its services listen, and returns their addresses. end stops it and returns
// all of stdout.
func azurite(t *testing.T, accounts string, args ...string) (at map[string]string, stderr *bytes.Buffer, end func() string) {
	t.Helper()
	cmd := exec.Command("ifmatch", args...)
	cmd.Env = append(os.Environ(), "AZURITE_ACCOUNTS="+accounts, "AZURITE_DB=mysql://root:SECRET@127.0.0.1/azurite")
	stderr = &bytes.Buffer{}
	cmd.Stderr = stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	at = map[string]string{}
	var text strings.Builder
	lines := bufio.NewScanner(out)
	listening := regexp.MustCompile(`^Azurite (Blob|Queue|Table) service (?:is successfully listening at|successfully listens on) (https?://127\.0\.0\.1:[1-9][0-9]*)$`)
	want := 3
	if args[0] != "azurite" {
		want = 1
	}
	for len(at) < want && lines.Scan() {
		text.WriteString(lines.Text() + "\n")
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			at[m[1]] = m[2]
		}
	}
	if len(at) < want {
		t.Fatalf("it ended after:\n%s%s", &text, stderr)
	}
	return at, stderr, func() string {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			text.WriteString(lines.Text() + "\n")
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("it ended with %v:\n%s", err, stderr)
		}
		return text.String()
	}
}

func TestInThePlaceOfAzurite(t *testing.T) {
	t.Parallel()
	const own, other, third = "b3du", "b3RoZXI=", "dGhpcmQ="
	debug := filepath.Join(t.TempDir(), "debug.log")
	at, stderr, end := azurite(t, "first:"+own+";second:"+other+":"+third+";",
		"azurite", "--debug", debug, "--inMemoryPersistence", "--loose", "--skipApiVersionCheck", "--disableTelemetry",
		"--blobHost", "127.0.0.1", "--blobPort", "0", "--queuePort=0", "--tablePort", "0", "--blobKeepAliveTimeout", "5")
	ctx := context.Background()
	upload := func(account, key, text string) error {
		credential, err := azblob.NewSharedKeyCredential(account, key)
		if err != nil {
			t.Fatal(err)
		}
		c, err := azblob.NewClientWithSharedKeyCredential(at["Blob"]+"/"+account, credential, nil)
		if err != nil {
			t.Fatal(err)
		}
		// The name of a deleted container is free at once, as in Azurite.
		_, _ = c.DeleteContainer(ctx, "box", nil)
		if _, err := c.CreateContainer(ctx, "box", nil); err != nil {
			return err
		}
		_, err = c.UploadBuffer(ctx, "box", text, nil, nil)
		return err
	}
	for _, by := range []struct {
		account, key string
		may          bool
	}{{"first", own, true}, {"second", other, true}, {"second", third, true}, {"first", other, false}, {"second", own, false}, {reference.DefaultAccount, reference.DefaultKey, false}} {
		if err := upload(by.account, by.key, "b"); (err == nil) != by.may {
			t.Errorf("account %s with key %s: %v", by.account, by.key, err)
		}
	}
	out := end()
	for _, want := range []string{
		"Azurite Blob service is starting at http://127.0.0.1:0\n", "Azurite Queue service is successfully listening at http://127.0.0.1:",
		"Azurite Table service is closing...\n", "Azurite Table service successfully closed\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("stdout lacks %q:\n%s", want, out)
		}
	}
	log, err := os.ReadFile(debug)
	if err != nil || !regexp.MustCompile(`(?m)^\S+Z PUT /first/box\?restype=container "Create Container" 201 - [0-9.]+ ms \S+$`).Match(log) {
		t.Errorf("%v, the debug log:\n%s", err, log)
	}
	if !regexp.MustCompile(`(?m)^127\.0\.0\.1 - - \[[^]]+\] "PUT /first/box\?restype=container HTTP/1\.1" 201 -$`).MatchString(out) {
		t.Errorf("stdout has no line for a request, as Azurite prints it:\n%s", out)
	}
	idle := stderr.String()
	for _, want := range []string{"--loose", "--skipApiVersionCheck", "--disableTelemetry", "--blobKeepAliveTimeout"} {
		if strings.Count(idle, want) != 1 {
			t.Errorf("stderr names %s %d times:\n%s", want, strings.Count(idle, want), idle)
		}
	}
	for _, key := range []string{own, other, third} {
		if strings.Contains(out+idle, key) {
			t.Errorf("it shows the key %s", key)
		}
	}
}

// TestAzuritesLocationKeepsTheData stops azurite and starts it again, with two accounts in one folder, and then without a
// folder.
func TestAzuritesLocationKeepsTheData(t *testing.T) {
	t.Parallel()
	const first, second = "b3du", "b3RoZXI="
	container := func(at, account, key string) *azblob.Client {
		credential, err := azblob.NewSharedKeyCredential(account, key)
		if err != nil {
			t.Fatal(err)
		}
		c, err := azblob.NewClientWithSharedKeyCredential(at+"/"+account, credential, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	accounts, folder := "first:"+first+";second:"+second, t.TempDir()
	for run := range 2 {
		at, stderr, end := azurite(t, accounts, "azurite", "-l", folder, "--blobPort", "0", "--queuePort", "0", "--tablePort", "0")
		for account, key := range map[string]string{"first": first, "second": second} {
			_, err := container(at["Blob"], account, key).CreateContainer(t.Context(), "box", nil)
			if bloberror.HasCode(err, bloberror.ContainerAlreadyExists) != (run == 1) {
				t.Errorf("run %d, account %s: %v", run, account, err)
			}
		}
		end()
		if text := stderr.String(); strings.Contains(text, "nothing is kept") || strings.Count(text, "data is kept in "+folder) != 2 {
			t.Errorf("stderr: %s", text)
		}
	}
	_, stderr, end := azurite(t, accounts, "azurite-blob", "--blobPort", "0")
	if end(); stderr.String() != "nothing is kept: the data is gone when this stops; --location FOLDER keeps it\nAZURITE_DB has no effect here: --location keeps the data in a folder\n" {
		t.Errorf("stderr without a folder: %s", stderr)
	}
}

func TestOneServiceInThePlaceOfAzurite(t *testing.T) {
	t.Parallel()
	at, _, end := azurite(t, "", "azurite-queue", "--silent", "--queuePort", "0")
	if res, err := http.Get(at["Queue"] + "/devstoreaccount1/jobs"); err != nil || res.Body.Close() != nil {
		t.Errorf("%v: %v", at, err)
	}
	if out := end(); strings.Contains(out, "GET") || !strings.Contains(out, "Azurite Queue service is starting on 127.0.0.1:0\n") || strings.Contains(out, "Blob") {
		t.Errorf("stdout:\n%s", out)
	}
}

// pfxFile writes a new certificate and its key into a .pfx file, and the certificate into one of PEM. It returns who
// trusts it.
func pfxFile(t *testing.T, password string) (pfx, inPEM string, trust *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, of, of, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	data, err := pkcs12.Modern.Encode(key, leaf, nil, password)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	pfx, inPEM = filepath.Join(folder, "cert.pfx"), filepath.Join(folder, "cert.pem")
	for file, data := range map[string][]byte{pfx: data, inPEM: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})} {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	trust = x509.NewCertPool()
	trust.AddCert(leaf)
	return pfx, inPEM, trust
}

// TestHTTPSInThePlaceOfAzurite uses a .pfx file, and a certificate made at start, with an account of a name that Azure does
// not have.
func TestHTTPSInThePlaceOfAzurite(t *testing.T) {
	t.Parallel()
	pfx, _, trust := pfxFile(t, "word")
	authority := filepath.Join(t.TempDir(), "ca.pem")
	for name, args := range map[string][]string{
		"pfx": {"--cert", pfx, "--pwd", "word"},
		"own": {"--tls", "--ca-file", authority, "--oauth", "basic", "--issuer-addr", "127.0.0.1:0"},
	} {
		at, stderr, end := azurite(t, "My_Account.1:b3du", append([]string{"azurite-blob", "--silent", "--blobPort", "0"}, args...)...)
		if name == "own" {
			if text, err := os.ReadFile(authority); err != nil || !trust.AppendCertsFromPEM(text) {
				t.Errorf("%v: the authority is %s", err, text)
			}
		}
		client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust}}}
		res, err := client.Get(at["Blob"] + "/My_Account.1/box?restype=container")
		if err != nil || res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %v, %v", name, res, err)
		}
		client.CloseIdleConnections()
		end()
		if name == "own" && !strings.Contains(stderr.String(), "token issuer on https://127.0.0.1:") {
			t.Errorf("no issuer: %s", stderr)
		}
	}
}

func TestMistakesInThePlaceOfAzurite(t *testing.T) {
	t.Parallel()
	pfx, inPEM, _ := pfxFile(t, "right")
	for _, test := range []struct {
		accounts string
		args     []string
		says     string
	}{
		{"first", nil, "account 1 of AZURITE_ACCOUNTS is malformed"},
		{"first:SECRET!", nil, "a key of the account first in AZURITE_ACCOUNTS is not base64"},
		{"first:b3du:SECRET!", nil, "a key of the account first"},
		{"fir/st:b3du", nil, "has an invalid name"},
		{"first:b3du;first:b3du", nil, "names the account first twice"},
		{"", []string{"--cert", pfx, "--pwd", "SECRET!"}, "the password is wrong"},
		{"", []string{"--cert", inPEM, "--pwd", "SECRET!"}, "is not a .pfx file"},
		{"", []string{"--pwd", "SECRET!"}, "there is none"},
		{"", []string{"--key", inPEM}, "--key has no effect without --cert"},
		{"", []string{"--tls", "--issuer-addr", "127.0.0.1:0"}, "add --oauth basic"},
		{"", []string{"--oauth", "basic"}, "needs https"},
		{"", []string{"--oauth", "full"}, "one of none, basic"},
		{"", []string{"--location", "x", "--inMemoryPersistence"}, "exclude each other"},
		{"", []string{"--blobPort", "70000"}, "is not a port"},
		{"", []string{"--blobport", "0"}, "did you mean --blobPort"},
	} {
		cmd := exec.Command("ifmatch", append([]string{"azurite"}, test.args...)...)
		cmd.Env = append(os.Environ(), "AZURITE_ACCOUNTS="+test.accounts)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		code, err := exitCode(cmd.Run())
		if err != nil || code != 2 || !strings.Contains(stderr.String(), test.says) || strings.Contains(stderr.String(), "SECRET") {
			t.Errorf("AZURITE_ACCOUNTS=%s %q: exit code %d, %v, want 2 and %q:\n%s", test.accounts, test.args, code, err, test.says, &stderr)
		}
	}
}
