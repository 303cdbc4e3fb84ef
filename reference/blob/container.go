package blob

import (
	"net/http"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// createContainer is Create Container. It evaluates no conditions. // CONT-TAB-01C
func createContainer(c *call, w http.ResponseWriter) error {
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	public, err := c.publicAccess()
	if err != nil {
		return err
	}
	done, err := c.store().UpdateContainer(c.container, func(old *store.Container, at store.Moment) (*store.Container, error) {
		switch {
		case old == nil:
		case !old.Deleted():
			return nil, errcode.New(errcode.ContainerAlreadyExists)
		case at.Now.Before(old.DeletedAt.Add(c.Rules.Limits.ContainerPurges)):
			return nil, errcode.New(errcode.ContainerBeingDeleted) // BLOB-CONS-14
		}
		next := &store.Container{Stamp: at.Stamp(), Metadata: m, Public: public}
		if old != nil {
			next.Buried = old.Buried.Alive(at.Now)
		}
		return next, nil // CONT-ETAG-08 CONT-LEASE-07
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	return frontend.Answer(w, http.StatusCreated)
}

// publicAccess reads the header that sets what anonymous readers may see of the container.
func (c *call) publicAccess() (string, error) {
	v := c.Get(hBlobPublicAccess)
	switch v {
	case "", publicBlob, publicContainer:
		return v, nil
	}
	return "", errcode.BadHeader("x-ms-blob-public-access", v)
}

// readContainer finds the container and checks the request's conditions against it.
func (c *call) readContainer() (*store.Container, error) {
	p, err := c.preconditions()
	if err != nil {
		return nil, err
	}
	v := c.store().Container(c.container)
	if v == nil {
		return nil, errcode.New(errcode.ContainerNotFound) // CONT-TAB-13
	}
	_, err = c.checkContainer(&p, v, c.Clock.Now())
	return v, err
}

// updateContainer makes a new version of the call's container, after checking the request against the current one.
func (c *call) updateContainer(change func(next *store.Container, at store.Moment) error) (*store.Container, error) {
	p, err := c.preconditions()
	if err != nil {
		return nil, err
	}
	if c.store().Container(c.container) == nil {
		return nil, errcode.New(errcode.ContainerNotFound)
	}
	return c.store().UpdateContainer(c.container, func(old *store.Container, at store.Moment) (*store.Container, error) {
		if old == nil || old.Deleted() {
			return nil, errcode.New(errcode.ContainerNotFound)
		}
		next := *old
		if next.Lease, err = c.checkContainer(&p, old, at.Now); err != nil {
			return nil, err
		}
		if err := change(&next, at); err != nil {
			return nil, err
		}
		c.restamp(&next.Stamp, at)
		return &next, nil
	})
}

// getContainer is Get Container Properties.
func getContainer(c *call, w http.ResponseWriter) error {
	v, err := c.readContainer()
	if err != nil {
		return err
	}
	h := w.Header()
	c.stamp(h, v.Stamp)
	c.ShowMetadata(h, v.Metadata)
	frontend.ShowLease(h, v.Lease, c.Clock.Now())
	header.Set(h, hBlobPublicAccess, v.Public)
	header.Share(h, "X-Ms-Has-Immutability-Policy", vFalse)
	header.Share(h, "X-Ms-Has-Legal-Hold", vFalse)
	header.Share(h, "X-Ms-Immutable-Storage-With-Versioning-Enabled", vFalse)
	header.Set(h, "X-Ms-Default-Encryption-Scope", "$account-encryption-key")
	header.Share(h, "X-Ms-Deny-Encryption-Scope-Override", vFalse)
	return frontend.Answer(w, http.StatusOK)
}

// getContainerMetadata is Get Container Metadata.
func getContainerMetadata(c *call, w http.ResponseWriter) error {
	v, err := c.readContainer()
	if err != nil {
		return err
	}
	c.stamp(w.Header(), v.Stamp)
	c.ShowMetadata(w.Header(), v.Metadata)
	return frontend.Answer(w, http.StatusOK)
}

// setContainerMetadata is Set Container Metadata. // CONT-ETAG-02
func setContainerMetadata(c *call, w http.ResponseWriter) error {
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	return c.setContainer(w, func(next *store.Container) { next.Metadata = m })
}

// setContainer changes a container and answers.
func (c *call) setContainer(w http.ResponseWriter, change func(next *store.Container)) error {
	done, err := c.updateContainer(func(next *store.Container, _ store.Moment) error {
		change(next)
		return nil
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	return frontend.Answer(w, http.StatusOK)
}

// deleteContainer is Delete Container. Afterwards nothing in it can be found. Leases on the blobs inside do not protect
// it. While the container is being deleted, a second deletion is answered as the first. // BLOB-CONS-13 BLOB-CONS-15 BLOB-LEASE-26
func deleteContainer(c *call, w http.ResponseWriter) error {
	p, err := c.preconditions()
	if err != nil {
		return err
	}
	_, err = c.store().UpdateContainer(c.container, func(old *store.Container, at store.Moment) (*store.Container, error) {
		switch {
		case old == nil, old.Deleted() && !frontend.BeingDeleted(old.DeletedAt, at.Now, c.Rules.Limits.ContainerPurges):
			return nil, errcode.New(errcode.ContainerNotFound)
		case old.Deleted():
			return old, nil
		}
		if _, err := c.checkContainer(&p, old, at.Now); err != nil {
			return nil, err
		}
		return old.Tombstone(at, c.Rules.Limits.ContainersKept), nil
	})
	return frontend.Answered(w, http.StatusAccepted, err)
}

// restoreContainer is Restore Container: it brings back a deleted container with its blobs, a new stamp and no lease. The
// name must be free. // D:Restore Container; REC-py test_undelete_container,
// test_restore_to_existing_container
func restoreContainer(c *call, w http.ResponseWriter) error {
	version, err := c.Restores("container", c.container)
	if err != nil {
		return err
	}
	_, err = c.store().UpdateContainer(c.container, func(old *store.Container, at store.Moment) (*store.Container, error) {
		switch {
		case old == nil:
			return nil, errcode.New(errcode.ContainerNotFound)
		case !old.Deleted():
			return nil, errcode.New(errcode.ContainerAlreadyExists)
		}
		next := old.Restored(version, at)
		if next == nil {
			return nil, errcode.New(errcode.ContainerNotFound)
		}
		return next, nil
	})
	return frontend.Answered(w, http.StatusCreated, err)
}

// getACL is Get Container ACL.
func getACL(c *call, w http.ResponseWriter) error {
	v, err := c.readContainer()
	if err != nil {
		return err
	}
	c.stamp(w.Header(), v.Stamp)
	header.Set(w.Header(), hBlobPublicAccess, v.Public)
	return frontend.SendPolicies(w, v.Policies)
}

// setACL is Set Container ACL. // CONT-ETAG-03
func setACL(c *call, w http.ResponseWriter) error {
	public, err := c.publicAccess()
	if err != nil {
		return err
	}
	body, err := c.body(c.Rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	policies, err := document.ParsePolicies(body, c.Rules.Limits.SignedPolicies)
	if err != nil {
		return err
	}
	return c.setContainer(w, func(next *store.Container) { next.Policies, next.Public = policies, public })
}
