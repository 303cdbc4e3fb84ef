package blob

import op "ifmatch/reference/operation"

// handlers execute the operations; one that has none is documented, and out of this server's scope.
var handlers = [op.Count]handler{
	op.ListContainers:           listContainers,
	op.GetBlobServiceProperties: getServiceProperties,
	op.SetBlobServiceProperties: setServiceProperties,
	op.GetAccountInformation:    getAccount,

	op.CreateContainer:        createContainer,
	op.GetContainerProperties: getContainer,
	op.GetContainerMetadata:   getContainerMetadata,
	op.SetContainerMetadata:   setContainerMetadata,
	op.GetContainerACL:        getACL,
	op.SetContainerACL:        setACL,
	op.DeleteContainer:        deleteContainer,
	op.LeaseContainerAcquire:  leaseContainer,
	op.LeaseContainerRenew:    leaseContainer,
	op.LeaseContainerChange:   leaseContainer,
	op.LeaseContainerRelease:  leaseContainer,
	op.LeaseContainerBreak:    leaseContainer,
	op.ListBlobs:              listBlobs,

	op.PutBlob:            putBlob,
	op.PutBlobFromURL:     putBlobFromURL,
	op.GetBlob:            getBlob,
	op.GetBlobProperties:  getProperties,
	op.SetBlobProperties:  setProperties,
	op.GetBlobMetadata:    getMetadata,
	op.SetBlobMetadata:    setMetadata,
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
	op.SetBlobTier:        setTier,
	op.PutBlock:           putBlock,
	op.PutBlockFromURL:    putBlockFromURL,
	op.PutBlockList:       putBlockList,
	op.GetBlockList:       getBlockList,
	op.PutPage:            putPage,
	op.PutPageFromURL:     putPageFromURL,
	op.GetPageRanges:      getPageRanges,
	op.AppendBlock:        appendBlock,
	op.AppendBlockFromURL: appendBlockFromURL,
}

// Implemented reports whether the server executes the operation, instead of answering 501.
func Implemented(o op.Operation) bool { return o < op.Count && handlers[o] != nil }
