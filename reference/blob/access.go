package blob

import (
	"net/http"
	"net/url"
	"strings"

	"ifmatch/reference/auth"
	"ifmatch/reference/clock"
	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// need is what a shared access signature must grant, and what an anonymous reader may do.
type need struct {
	anyOf  string // one of these letters; empty for what no signature can grant
	on     auth.Kind
	public string // the public access that opens the operation to anonymous readers: "", "blob" or "container"
}

const (
	publicBlob      = "blob"
	publicContainer = "container"
)

var needs = func() (n [op.Count]need) {
	grant := func(anyOf string, on auth.Kind, public string, operations ...op.Operation) {
		for _, o := range operations {
			n[o] = need{anyOf, on, public}
		}
	}
	grant("l", auth.Service, "", op.ListContainers)
	grant("r", auth.Service, "", op.GetBlobServiceProperties, op.GetBlobServiceStats, op.GetUserDelegationKey)
	grant("w", auth.Service, "", op.SetBlobServiceProperties)
	grant("f", auth.Service, "", op.FindBlobsByTags)
	grant("rwdlacup", auth.Service, "", op.GetAccountInformation, op.BlobBatch)
	grant("cw", auth.Container, "", op.CreateContainer)
	grant("r", auth.Container, publicContainer, op.GetContainerProperties, op.GetContainerMetadata)
	grant("w", auth.Container, "", op.SetContainerMetadata, op.LeaseContainerAcquire, op.LeaseContainerRenew,
		op.LeaseContainerChange, op.LeaseContainerRelease, op.RestoreContainer, op.RenameContainer)
	grant("", auth.Container, "", op.GetContainerACL, op.SetContainerACL)
	grant("d", auth.Container, "", op.DeleteContainer)
	grant("dw", auth.Container, "", op.LeaseContainerBreak)
	grant("l", auth.Container, publicContainer, op.ListBlobs)
	grant("f", auth.Container, "", op.FindBlobsByTagsInContainer)
	grant("rwdlacup", auth.Container, "", op.ContainerBatch)
	grant("r", auth.Object, publicBlob, op.GetBlob, op.GetBlobProperties, op.GetBlobMetadata, op.GetBlockList, op.GetPageRanges,
		op.GetPageRangesDiff)
	grant("r", auth.Object, "", op.QueryBlobContents)
	grant("cw", auth.Object, "", op.PutBlob, op.PutBlobFromURL, op.CopyBlob, op.CopyBlobFromURL, op.IncrementalCopyBlob,
		op.SnapshotBlob, op.PutBlock, op.PutBlockFromURL, op.PutBlockList)
	grant("w", auth.Object, "", op.SetBlobProperties, op.SetBlobMetadata, op.LeaseBlobAcquire, op.LeaseBlobRenew, op.LeaseBlobChange,
		op.LeaseBlobRelease, op.AbortCopyBlob, op.SetBlobTier, op.PutPage, op.PutPageFromURL, op.UndeleteBlob, op.AppendBlobSeal,
		op.SetBlobExpiry, op.SetBlobImmutabilityPolicy, op.DeleteBlobImmutabilityPolicy, op.SetBlobLegalHold)
	grant("aw", auth.Object, "", op.AppendBlock, op.AppendBlockFromURL)
	grant("dw", auth.Object, "", op.LeaseBlobBreak)
	grant("d", auth.Object, "", op.DeleteBlob)
	grant("t", auth.Object, "", op.GetBlobTags, op.SetBlobTags)
	return n
}()

// admit finds out who sent the request and whether they may do what it asks for.
func (s *Service) admit(r *http.Request, t target) (auth.Identity, error) {
	o := s.auth
	o.Now = clock.OfSenders(s.clock)
	id, failed := auth.Verify(r, o)
	if failed != nil {
		return id, failed
	}
	n := &needs[t.op]
	if id.Anonymous && t.op != op.PreflightBlobRequest && n.public != "" {
		if s.opens(t.container, n.public) {
			return id, nil
		}
		return id, errcode.New(errcode.ResourceNotFound) // whether it exists is no one's business
	}
	if t.op == op.PreflightBlobRequest {
		return id, nil // browsers send it without credentials
	}
	if failed := id.Allows(n.anyOf, n.on); failed != nil {
		return id, failed
	}
	return id, nil
}

// opens reports whether a container lets anonymous readers do what needs this public access.
func (s *Service) opens(container, public string) bool {
	c := s.store.Container(container)
	return c != nil && (c.Public == publicContainer || c.Public == public)
}

// policy finds a stored access policy. The reference lets it take effect at once, which the service may take up to
// 30 s for. // CONT-TAB-10 BLOB-CONS-12
func (s *Service) policy(container, id string) (auth.StoredPolicy, bool) {
	c := s.store.Container(container)
	if c == nil {
		return auth.StoredPolicy{}, false
	}
	for _, p := range c.Policies {
		if p.ID == id {
			return auth.StoredPolicy{Start: p.Start, Expiry: p.Expiry, Permissions: p.Permission}, true
		}
	}
	return auth.StoredPolicy{}, false
}

// mayOverwrite reports whether the sender may replace a blob: the permission to create alone does not suffice.
func mayOverwrite(id auth.Identity, old *store.Blob) error {
	if old == nil || !old.Committed || id.SAS == nil {
		return nil
	}
	if failed := id.Allows("w", auth.Object); failed != nil {
		return errcode.New(errcode.UnauthorizedBlobOverwrite)
	}
	return nil
}

// admitSource finds out whether the sender of a copy may read its source. The account's key opens everything in the
// account; others need a source that is public or whose URL carries a signature of its own. A signature that is there
// has to be right, whoever sends it.
func (s *Service) admitSource(u *url.URL, t target, id auth.Identity) error {
	if !id.Anonymous && id.SAS == nil && !signed(u) {
		return nil
	}
	r := &http.Request{Method: http.MethodGet, URL: u, Host: u.Host, Header: http.Header{}}
	_, err := s.admit(r, t)
	return err
}

// signed reports whether a URL carries a signature, in whatever case its name is written.
func signed(u *url.URL) bool {
	for name := range u.Query() {
		if strings.EqualFold(name, "sig") {
			return true
		}
	}
	return false
}
