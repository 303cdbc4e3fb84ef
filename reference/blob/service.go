// Package blob is the Blob service of the reference server. It describes the service to the front end, checks requests
// against the rules, and translates between HTTP and the store.
//
// An operation first reads and checks its headers, then its body, and only then takes the resource's lock. A client
// that sends slowly therefore blocks nobody. What an operation evaluates, and in which order, is in reference/rules; no
// handler checks whether the server has faults.
package blob

import (
	"net/http"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// New makes the Blob service of one account.
func New(c frontend.Config, blobs op.Stores[store.Blobs]) *Service {
	s := &Service{stores: blobs}
	s.Front = frontend.New(c, frontend.Service[*call]{
		Name:      op.BlobService,
		Preflight: op.PreflightBlobRequest,
		Oldest:    "2013-08-15",

		New:       func() *call { return &call{service: s} },
		Address:   (*call).parse,
		Operation: (*call).operation,

		Needs:     &needs,
		Anonymous: (*call).anonymous,
		Policies:  func(container string) []document.Policy { return policies(blobs(op.Unrecognized).Container(container)) },

		Prepare:    (*call).prepare,
		Handlers:   &handlers,
		Properties: defaultProperties(),

		Codes:  map[error]errcode.Code{store.ErrNoContainer: errcode.ContainerNotFound}, // BLOB-COND-34 CONT-TAB-13
		Refuse: c.Refuse,
	})
	return s
}

func policies(c *store.Container) []document.Policy {
	if c == nil {
		return nil
	}
	return c.Policies
}

// handlers execute the operations. An operation without one is documented, but out of this server's scope.
var handlers = [op.Count]func(*call, http.ResponseWriter) error{
	op.ListContainers:           listContainers,
	op.GetBlobServiceProperties: (*call).GetServiceProperties,
	op.SetBlobServiceProperties: setServiceProperties,
	op.GetBlobServiceStats:      (*call).GetServiceStats,
	op.GetUserDelegationKey:     (*call).GetUserDelegationKey,
	op.GetAccountInformation:    getAccount,

	op.FindBlobsByTags: findBlobs,
	op.BlobBatch:       submitBatch,

	op.CreateContainer:            createContainer,
	op.GetContainerProperties:     getContainer,
	op.GetContainerMetadata:       getContainerMetadata,
	op.SetContainerMetadata:       setContainerMetadata,
	op.GetContainerACL:            getACL,
	op.SetContainerACL:            setACL,
	op.DeleteContainer:            deleteContainer,
	op.RestoreContainer:           restoreContainer,
	op.LeaseContainerAcquire:      leaseContainer,
	op.LeaseContainerRenew:        leaseContainer,
	op.LeaseContainerChange:       leaseContainer,
	op.LeaseContainerRelease:      leaseContainer,
	op.LeaseContainerBreak:        leaseContainer,
	op.ListBlobs:                  listBlobs,
	op.FindBlobsByTagsInContainer: findBlobs,
	op.ContainerBatch:             submitBatch,

	op.PutBlob:            putBlob,
	op.PutBlobFromURL:     putBlobFromURL,
	op.GetBlob:            getBlob,
	op.GetBlobProperties:  getProperties,
	op.SetBlobProperties:  setProperties,
	op.GetBlobMetadata:    getMetadata,
	op.SetBlobMetadata:    setMetadata,
	op.SetBlobExpiry:      setExpiry,
	op.GetBlobTags:        getTags,
	op.SetBlobTags:        setTags,
	op.LeaseBlobAcquire:   leaseBlob,
	op.LeaseBlobRenew:     leaseBlob,
	op.LeaseBlobChange:    leaseBlob,
	op.LeaseBlobRelease:   leaseBlob,
	op.LeaseBlobBreak:     leaseBlob,
	op.SnapshotBlob:       snapshotBlob,
	op.CopyBlob:           copyBlob,
	op.CopyBlobFromURL:    copyBlobFromURL,
	op.AbortCopyBlob:      abortCopy,
	op.DeleteBlob:         deleteBlob,
	op.UndeleteBlob:       undelete,
	op.SetBlobTier:        setTier,
	op.PutBlock:           putBlock,
	op.PutBlockFromURL:    putBlock,
	op.PutBlockList:       putBlockList,
	op.GetBlockList:       getBlockList,
	op.PutPage:            putPage,
	op.PutPageFromURL:     putPageFromURL,
	op.GetPageRanges:      getPageRanges,
	op.GetPageRangesDiff:  getPageRangesDiff,
	op.AppendBlock:        appendBlock,
	op.AppendBlockFromURL: appendBlock,
	op.AppendBlobSeal:     sealBlob,
}
