package interop

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/fileerror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"

	oversmb "ifmatch/internal/smbclient"
	"ifmatch/reference"
	"ifmatch/reference/operation"
	"ifmatch/reference/smb"
)

// shown is a server whose share "box" is available over SMB, and Microsoft's client of that share.
type shown struct {
	port string
	box  *share.Client
	auth string // smbclient's file with the name and the key
}

// hold lets another client open a file for reading, with a share mode.
func (s shown) hold(t *testing.T, name string, mode oversmb.Kinds) *oversmb.Handle {
	t.Helper()
	var d net.Dialer
	holder := smbServer{dial: func(ctx context.Context) (net.Conn, error) { return d.DialContext(ctx, "tcp", "127.0.0.1:"+s.port) },
		who: oversmb.Login{Account: reference.DefaultAccount, Key: reference.DefaultKey}}.client(t)
	h, err := holder.Open(name, oversmb.Opening{Access: oversmb.Read, Share: mode})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func showSMB(t *testing.T, o smb.Options) shown {
	t.Helper()
	s := reference.New(reference.Options{})
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.Listen(t.Context(), operation.FileService, "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.Files, o.Account, o.Key = s.Files(), s.Account(), s.Key()
	over := smb.New(o)
	t.Cleanup(over.Close)
	go func() { _ = over.Serve(l) }()
	box, err := share.NewClientFromConnectionString(s.ConnectionString(), "box", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := box.Create(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return shown{port, box, authFile(t, s.Account(), s.Key())}
}

// authFile writes the key to a file, to keep it off the command line.
func authFile(t *testing.T, user, password string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "auth")
	writeFile(t, path, []byte("username = "+user+"\npassword = "+password+"\n"))
	return path
}

// smbclient runs commands of Samba's client with a dialect, and returns its output.
func (s shown) smbclient(t *testing.T, dialect, protection, auth, commands string) (string, error) {
	t.Helper()
	args := []string{"//127.0.0.1/box", "-p", s.port, "-s", os.DevNull, "-A", auth, "-m", dialect, "--option=client min protocol=SMB2_10"}
	if protection != "" {
		args = append(args, "--client-protection="+protection)
	}
	cmd := exec.CommandContext(t.Context(), program(t, "smbclient", "smbclient"), append(args, "-c", commands)...)
	cmd.Dir = filepath.Dir(auth)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestSMBClient: Samba's client puts, gets, lists, renames and deletes, with the oldest and the newest dialect, and
// sees what REST sees.
func TestSMBClient(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ dialect, protection string }{
		{"SMB2_10", ""}, {"SMB2_10", "sign"}, {"SMB3_00", "encrypt"}, {"SMB3_02", "encrypt"}, {"SMB3_11", ""}, {"SMB3_11", "sign"}, {"SMB3_11", "encrypt"},
	} {
		t.Run(tc.dialect+" "+tc.protection, func(t *testing.T) {
			t.Parallel()
			s := showSMB(t, smb.Options{RequireEncryption: tc.protection == "encrypt"})
			long := bytes.Repeat([]byte("0123456789abcdef\n"), 180_000) // 3 MB
			dir := filepath.Dir(s.auth)
			writeFile(t, filepath.Join(dir, "long"), long)
			out, err := s.smbclient(t, tc.dialect, tc.protection, s.auth, `mkdir dir; put long dir\first; get dir\first back; ls dir\*; rename dir\first second; ls; put long third; del second; rmdir dir; ls`)
			if err != nil || strings.Contains(out, "NT_STATUS") {
				t.Fatalf("smbclient: %v\n%s", err, out)
			}
			back, err := os.ReadFile(filepath.Join(dir, "back"))
			if err != nil || !bytes.Equal(back, long) {
				t.Errorf("what came back is not what went: %d bytes, %v", len(back), err)
			}
			for _, line := range []string{"first", "second", "third"} {
				if !strings.Contains(out, "  "+line+" ") {
					t.Errorf("%s is in no list:\n%s", line, out)
				}
			}
			root := s.box.NewRootDirectoryClient()
			if p, err := root.NewFileClient("third").GetProperties(t.Context(), nil); err != nil || *p.ContentLength != int64(len(long)) {
				t.Errorf("REST sees %+v, %v", p.ContentLength, err)
			}
			if _, err := root.NewFileClient("second").GetProperties(t.Context(), nil); !fileerror.HasCode(err, fileerror.ResourceNotFound) {
				t.Errorf("REST sees a file that was deleted: %v", err)
			}
		})
	}
}

func TestSMBClientIsRefused(t *testing.T) {
	t.Parallel()
	program(t, "smbclient", "smbclient")
	s := showSMB(t, smb.Options{})
	for name, auth := range map[string]string{
		"a wrong password": authFile(t, reference.DefaultAccount, "wrong"),
		"another account":  authFile(t, "nobody", reference.DefaultKey),
	} {
		out, err := s.smbclient(t, "SMB3_11", "", auth, "ls")
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || !strings.Contains(out, "NT_STATUS_LOGON_FAILURE") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	encrypted := showSMB(t, smb.Options{RequireEncryption: true})
	if out, err := encrypted.smbclient(t, "SMB2_10", "", encrypted.auth, "ls"); err == nil {
		t.Errorf("a client that cannot encrypt was admitted:\n%s", out)
	}
}

// TestSMBClientMeetsAHandle: a file that one client holds is closed to Samba's, and a deletion by Samba's client is
// pending until the file is closed.
func TestSMBClientMeetsAHandle(t *testing.T) {
	t.Parallel()
	program(t, "smbclient", "smbclient")
	s := showSMB(t, smb.Options{})
	held := s.box.NewRootDirectoryClient().NewFileClient("held")
	if _, err := held.Create(t.Context(), 3, nil); err != nil {
		t.Fatal(err)
	}
	alone := s.hold(t, "held", 0)
	if out, err := s.smbclient(t, "SMB3_11", "encrypt", s.auth, "get held back"); err == nil || !strings.Contains(out, "NT_STATUS_SHARING_VIOLATION") {
		t.Errorf("get a file that is held: %v\n%s", err, out)
	}
	if err := alone.Close(); err != nil {
		t.Fatal(err)
	}
	reader := s.hold(t, "held", everything)
	if out, err := s.smbclient(t, "SMB3_11", "encrypt", s.auth, "del held"); err != nil || strings.Contains(out, "NT_STATUS") {
		t.Errorf("delete a file that is held: %v\n%s", err, out)
	}
	if _, err := held.GetProperties(t.Context(), nil); !fileerror.HasCode(err, fileerror.DeletePending, "SMBDeletePending") {
		t.Errorf("REST sees a file that is pending delete: %v", err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := held.GetProperties(t.Context(), nil); !fileerror.HasCode(err, fileerror.ResourceNotFound) {
		t.Errorf("REST sees a file whose last handle was closed: %v", err)
	}
}
