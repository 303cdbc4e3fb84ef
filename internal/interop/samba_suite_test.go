package interop

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ifmatch/features"
	"ifmatch/internal/embedded"
	smb "ifmatch/internal/smbclient"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// behindREST is the reference over REST and Samba's server over SMB. What is created over REST exists over SMB.
// Each REST request first opens the file over SMB, as the request counts by Microsoft's table.
type behindREST struct {
	target.Target
	samba smbServer
}

// Session puts the front in front of a server.
func (b behindREST) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := b.Target.Session(ctx, name)
	if err == nil {
		s.Transport = &front{b.samba, s.Transport}
		s.DialSMB = b.samba.dial
	}
	return s, err
}

// front applies REST requests to Samba's server.
type front struct {
	samba smbServer
	rest  http.RoundTripper
}

// RoundTrip asks Samba's server whether a request is allowed, and creates there what the request created.
func (f *front) RoundTrip(q *http.Request) (*http.Response, error) {
	_, path, _ := strings.Cut(strings.TrimPrefix(q.URL.Path, "/"), "/")
	share, file, inside := strings.Cut(path, "/")
	if inside && q.URL.Query().Get("restype") == "" {
		switch err := f.opens(q, share, strings.ReplaceAll(file, "/", `\`)); {
		case errors.Is(err, smb.SharingViolation):
			const code = "SharingViolation"
			return &http.Response{StatusCode: http.StatusConflict, Request: q, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"X-Ms-Error-Code": {code}},
				Body: io.NopCloser(bytes.NewReader(nil))}, nil
		case errors.Is(err, smb.NotFound): // nothing exists yet
		case err != nil:
			return nil, err
		}
	}
	resp, err := f.rest.RoundTrip(q)
	if err != nil || resp.StatusCode != http.StatusCreated || q.URL.Query().Get("comp") != "" {
		return resp, err
	}
	at := filepath.Join(f.samba.home, "shares", filepath.FromSlash(path))
	switch q.URL.Query().Get("restype") {
	case "":
		return resp, os.WriteFile(at, []byte("content"), 0o644)
	case "share":
		known := "#VERSION 2\npath=" + at + "\ncomment=\nusershare_acl=S-1-1-0:F\nguest_ok=n\nsharename=" + share + "\n"
		if err := os.WriteFile(filepath.Join(f.samba.home, "usershares", share), []byte(known), 0o644); err != nil {
			return nil, err
		}
	}
	return resp, os.MkdirAll(at, 0o755)
}

// opens opens a file as the request counts, and writes to it if the request does.
func (f *front) opens(q *http.Request, share, file string) error {
	comp := q.URL.Query().Get("comp")
	o := smb.Opening{Access: smb.Write, Share: everything}
	switch {
	case q.Method == http.MethodHead:
		return nil // Samba's server ignores an open for attributes
	case q.Method == http.MethodDelete:
		o = smb.Opening{Access: smb.Delete}
	case q.Method == http.MethodGet:
		o.Access = smb.Read
	case comp == "":
		o.Access |= smb.Delete
	}
	conn, err := f.samba.dial(q.Context())
	if err != nil {
		return err
	}
	c, err := smb.Dial(conn, f.samba.who, share)
	if err != nil {
		return err
	}
	defer c.Close()
	h, err := c.Open(file, o)
	if err != nil {
		return err
	}
	if o.Access&smb.Write != 0 {
		err = h.Write([]byte("x"))
	}
	return errors.Join(err, h.Close())
}

// TestSambaPassesTheSuite: Samba's server passes the suite's cases about SMB clients among themselves, and those
// about oplocks in which an open over SMB can replace a REST request.
func TestSambaPassesTheSuite(t *testing.T) {
	t.Parallel()
	suite, err := steps.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	p, err := suite.Select(plan.Selection{Select: []string{
		"FILE-SMB-01/*", "FILE-SMB-08/*", "FILE-SMB-09/*", "FILE-SMB-1[012]/*", "FILE-DEL-17/*", "FILE-DEL-18/*",
		"FILE-OPL-02/get-file/*", "FILE-OPL-02/list-ranges*", "FILE-OPL-03/*", "FILE-OPL-04/put-range/*", "FILE-OPL-05/*", "FILE-OPL-08/*",
	}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := steps.Run(t.Context(), steps.Config{Target: behindREST{embedded.New(embedded.Options{Seed: 7}), samba(t)}, Plan: p, Level: "observed", Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d cases", len(r.Scenarios))
	if len(r.Scenarios) < 35 {
		t.Errorf("%d cases are chosen", len(r.Scenarios))
	}
	for _, sc := range r.Scenarios {
		if sc.Status != reports.Passed {
			t.Errorf("%s %s: %s, want %s, got %s", sc.Status, sc.ID, sc.Reason, sc.Want, sc.Got)
		}
	}
}
