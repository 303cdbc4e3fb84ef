package ops

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
)

// oldestSigned is the oldest version that signAsOf signs for: older ones sign fewer fields, and
// every server that serves them has long known this one.
const oldestSigned = "2015-04-05"

// signAsOf makes a SAS of a version whose string-to-sign the SDK no longer writes ("Create a
// service SAS", versions 2015-04-05 to 2020-10-02). It signs only what the suite needs:
// permissions and an expiry, or a stored access policy.
func signAsOf(v sas.BlobSignatureValues, account string, key []byte) url.Values {
	version := max(v.Version, oldestSigned)
	resource, kind, snapshot, end := "/blob/"+account+"/"+v.ContainerName, "c", "", ""
	if v.BlobName != "" {
		resource, kind = resource+"/"+v.BlobName, "b"
	}
	if !v.SnapshotTime.IsZero() {
		version = max(version, "2018-11-09") // the first version that signs for a snapshot
		kind, snapshot = "bs", v.SnapshotTime.Format(blob.SnapshotTimeFormat)
	}
	if !v.ExpiryTime.IsZero() {
		end = v.ExpiryTime.UTC().Format(sas.TimeFormat)
	}
	// Empty lines stand for what is not used: a start, addresses, a protocol.
	lines := []string{v.Permissions, "", end, resource, v.Identifier, "", "", version}
	if version >= "2018-11-09" {
		lines = append(lines, kind, snapshot)
	}
	lines = append(lines, "", "", "", "", "") // response headers
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(lines, "\n")))
	q := url.Values{"sv": {version}, "sr": {kind}, "sig": {base64.StdEncoding.EncodeToString(mac.Sum(nil))}}
	for name, value := range map[string]string{"sp": v.Permissions, "se": end, "si": v.Identifier} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q
}
