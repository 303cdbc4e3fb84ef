package cli_test

import (
	"crypto/tls"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"

	"ifmatch/reference"
)

// TestToolsThatStartAzurite starts the program with the command lines by which tools start Azurite, and waits for the lines
// for which they wait. Only hosts and ports differ, so that tests may run beside each other.
func TestToolsThatStartAzurite(t *testing.T) {
	t.Parallel()
	const ready = `(?m)^.*(Blob|Queue|Table) service is successfully listening.*$`
	everywhere := "--blobHost 127.0.0.1 --blobPort 0 --queueHost 127.0.0.1 --queuePort 0 --tableHost 127.0.0.1 --tablePort 0"
	for _, c := range []struct {
		name, line string
		waits      string // for which line of stdout the tool waits
		lines      int    // how many of them
		keeps      bool
	}{
		{"testcontainers for Node.js 12.1", "azurite " + everywhere, ready, 3, false},
		{"testcontainers for Node.js 12.1, in memory", "azurite " + everywhere + " --inMemoryPersistence --extentMemoryLimit 64 --skipApiVersionCheck", ready, 3, false},
		{"testcontainers for Node.js 12.1, with a certificate", "azurite " + everywhere + " --cert PFX --pwd secret --oauth basic", ready, 3, false},
		{"Aspire 9", "azurite -l DATA " + everywhere + " --skipApiVersionCheck", ready, 3, true},
		{"Aspire 9, with the arguments of its community", "azurite -l DATA " + everywhere + " --skipApiVersionCheck --disableProductStyleUrl", ready, 3, true},
		{"the image of Azurite", "azurite -l DATA " + everywhere, ready, 3, true},
		{"a container of blobs", "azurite-blob --blobHost 127.0.0.1 --blobPort 0 --disableProductStyleUrl --loose", `(?m)^Azurite Blob service successfully listens on http`, 1, false},
		{"a terminal of Visual Studio Code", "azurite --silent --location DATA --debug DATA/debug.log " + everywhere, ready, 3, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			pfx, _, trust := pfxFile(t, "secret")
			// what Azurite left there is no data of ours, and stays
			theirs := filepath.Join(data, "__azurite_db_blob__.json")
			if err := os.WriteFile(theirs, []byte("{}"), 0o600); err != nil {
				t.Fatal(err)
			}
			args := strings.Fields(strings.NewReplacer("DATA", data, "PFX", pfx).Replace(c.line))
			credential, err := azblob.NewSharedKeyCredential(reference.DefaultAccount, reference.DefaultKey)
			if err != nil {
				t.Fatal(err)
			}
			trusting := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust}}}
			for run := range 2 {
				at, _, end := azurite(t, "", args...)
				options := &azblob.ClientOptions{ClientOptions: azcore.ClientOptions{Transport: trusting}}
				client, err := azblob.NewClientWithSharedKeyCredential(at["Blob"]+"/"+reference.DefaultAccount, credential, options)
				if err != nil {
					t.Fatal(err)
				}
				_, err = client.CreateContainer(t.Context(), "box", nil)
				if had := err != nil; had != (run == 1 && c.keeps) {
					t.Errorf("run %d: Create Container: %v", run, err)
				}
				if out := end(); len(regexp.MustCompile(c.waits).FindAllString(out, -1)) != c.lines {
					t.Errorf("the tool waits for %d of %q, and stdout is\n%s", c.lines, c.waits, out)
				}
				trusting.CloseIdleConnections()
			}
			if kept, err := os.ReadFile(theirs); err != nil || !json.Valid(kept) {
				t.Errorf("Azurite's own file: %q, %v", kept, err)
			}
		})
	}
}
