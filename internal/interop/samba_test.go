package interop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"

	"ifmatch/internal/embedded"
	smb "ifmatch/internal/smbclient"
	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/reference"
)

// smbServer is an SMB server with a share "box" that contains a file "file".
type smbServer struct {
	dial func(ctx context.Context) (net.Conn, error)
	who  smb.Login
	// home is the folder of further shares and of smbd's data about them; empty: there are none.
	home string
}

func (s smbServer) client(t *testing.T) *smb.Client {
	t.Helper()
	c, err := s.logIn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func (s smbServer) logIn(ctx context.Context) (*smb.Client, error) {
	conn, err := s.dial(ctx)
	if err != nil {
		return nil, err
	}
	return smb.Dial(conn, s.who, "box")
}

// samba starts Debian's smbd, with its own configuration and users, on a loopback port.
func samba(t *testing.T) smbServer {
	t.Helper()
	smbd := program(t, "smbd", "samba")
	if os.Getuid() != 0 {
		lacking(t, "smbd", "it needs root")
	}
	pdbedit, err := exec.LookPath("pdbedit")
	if err != nil {
		lacking(t, "smbd", "its pdbedit is not installed; Debian has it as samba-common-bin")
	}
	address := free(t)
	_, port, _ := net.SplitHostPort(address)
	dir, err := os.MkdirTemp("", "ifmatch-samba") // not t.TempDir: names of sockets must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"private", "lock", "state", "cache", "pid", "rpc", "box", "shares"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	usershares := filepath.Join(dir, "usershares") // smbd insists on its mode
	if err := errors.Join(os.Mkdir(usershares, 0o770), os.Chmod(usershares, 0o770|os.ModeSticky)); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "box", "file"), []byte("content"))
	writeFile(t, filepath.Join(dir, "users"), []byte(me.Username+" = "+reference.DefaultAccount+"\n"))
	conf := filepath.Join(dir, "smb.conf")
	writeFile(t, conf, []byte(strings.NewReplacer("DIR", dir, "PORT", port, "USER", me.Username).Replace(`[global]
server role = standalone server
interfaces = 127.0.0.1
bind interfaces only = yes
smb ports = PORT
disable netbios = yes
disable spoolss = yes
load printers = no
server min protocol = SMB2_10
private dir = DIR/private
lock directory = DIR/lock
state directory = DIR/state
cache directory = DIR/cache
pid directory = DIR/pid
ncalrpc dir = DIR/rpc
log file = DIR/log
passdb backend = tdbsam:DIR/private/users.tdb
username map = DIR/users
map to guest = never
server smb encrypt = required
usershare path = DIR/usershares
usershare max shares = 1000
usershare owner only = no
[box]
path = DIR/box
read only = no
force user = USER
`)))
	add := exec.CommandContext(t.Context(), pdbedit, "-s", conf, "-a", "-t", "-u", me.Username)
	add.Stdin = strings.NewReader(reference.DefaultKey + "\n" + reference.DefaultKey + "\n")
	if out, err := add.CombinedOutput(); err != nil {
		t.Fatalf("pdbedit: %v\n%s", err, out)
	}
	cmd := exec.Command(smbd, "-F", "--no-process-group", "-s", conf)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // smbd has a process for each client
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
		_ = cmd.Wait()
	})
	var d net.Dialer
	s := smbServer{func(ctx context.Context) (net.Conn, error) { return d.DialContext(ctx, "tcp", address) }, smb.Login{Account: reference.DefaultAccount, Key: reference.DefaultKey}, dir}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		c, err := s.logIn(t.Context()) // smbd listens before it can serve, and closes what comes too early
		if err == nil {
			c.Close()
			return s
		}
		if time.Now().After(end) {
			logged, _ := os.ReadFile(filepath.Join(dir, "log"))
			t.Fatalf("smbd does not serve: %v\n%s%s", err, &said, logged)
		}
	}
}

// free is an address of this machine at which nothing listens. Its port is none of those that Linux gives to whoever asks for
// any, as tests beside this one do until the server is there.
func free(t *testing.T) string {
	t.Helper()
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 20000+rand.IntN(10000)))
		if err == nil {
			defer l.Close()
			return l.Addr().String()
		}
	}
	t.Fatal("no port is free")
	return ""
}

// ours starts the reference's SMB server.
func ours(t *testing.T) smbServer {
	t.Helper()
	session, err := embedded.New(embedded.Options{}).Session(t.Context(), t.Name())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	fill(t, session)
	return smbServer{dial: session.DialSMB, who: smb.Login{Account: session.Credential.Account, Key: session.Credential.Key.Reveal()}}
}

// told describes a server's answer.
func told(err error) string {
	var refused smb.Status
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &refused):
		return refused.String()
	}
	return "no answer: " + err.Error()
}

const everything = smb.Read | smb.Write | smb.Delete

// pairs opens the file twice, with every combination of access and share modes.
func pairs(t *testing.T, s smbServer) (answers []string) {
	t.Helper()
	a, b := s.client(t), s.client(t)
	for n := range smb.Kinds(64) {
		first := smb.Opening{Access: n & everything, Share: n >> 3}
		held, err := a.Open("file", first)
		if err != nil {
			t.Fatalf("open(%s, %s) alone: %v", first.Access, first.Share, err)
		}
		for m := range smb.Kinds(64) {
			second := smb.Opening{Access: m & everything, Share: m >> 3}
			h, err := b.Open("file", second)
			answers = append(answers, fmt.Sprintf("open(%s, %s) beside open(%s, %s): %s", second.Access, second.Share, first.Access, first.Share, told(err)))
			if err == nil {
				err = h.Close()
			} else if told(err) == smb.SharingViolation.String() {
				err = nil
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := held.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return answers
}

// requests are the openings that correspond to REST operations, by Microsoft's table. Delete File has its own entry
// because it needs no handle.
var requests = []struct {
	name string
	smb.Opening
}{
	{"Create File", smb.Opening{Access: smb.Write | smb.Delete, Share: everything}},
	{"Get File", smb.Opening{Access: smb.Read, Share: everything}},
	{"Set File Properties", smb.Opening{Access: smb.Write, Share: everything}},
	{"Delete File", smb.Opening{Access: smb.Delete}},
	{"Lease File acquire", smb.Opening{Access: everything, Share: smb.Read}},
}

// story runs a sequence of operations of several clients on a file, and returns the answers, step by step.
func story(t *testing.T, s smbServer) (answers []string) {
	t.Helper()
	a, b := s.client(t), s.client(t)
	say := func(what string, err error) { answers = append(answers, what+": "+told(err)) }
	open := func(c *smb.Client, what string, o smb.Opening) *smb.Handle {
		h, err := c.Open("file", o)
		say(what, err)
		if h == nil {
			return nil
		}
		t.Cleanup(func() { _ = h.Close() })
		return h
	}
	all := func(access smb.Kinds) smb.Opening { return smb.Opening{Access: access, Share: everything} }
	for share := range everything + 1 {
		held := open(a, fmt.Sprintf("a reader that shares %s", share), smb.Opening{Access: smb.Read, Share: share})
		for _, r := range requests {
			if h := open(b, r.name, r.Opening); h != nil {
				say("close", h.Close())
			}
		}
		say("close", held.Close())
	}
	reader, deleter := open(a, "a reader", all(smb.Read)), open(b, "a deleter", all(smb.Delete))
	say("the reader marks", reader.SetDeletePending(true))
	say("the deleter marks", deleter.SetDeletePending(true))
	open(a, "open for Read", all(smb.Read))
	open(a, "open for None", all(smb.None))
	say("the deleter takes the mark off", deleter.SetDeletePending(false))
	say("close", open(a, "open for None", all(smb.None)).Close())
	onClose := open(b, "open to delete on close", smb.Opening{Access: smb.Delete, Share: everything, DeleteOnClose: true})
	open(b, "open to delete on close, beside who does not share that", smb.Opening{Access: smb.Read, Share: smb.Read})
	say("close", open(a, "open before the deletion", all(smb.Read)).Close())
	say("close what deletes", onClose.Close())
	open(a, "open a file that is pending delete", all(smb.None))
	say("close the deleter", deleter.Close())
	open(a, "open a file that is pending delete", all(smb.Read))
	say("close the reader, the last", reader.Close())
	open(a, "open a file that is gone", all(smb.Read))
	return answers
}

// TestSambaAgrees: Samba's server answers like the reference's. The reference's client and server share a codec, so
// this is an independent check.
func TestSambaAgrees(t *testing.T) {
	t.Parallel()
	theirs, own := samba(t), ours(t)
	compare(t, "all pairs of openings", pairs(t, theirs), pairs(t, own))
	compare(t, "a story", story(t, theirs), story(t, own))
}

func compare(t *testing.T, what string, theirs, own []string) {
	t.Helper()
	differ, refused := 0, 0
	for i := range max(len(theirs), len(own)) {
		if i >= len(theirs) || i >= len(own) {
			t.Fatalf("%s: %d answers of smbd, %d of the reference", what, len(theirs), len(own))
		}
		if strings.HasSuffix(theirs[i], smb.SharingViolation.String()) {
			refused++
		}
		if theirs[i] != own[i] {
			differ++
			t.Errorf("smbd: %s\nreference: %s", theirs[i], own[i])
		}
	}
	t.Logf("%s: %d answers, %d of them sharing violations, %d differ", what, len(theirs), refused, differ)
}

// fill creates the share and the file over REST.
func fill(t *testing.T, s *target.Session) {
	t.Helper()
	key, err := service.NewSharedKeyCredential(s.Credential.Account, s.Credential.Key.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	c, err := service.NewClientWithSharedKeyCredential(s.Endpoints[target.File], key, &service.ClientOptions{ClientOptions: azcore.ClientOptions{
		Transport: wire.NewRecorder(s.Transport, nil, wire.Options{Timeout: 20 * time.Second}), PerCallPolicies: []policy.Policy{datedBy{s.Clock}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	box := c.NewShareClient("box")
	if _, err := box.Create(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := box.NewRootDirectoryClient().NewFileClient("file").Create(t.Context(), 7, nil); err != nil {
		t.Fatal(err)
	}
}

// datedBy dates requests by the target's clock.
type datedBy struct{ clock target.Clock }

func (d datedBy) Do(r *policy.Request) (*http.Response, error) {
	r.Raw().Header["x-ms-date"] = []string{d.clock.Now().UTC().Format(http.TimeFormat)}
	return r.Next()
}
