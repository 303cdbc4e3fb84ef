package ops

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// PolicySAS signs a SAS on a container that refers to one of its stored access policies, which
// hold its rights and times. ContainerSAS signs one that grants the permissions of the letters
// for an hour of the target's time. AccountSAS signs such a SAS on the whole account. All need
// the account key.
func PolicySAS(s *target.Session, container scenario.Address, policy string) (string, error) {
	return sign(s, s.Credential.Key.Reveal(), sas.BlobSignatureValues{Identifier: policy, ContainerName: container.(Address).Container})
}

// ContainerSAS: see PolicySAS.
func ContainerSAS(s *target.Session, container, letters string) (string, error) {
	return sign(s, s.Credential.Key.Reveal(), sas.BlobSignatureValues{Permissions: letters, ExpiryTime: s.Clock.Now().UTC().Add(time.Hour), ContainerName: container})
}

// AccountSAS: see PolicySAS.
func AccountSAS(s *target.Session, letters string) (string, error) {
	return signAccount(s, s.Credential.Key.Reveal(), letters, sas.AccountResourceTypes{Container: true, Object: true})
}

func signAccount(s *target.Session, key, letters string, on sas.AccountResourceTypes) (string, error) {
	v := sas.AccountSignatureValues{Version: s.Versions[target.Blob], ExpiryTime: s.Clock.Now().UTC().Add(time.Hour), Permissions: letters, ResourceTypes: on.String()}
	if v.Version != "" && v.Version < oldestOfSDK {
		v.Version = oldestOfSDK
	}
	return sdk.Sign(s, key, blob.NewSharedKeyCredential, v.SignWithSharedKey)
}

// oldestOfSDK is the first version whose string-to-sign is the one that the SDK writes. The SDK
// writes it for every version.
const oldestOfSDK = "2020-12-06"

// sign makes a SAS in the session's version, or in the SDK's own if the session has none: a
// service may not know newer versions.
func sign(s *target.Session, key string, v sas.BlobSignatureValues) (string, error) {
	v.Version = s.Versions[target.Blob]
	if v.Version != "" && v.Version < oldestOfSDK {
		return sdk.Sign(s, key, func(_, key string) ([]byte, error) { return base64.StdEncoding.DecodeString(key) },
			func(raw []byte) (url.Values, error) { return signAsOf(v, s.Credential.Account, raw), nil })
	}
	return sdk.Sign(s, key, blob.NewSharedKeyCredential, v.SignWithSharedKey)
}

// readableURL is a URL with which any client can read the source for an hour of the target's
// time.
func readableURL(c *Client, req Request) (string, error) {
	r := *req.Source
	if c.Key == "" {
		return addressOf(c, r, c.SAS), nil
	}
	// A SAS without a start time is valid at once, even with clock skew.
	v := sas.BlobSignatureValues{
		Permissions:   (&sas.BlobPermissions{Read: true}).String(),
		ExpiryTime:    c.Session.Clock.Now().UTC().Add(time.Hour),
		ContainerName: r.Container, BlobName: r.Blob,
	}
	if r.Snapshot != "" {
		t, err := time.Parse(blob.SnapshotTimeFormat, r.Snapshot)
		if err != nil {
			return "", fmt.Errorf("signing the copy source %s: the snapshot is not a time: %w", r, err)
		}
		v.SnapshotTime = t
	}
	token, err := sign(c.Session, c.Key, v)
	if err != nil {
		return "", fmt.Errorf("signing the copy source %s: %w", r, err)
	}
	return addressOf(c, r, token), nil
}

// signing is a client of the service whose requests are authorised when they are built, as the
// requests in a batch must be. It uses a token, or a SAS in their URLs for an hour of the
// target's time, because Shared Key would use the machine's own clock.
func signing(c *Client) (*service.Client, error) {
	switch {
	case c.Bearing:
		return service.NewClient(c.Endpoint, sdk.TokenCredential{Tokens: c.Session.Credential.Tokens}, nil)
	case c.Key == "" || c.SAS != "":
		return c.SDK()
	}
	token, err := signAccount(c.Session, c.Key, (&sas.AccountPermissions{Write: true, Delete: true}).String(), sas.AccountResourceTypes{Object: true})
	if err != nil {
		return nil, err
	}
	return service.NewClientWithNoCredential(c.Endpoint+"/?"+token, nil)
}

// addressOf is the URL of a blob or snapshot, with the SAS if it is not empty.
func addressOf(c *Client, r Address, sas string) string {
	u := c.Endpoint + "/" + r.Container + "/" + url.PathEscape(r.Blob)
	sep := "?"
	if r.Snapshot != "" {
		u += sep + "snapshot=" + url.QueryEscape(r.Snapshot)
		sep = "&"
	}
	if sas != "" {
		u += sep + sas
	}
	return u
}

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

// What one of many concurrent clients writes carries its text, so that the state afterwards
// shows whose write it was. Only values written under a client's own name can show that two
// writes were mixed.

var (
	signMetadata, signPolicies = scenario.SignMetadata[Request], scenario.SignPolicies[Request]
	signNothing                = scenario.SignNothing[Request]
)

// signBlob also signs the content, which only block blobs take at creation.
func signBlob(req *Request, text string, id func() string) {
	req.Body = []byte(text)
	signMetadata(req, text, id)
}

func signPages(req *Request, text string, _ func() string) {
	page := bytes.Repeat([]byte("."), pageSize)
	copy(page, text)
	req.Body = page
}

// signBlockList commits a block of the client's own, with its own content. Its name has the
// same length as the other clients' names.
func signBlockList(req *Request, text string, id func() string) {
	req.BlockList = []string{BlockID(id()[:12])}
	signBlob(req, text, id)
}

// signBlock stages a block of the client's own, next to the other clients' blocks.
func signBlock(req *Request, text string, id func() string) {
	req.BlockID, req.Body = BlockID(id()[:12]), []byte(text)
}

func signProperties(req *Request, text string, _ func() string) {
	if req.Size == nil && req.SequenceAction == "" {
		req.ContentType = "text/" + strings.ReplaceAll(text, " ", "-")
	}
}

func signTags(req *Request, text string, _ func() string) {
	req.Tags = map[string]string{"written": text, scenario.OwnName(text): text}
}
