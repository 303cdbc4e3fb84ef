package file

import (
	"errors"
	"net/http"
	"time"

	"ifmatch/reference/auth"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/handles"
	"ifmatch/reference/header"
	"ifmatch/reference/lease"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/files"
)

// find looks the call's path up. Node is nil if nothing has the name and the operation can create it.
func (c *call) find(t *files.Tree, directory bool) (parent, node *files.Node, err error) {
	parent, node = t.Find(c.path)
	switch {
	case parent == nil:
		return nil, nil, errcode.New(errcode.ParentNotFound) // FILE-DEL-22 FILE-ERR-13
	case node == nil && !c.rule.Creates:
		return nil, nil, errcode.New(errcode.ResourceNotFound) // FILE-DEL-05 FILE-DEL-22 FILE-ERR-03
	case node == nil && t.Handles.DeletePending(parent.ID):
		return nil, nil, errcode.New(errcode.DeletePending) // FILE-DEL-02: it would be an operation on the directory
	case node != nil && node.IsDirectory() != directory:
		if c.rule.Creates {
			return nil, nil, errcode.New(errcode.ResourceTypeMismatch)
		}
		return nil, nil, errcode.New(errcode.ResourceNotFound)
	}
	return parent, node, nil
}

// check checks a request against a file, or against no file, in the order given by the rules. It returns the lease that
// the file has if the operation succeeds.
func (c *call) check(t *files.Tree, n *files.Node, now time.Time) (lease.Lease, error) {
	return c.judge(c.rule, c.named, t, n, now)
}

// judge is check with the rule of any operation and any lease id, not only those of the call.
func (c *call) judge(rule *rules.FileOperation, k namedLease, t *files.Tree, n *files.Node, now time.Time) (l lease.Lease, err error) {
	if n != nil {
		l = n.File.Lease
	}
	for _, check := range c.Rules.File.Checks {
		switch {
		case check == rules.FileLease:
			var code errcode.Code
			if l, code = c.Rules.File.Uses.Try(l, rule.Lease, k.id, k.given, now); code != "" {
				if code == errcode.LeaseNotPresentWithFile && l.State == lease.Available && k.id == l.Released {
					code = errcode.LeaseLostWithFile // FILE-LEASE-15a
				}
				err = errcode.New(code)
			}
		case n == nil:
		case check == rules.DeletePending && t.Handles.DeletePending(n.ID) && !rule.WhilePending:
			err = errcode.New(errcode.DeletePending) // FILE-DEL-02 FILE-DEL-03 FILE-DEL-16 FILE-DEL-20
		case check == rules.Sharing && denied(rule, t, n):
			err = errcode.New(errcode.SharingViolation) // FILE-SMB-05 FILE-SMB-14 FILE-SMB-15 FILE-SHR-09
		case check == rules.ReadOnly && rule.Writes && n.File.SMB.Attributes&files.ReadOnly != 0:
			err = errcode.New(errcode.ReadOnlyAttribute) // FILE-RO-01
		case check == rules.PendingCopy && rule.Writes && n.File.Pending():
			err = errcode.New(errcode.PendingCopyOperation)
		}
		if err != nil {
			return l, err
		}
	}
	return l, nil
}

// denied reports whether open handles of SMB clients block an operation.
func denied(rule *rules.FileOperation, t *files.Tree, n *files.Node) bool {
	if rule.Unopened && t.Handles.IsOpen(n.ID) {
		return true // FILE-DEL-10 FILE-DEL-13 FILE-SHR-11
	}
	return errors.Is(t.Handles.Admits(n.ID, rule.Access, rule.Share), handles.ErrSharing)
}

// store is that of the call's operation.
func (c *call) store() files.Store { return c.service.stores(c.Op) }

// read lets look read the files of the call's share or snapshot.
func (c *call) read(look func(t *files.Tree) error) error {
	return c.store().Read(c.share, c.snapshot(), look)
}

// change lets change modify the files of the call's share.
func (c *call) change(change func(t *files.Tree, at files.Moment) error) error {
	return c.store().Change(c.share, change)
}

// view finds the version of the file or directory that the call reads, and checks the request against it.
func (c *call) view(directory bool) (f found, err error) {
	err = c.read(func(t *files.Tree) error {
		_, n, err := c.find(t, directory)
		if err != nil {
			return err
		}
		f = foundAt(n)
		_, err = c.check(t, n, c.Clock.Now())
		return err
	})
	return f, err
}

// writeReadOnly lets the operation write to a read-only file.
func (c *call) writeReadOnly() {
	rule := *c.rule
	rule.Writes = false
	c.rule = &rule
}

// update makes a new version of the call's file or directory, which must exist. It first checks the request against the
// current version, which it then passes to the change.
func (c *call) update(directory bool, change func(next *files.File, t *files.Tree, at files.Moment) error) (f found, err error) {
	err = c.change(func(t *files.Tree, at files.Moment) error {
		_, n, err := c.find(t, directory)
		if err != nil {
			return err
		}
		next := *n.File
		if next.Lease, err = c.check(t, n, at.Now); err != nil {
			return err
		}
		if err := change(&next, t, at); err != nil {
			return err
		}
		c.restamp(&next.Stamp, at)
		t.Set(n, &next)
		f = foundAt(n)
		return nil
	})
	return f, err
}

// mayOverwrite returns an error if the sender may not replace a file. The permission to create alone does not suffice.
func mayOverwrite(id auth.Identity, n *files.Node) error {
	if n == nil || id.SAS == nil {
		return nil
	}
	if failed := id.Allows("w", auth.Object); failed != nil {
		return failed
	}
	return nil
}

// room returns an error if the share has no room for a file to grow.
func (c *call) room(t *files.Tree, old, next int64, quota int) error {
	if next > old && t.Size()-old+next > int64(quota)<<30 {
		return errcode.New(errcode.ShareSizeLimitReached)
	}
	return nil
}

// quota returns the quota of the call's share, in GiB.
func (c *call) quota() int {
	if s := c.store().Share(c.share); s != nil {
		return s.Quota
	}
	return 0
}

// written answers an operation that made a new version.
func (c *call) written(w http.ResponseWriter, status int, f found) error {
	h := w.Header()
	c.stamp(h, f.Stamp)
	showSMB(h, f)
	header.Share(h, header.RequestEncrypted, vTrue)
	return frontend.Answer(w, status)
}
