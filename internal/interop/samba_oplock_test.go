package interop

import (
	"errors"
	"testing"
	"time"

	smb "ifmatch/internal/smbclient"
)

// cachedFile is a file that a client caches, with its reaction when the cache breaks.
type cachedFile struct {
	*smb.Handle
	broken chan smb.Break
}

// caches opens the file with a cache, which smbd must grant, and answers its first break.
func caches(t *testing.T, c *smb.Client, o smb.Opening, answer func(*smb.Handle, smb.Break) error) cachedFile {
	t.Helper()
	h, err := c.Open("file", o)
	if err != nil {
		t.Fatal(err)
	}
	if h.Caches() != o.Caching {
		t.Fatalf("asked for %s, smbd grants %s", o.Caching, h.Caches())
	}
	broken := make(chan smb.Break, 1)
	go func() {
		select {
		case b := <-h.Breaks():
			broken <- b
			if err := answer(h, b); err != nil {
				t.Errorf("answer the break from %s to %s: %v", b.From, b.To, err)
			}
		case <-t.Context().Done():
		}
	}()
	return cachedFile{h, broken}
}

// opened opens the file, which another client's cache may delay. The channel receives the result.
func opened(c *smb.Client, o smb.Opening) <-chan error {
	done := make(chan error, 1)
	go func() {
		_, err := c.Open("file", o)
		done <- err
	}()
	return done
}

// soon is longer than an undelayed open takes. A delayed one is watched for as long.
const soon = 300 * time.Millisecond

// TestSambaBreaksOplocks: Samba's server grants oplocks, tells the holder when it breaks one, and lets the open
// that broke it continue after the acknowledgement. The cases about oplocks rely on how the suite's client handles
// this.
func TestSambaBreaksOplocks(t *testing.T) {
	t.Parallel()
	shared := samba(t)
	all := smb.Opening{Access: smb.Read | smb.Write, Share: everything}
	cached := func(o smb.Opening, c smb.Caching) smb.Opening { o.Caching = c; return o }
	const rwh, rh, rw, r = smb.CachesReads | smb.CachesWrites | smb.CachesHandles, smb.CachesReads | smb.CachesHandles, smb.CachesReads | smb.CachesWrites, smb.CachesReads
	alone := smb.Opening{Access: smb.Read | smb.Write, Share: smb.None}
	for name, tc := range map[string]struct {
		first, second smb.Opening
		from, to      smb.Caching
		closes        bool
		want          string
	}{
		"an open takes the cache of writes":               {cached(all, rwh), all, rwh, rh, false, "ok"},
		"an open leaves a cache of reads":                 {cached(all, rw), all, rw, r, false, "ok"},
		"a sharing conflict, and the handle is open":      {cached(alone, rwh), all, rwh, rw, false, smb.SharingViolation.String()},
		"a sharing conflict, and only the cache was open": {cached(alone, rwh), all, rwh, rw, true, "ok"},
	} {
		t.Run(name, func(t *testing.T) {
			bob, carol := shared.client(t), shared.client(t)
			acknowledged := make(chan struct{})
			h := caches(t, bob, tc.first, func(h *smb.Handle, b smb.Break) error {
				<-acknowledged
				if tc.closes {
					return h.Close()
				}
				return h.Acknowledge(b.To)
			})
			done := opened(carol, tc.second)
			select {
			case b := <-h.broken:
				if b.From != tc.from || b.To != tc.to || !b.Acknowledge {
					t.Errorf("broken from %s to %s, acknowledge %v; want from %s to %s", b.From, b.To, b.Acknowledge, tc.from, tc.to)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("no break came")
			}
			select {
			case err := <-done:
				t.Errorf("the open did not wait: %v", err)
			case <-time.After(soon):
			}
			close(acknowledged)
			select {
			case err := <-done:
				if told(err) != tc.want {
					t.Errorf("the open was answered %s, want %s", told(err), tc.want)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("the open waits on")
			}
			if !tc.closes {
				if err := h.Close(); err != nil {
					t.Error(err)
				}
			}
			carol.Close()
		})
	}
}

// TestSambaNotifies: Samba's server notifies clients of the changes that others make.
func TestSambaNotifies(t *testing.T) {
	t.Parallel()
	s := samba(t)
	bob, carol := s.client(t), s.client(t)
	dir, err := bob.Open("", smb.Opening{Access: smb.Read, Share: everything, Directory: true})
	if err != nil {
		t.Fatal(err)
	}
	told, sent := make(chan []string, 1), make(chan struct{})
	go func() {
		names, err := dir.Watch(func() { close(sent) })
		if err != nil {
			t.Error(err)
		}
		told <- names
	}()
	<-sent
	if err := bob.Echo(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(soon) // the start of a watch is not confirmed
	h, err := carol.Open("file", smb.Opening{Access: smb.Delete, Share: everything, DeleteOnClose: true})
	if err == nil {
		err = h.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	select {
	case names := <-told:
		if len(names) != 1 || names[0] != "file" {
			t.Errorf("told of changes of %q, want those of file", names)
		}
	case <-time.After(10 * time.Second):
		t.Error("told of no change")
	}
}

// TestNoOplocks: a client that asks for no oplock gets none, and a server without oplocks grants none.
func TestNoOplocks(t *testing.T) {
	t.Parallel()
	c := ours(t).client(t)
	for _, o := range []smb.Opening{{Access: smb.Read, Share: everything}, {Access: smb.Read, Share: everything, Caching: smb.CachesReads | smb.CachesHandles}} {
		h, err := c.Open("file", o)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.Caches(); got != 0 {
			t.Errorf("asked for %s, granted %s", o.Caching, got)
		}
		if err := errors.Join(h.Close()); err != nil {
			t.Error(err)
		}
	}
}
