package interop

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/fileerror"
	"github.com/hirochachacha/go-smb2"

	"ifmatch/reference"
	"ifmatch/reference/smb"
)

// mount logs in with a Go client that has nothing in common with the suite's.
func (s shown) mount(t *testing.T, dialect uint16, user, password string) (*smb2.Share, error) {
	t.Helper()
	var d net.Dialer
	conn, err := d.DialContext(t.Context(), "tcp", "127.0.0.1:"+s.port)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	client := smb2.Dialer{Negotiator: smb2.Negotiator{SpecifiedDialect: dialect}, Initiator: &smb2.NTLMInitiator{User: user, Password: password}}
	session, err := client.DialContext(t.Context(), conn)
	if err != nil {
		return nil, err
	}
	return session.Mount("box")
}

// TestSMBClientInGo: another Go client creates, writes, reads, lists, renames and deletes at each dialect, and
// sees what REST sees.
func TestSMBClientInGo(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		dialect   uint16
		encrypted bool
	}{{0x210, false}, {0x300, false}, {0x300, true}, {0x302, true}, {0x311, false}, {0x311, true}} {
		t.Run(fmt.Sprintf("%#x encrypted %v", tc.dialect, tc.encrypted), func(t *testing.T) {
			t.Parallel()
			s := showSMB(t, smb.Options{RequireEncryption: tc.encrypted})
			if share, err := s.mount(t, tc.dialect, reference.DefaultAccount, "wrong"); err == nil {
				t.Errorf("a wrong password is accepted: %v", share)
			}
			share, err := s.mount(t, tc.dialect, reference.DefaultAccount, reference.DefaultKey)
			if err != nil {
				t.Fatal(err)
			}
			long := bytes.Repeat([]byte("0123456789abcdef\n"), 180_000) // 3 MB
			must := func(what string, err error) {
				t.Helper()
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
			}
			must("make a directory", share.Mkdir("dir", 0o755))
			must("write", share.WriteFile(`dir\first`, long, 0o644))
			back, err := share.ReadFile(`dir\first`)
			if must("read", err); !bytes.Equal(back, long) {
				t.Errorf("what came back is not what went: %d bytes", len(back))
			}
			must("rename", share.Rename(`dir\first`, "second"))
			list, err := share.ReadDir("")
			if must("list", err); len(list) != 2 || !slices.ContainsFunc(list, func(f os.FileInfo) bool { return f.Name() == "second" }) {
				t.Errorf("the list shows %v", list)
			}
			second := s.box.NewRootDirectoryClient().NewFileClient("second")
			over, err := second.DownloadStream(t.Context(), nil)
			must("read over REST", err)
			if got, err := io.ReadAll(over.Body); err != nil || !bytes.Equal(got, long) {
				t.Errorf("REST shows %d bytes, %v", len(got), err)
			}
			must("delete", share.Remove("second"))
			must("delete a directory", share.Remove("dir"))
			if _, err := second.GetProperties(t.Context(), nil); !fileerror.HasCode(err, fileerror.ResourceNotFound) {
				t.Errorf("REST sees a file that was deleted: %v", err)
			}
		})
	}
}

// TestSMBClientInGoMeetsAHandle: a file that the suite's client holds is closed to the other client, and a file
// that the other holds is closed to REST.
func TestSMBClientInGoMeetsAHandle(t *testing.T) {
	t.Parallel()
	s := showSMB(t, smb.Options{})
	held := s.box.NewRootDirectoryClient().NewFileClient("held")
	if _, err := held.Create(t.Context(), 3, nil); err != nil {
		t.Fatal(err)
	}
	share, err := s.mount(t, 0x311, reference.DefaultAccount, reference.DefaultKey)
	if err != nil {
		t.Fatal(err)
	}
	alone := s.hold(t, "held", 0)
	if _, err := share.Open("held"); err == nil || !strings.Contains(err.Error(), "share access") {
		t.Errorf("open a file that is held: %v", err)
	}
	if err := alone.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := share.Open("held") // it shares reading and writing, but not deletion
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.Delete(t.Context(), nil); !fileerror.HasCode(err, fileerror.SharingViolation) {
		t.Errorf("REST deletes a file that is open: %v", err)
	}
	if _, err := held.DownloadStream(t.Context(), nil); err != nil {
		t.Errorf("REST reads a file that is open for reading: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := held.Delete(t.Context(), nil); err != nil {
		t.Errorf("REST deletes a file that was closed: %v", err)
	}
}
