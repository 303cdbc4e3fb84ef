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

// find looks the call's path up. Node is nil where nothing has the name and the operation makes it.
func (c *call) find(t *files.Tree, directory bool) (parent, node *files.Node, err error) {
	parent, node = t.Find(c.path)
	switch {
	case parent == nil:
		return nil, nil, errcode.New(errcode.ParentNotFound) // FILE-DEL-22 FILE-ERR-13
	case node == nil && !c.rule.Creates:
		return nil, nil, errcode.New(errcode.ResourceNotFound) // FILE-DEL-05 FILE-DEL-22 FILE-ERR-03
	case node != nil && node.IsDirectory() != directory:
		if c.rule.Creates {
			return nil, nil, errcode.New(errcode.ResourceTypeMismatch)
		}
		return nil, nil, errcode.New(errcode.ResourceNotFound)
	}
	return parent, node, nil
}

// check holds a request against a file, or against nothing, in the order that the rules give, and returns the lease as
// it is if the operation goes on to succeed.
func (c *call) check(t *files.Tree, n *files.Node, now time.Time) (l lease.Lease, err error) {
	if n != nil {
		l = n.File.Lease
	}
	for _, check := range c.Rules.File.Checks {
		if err == nil {
			switch {
			case check == rules.FileLease:
				l, err = c.checkLease(l, now)
			case n == nil:
			case check == rules.DeletePending && t.Handles.DeletePending(n.ID) && !c.rule.WhilePending:
				err = errcode.New(errcode.DeletePending) // FILE-DEL-02 FILE-DEL-03 FILE-DEL-16 FILE-DEL-20
			case check == rules.Sharing:
				err = c.checkSharing(t, n)
			case check == rules.ReadOnly && c.rule.Writes && n.File.SMB.Attributes&files.ReadOnly != 0:
				err = errcode.New(errcode.ReadOnlyAttribute) // FILE-RO-01
			}
		}
	}
	return l, err
}

func (c *call) checkLease(l lease.Lease, now time.Time) (lease.Lease, error) {
	l, code := c.Rules.File.Uses.Try(l, c.rule.Lease, c.leaseID, c.leased, now)
	if code != "" {
		return l, errcode.New(code)
	}
	return l, nil
}

// checkSharing holds a request against the handles that SMB clients have open. // FILE-SMB-05 FILE-SMB-14 FILE-SMB-15
// // FILE-SHR-09
func (c *call) checkSharing(t *files.Tree, n *files.Node) error {
	if c.rule.Unopened && t.Handles.IsOpen(n.ID) {
		return errcode.New(errcode.SharingViolation) // FILE-DEL-10 FILE-DEL-13 FILE-SHR-11
	}
	if errors.Is(t.Handles.Admits(n.ID, c.rule.Access, c.rule.Share), handles.ErrSharing) {
		return errcode.New(errcode.SharingViolation)
	}
	return nil
}

// read lets look at the files of the call's share or snapshot.
func (c *call) read(look func(t *files.Tree) error) error {
	return c.absent(c.service.store.Read(c.share, c.snapshot(), look))
}

// change lets the files of the call's share be changed.
func (c *call) change(change func(t *files.Tree, at files.Moment) error) error {
	return c.absent(c.service.store.Change(c.share, change))
}

// absent tells a share that was deleted a moment ago from one that there is not.
func (c *call) absent(err error) error {
	if errors.Is(err, files.ErrNoShare) {
		_, err = c.living(c.service.store.Share(c.share))
	}
	return err
}

// view finds the version of the file or directory that the call reads, and holds the request against it.
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

// update makes a new version of the call's file or directory, which exists. The change is given the version that stands;
// before that, the request is held against it.
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

// mayOverwrite reports whether the sender may replace a file: the permission to create alone does not suffice.
func mayOverwrite(id auth.Identity, n *files.Node) error {
	if n == nil || id.SAS == nil {
		return nil
	}
	if failed := id.Allows("w", auth.Object); failed != nil {
		return failed
	}
	return nil
}

// room makes sure that the share has room for a file that grows.
func (c *call) room(t *files.Tree, old, next int64, quota int) error {
	if next > old && t.Size()-old+next > int64(quota)<<30 {
		return errcode.New(errcode.ShareSizeLimitReached)
	}
	return nil
}

// quota is how much the call's share may hold, in GiB.
func (c *call) quota() int {
	if s := c.service.store.Share(c.share); s != nil {
		return s.Quota
	}
	return 0
}

// written answers an operation that has made a new version.
func (c *call) written(w http.ResponseWriter, status int, f found) error {
	h := w.Header()
	c.stamp(h, f.Stamp)
	showSMB(h, f)
	header.Share(h, hRequestEncrypted, vTrue)
	return frontend.Answer(w, status)
}
