package handles

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

var now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// TestEveryPairOfOpenings opens one file twice, with every access and share mode. It compares the second opening with
// the rule that the documents state in words, kind by kind.
func TestEveryPairOfOpenings(t *testing.T) {
	t.Parallel()
	refused := 0
	for n := range 8 * 8 * 8 * 8 {
		a, aShare, b, bShare := Access(n&7), Access(n>>3&7), Access(n>>6&7), Access(n>>9&7)
		want := true
		if a != None && b != None {
			for _, kind := range [...]Access{Read, Write, Delete} {
				if b&kind != 0 && aShare&kind == 0 || a&kind != 0 && bShare&kind == 0 {
					want = false
				}
			}
		}
		var table Table
		if _, err := table.Open(7, Opening{Access: a, Share: aShare}, now); err != nil {
			t.Fatalf("the first opening (%s, %s): %v", a, aShare, err)
		}
		_, err := table.Open(7, Opening{Access: b, Share: bShare}, now)
		if got := err == nil; got != want || err != nil && !errors.Is(err, ErrSharing) {
			t.Errorf("open(%s, %s) beside open(%s, %s) = %v, want it admitted: %v", b, bShare, a, aShare, err, want)
		}
		if err != nil {
			refused++
		}
		if _, err := table.Open(8, Opening{Access: b, Share: bShare}, now); err != nil {
			t.Errorf("another file is none of their business: %v", err)
		}
	}
	if refused != 2775 { // smbd refuses as many
		t.Errorf("%d of 4096 pairs were refused, want 2775", refused)
	}
}

// TestShareModesAgainstRequests checks the documented table of share modes and operations, for the columns that only
// share modes decide. // FILE-SHR-01 to FILE-SHR-08
func TestShareModesAgainstRequests(t *testing.T) {
	t.Parallel()
	operations := []struct {
		name   string
		access Access
	}{{"Create File", Write | Delete}, {"Get File", Read}, {"Set Properties", Write}, {"Put Range", Write}, {"List Ranges", Read}, {"Get Properties", None}}
	for _, row := range []struct {
		share Access
		want  string // Y: refused
	}{
		{None, "YYYYY-"},
		{Read, "Y-YY--"},
		{Write, "YY--Y-"},
		{Delete, "YYYYY-"},
		{Read | Write, "Y-----"},
		{Read | Delete, "Y-YY--"},
		{Write | Delete, "-Y--Y-"},
		{All, "------"},
	} {
		var table Table
		if _, err := table.Open(1, Opening{Access: Write, Share: row.share}, now); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, o := range operations {
			if table.Admits(1, o.access, All) == nil {
				got += "-"
			} else {
				got += "Y"
			}
		}
		if got != row.want {
			t.Errorf("share %s: %s, want %s", row.share, got, row.want)
		}
	}
}

func open(t *testing.T, table *Table, o Opening) ID {
	t.Helper()
	id, err := table.Open(1, o, now)
	if err != nil {
		t.Fatalf("open %+v: %v", o, err)
	}
	return id
}

func closed(t *testing.T, remove bool, err error, want bool) {
	t.Helper()
	if err != nil || remove != want {
		t.Errorf("close = %v, %v, want %v", remove, err, want)
	}
}

func TestDeletePending(t *testing.T) {
	t.Parallel()
	t.Run("marked by its holder", func(t *testing.T) {
		t.Parallel()
		var table Table
		reader, deleter := open(t, &table, Opening{Access: Read, Share: All}), open(t, &table, Opening{Access: Delete, Share: All})
		if err := table.SetDeletePending(reader, true); !errors.Is(err, ErrNotForDelete) {
			t.Errorf("a reader marks the file: %v", err)
		}
		if err := table.SetDeletePending(deleter, true); err != nil || !table.DeletePending(1) {
			t.Errorf("mark = %v, pending %v", err, table.DeletePending(1))
		}
		if _, err := table.Open(1, Opening{Access: None, Share: All}, now); !errors.Is(err, ErrDeletePending) {
			t.Errorf("a new opening: %v", err)
		}
		_, remove, err := table.Close(deleter)
		closed(t, remove, err, false)
		if !table.DeletePending(1) {
			t.Error("the mark went with its handle")
		}
		_, remove, err = table.Close(reader)
		closed(t, remove, err, true)
		if table.DeletePending(1) || table.IsOpen(1) || table.Len() != 0 {
			t.Error("something is left of a file that is gone")
		}
	})
	t.Run("taken back", func(t *testing.T) {
		t.Parallel()
		var table Table
		h := open(t, &table, Opening{Access: Delete, Share: All})
		for _, pending := range []bool{true, false} {
			if err := table.SetDeletePending(h, pending); err != nil || table.DeletePending(1) != pending {
				t.Errorf("SetDeletePending(%v) = %v", pending, err)
			}
		}
		_, remove, err := table.Close(h)
		closed(t, remove, err, false)
	})
	t.Run("on close", func(t *testing.T) {
		t.Parallel()
		var table Table
		if _, err := table.Open(1, Opening{Access: Read, Share: All, DeleteOnClose: true}, now); !errors.Is(err, ErrNotForDelete) {
			t.Errorf("delete on close without access for delete: %v", err)
		}
		h, other := open(t, &table, Opening{Access: Delete, Share: All, DeleteOnClose: true}), open(t, &table, Opening{Access: Read, Share: All})
		if table.DeletePending(1) {
			t.Error("the file is pending before the handle is closed")
		}
		_, remove, err := table.Close(h)
		closed(t, remove, err, false)
		if !table.DeletePending(1) {
			t.Error("the file is not pending although the handle is closed")
		}
		_, remove, err = table.Close(other)
		closed(t, remove, err, true)
	})
	t.Run("not on a forced close", func(t *testing.T) {
		t.Parallel()
		var table Table
		h := open(t, &table, Opening{Access: Delete, Share: All, DeleteOnClose: true})
		_, remove, err := table.ForceClose(h)
		closed(t, remove, err, false)
		if _, _, err := table.Close(h); !errors.Is(err, ErrNoHandle) {
			t.Errorf("a handle that is gone is closed: %v", err)
		}
	})
}

func TestHandlesOfFilesAndSessions(t *testing.T) {
	t.Parallel()
	var table Table
	var ids []ID
	for n := range 6 {
		id, err := table.Open(FileID(n%2), Opening{Access: Read, Share: All, Session: uint64(n % 3), Client: "127.0.0.1:1"}, now)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	list := func(handles []Handle) (text string) {
		for _, h := range handles {
			text += fmt.Sprint(h.ID, " ")
		}
		return text
	}
	if got, want := list(table.Of(1)), fmt.Sprint(ids[1], " ", ids[3], " ", ids[5], " "); got != want {
		t.Errorf("handles of the file: %s, want %s", got, want)
	}
	if got, want := list(table.OfSession(2)), fmt.Sprint(ids[2], " ", ids[5], " "); got != want {
		t.Errorf("handles of the session: %s, want %s", got, want)
	}
	if h, ok := table.Handle(ids[3]); !ok || h.File != 1 || !h.Opened.Equal(now) {
		t.Errorf("handle %+v, %v", h, ok)
	}
	if _, ok := table.Handle(99); ok {
		t.Error("there is a handle that nobody opened")
	}
}

func TestAccessOf(t *testing.T) {
	t.Parallel()
	for mask, want := range map[uint32]Access{
		0: None, 0x80: None, 0x1: Read, 0x20: Read, 1 << 31: Read, 1 << 29: Read, 0x2: Write, 0x4: Write, 1 << 30: Write,
		0x10000: Delete, 0x10003: All, 1 << 28: All, 1 << 25: All, 0x10: None, 0x100: None,
	} {
		if got := AccessOf(mask); got != want {
			t.Errorf("AccessOf(%#x) = %s, want %s", mask, got, want)
		}
	}
}
