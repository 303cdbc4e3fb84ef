package file

import (
	"bytes"
	"context"
	"net/url"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/directory"
	azfile "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// metadataOf turns a read of properties into one of metadata: the SDK has no method for it.
func metadataOf(Request) *sdk.Exchange {
	return &sdk.Exchange{Query: url.Values{"comp": {"metadata"}}}
}

func buffered(Request) *sdk.Exchange { return &sdk.Exchange{Buffered: true} }

// limited sends maxresults exactly as the request has it.
func limited(req Request) *sdk.Exchange {
	return sdk.Parameters(map[string]*string{"maxresults": req.MaxResults})
}

// bounded says how long the service may try: the SDK has no option for that.
func bounded(req Request) *sdk.Exchange {
	return sdk.Parameters(map[string]*string{"timeout": req.Timeout})
}

var (
	listShares = sdk.Do("List Shares", nil, func(ctx context.Context, s *service.Client, _ Address, req Request) (any, error) {
		o := &service.ListSharesOptions{Prefix: sdk.Optional(req.Prefix), Marker: sdk.Optional(req.Marker)}
		datasets := map[string]*bool{"deleted": &o.Include.Deleted, "snapshots": &o.Include.Snapshots}
		for _, dataset := range req.Include {
			*datasets[dataset] = true
		}
		return s.NewListSharesPager(o).NextPage(ctx)
	})
	createShare = sdk.On("Create Share", shareOf, nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
		return c.Create(ctx, &share.CreateOptions{Metadata: sdk.Pointers(req.Metadata), Quota: req.Quota})
	})
	getShareProperties = sdk.Bare[Request]("Get Share Properties", shareOf, nil, (*share.Client).GetProperties)
	setShareProperties = sdk.On("Set Share Properties", shareOf, nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
		return c.SetProperties(ctx, &share.SetPropertiesOptions{Quota: req.Quota})
	})
	getShareMetadata = sdk.Bare[Request]("Get Share Metadata", shareOf, metadataOf, (*share.Client).GetProperties)
	setShareMetadata = sdk.On("Set Share Metadata", shareOf, nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
		return c.SetMetadata(ctx, &share.SetMetadataOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	getShareACL = sdk.Bare[Request]("Get Share ACL", shareOf, nil, (*share.Client).GetAccessPolicy)
	setShareACL = sdk.On("Set Share ACL", shareOf, nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
		acl := sdk.Policies(req.Policies, func(id string, p sdk.Policy) *share.SignedIdentifier {
			return &share.SignedIdentifier{ID: &id, AccessPolicy: &share.AccessPolicy{Permission: p.Permission, Start: p.Start, Expiry: p.Expiry}}
		})
		return c.SetAccessPolicy(ctx, &share.SetAccessPolicyOptions{ShareACL: acl})
	})
	getShareStats = sdk.Bare[Request]("Get Share Stats", shareOf, nil, (*share.Client).GetStatistics)
	snapshotShare = sdk.On("Snapshot Share", shareOf, nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
		return c.CreateSnapshot(ctx, &share.CreateSnapshotOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	deleteShare  = sdk.Bare[Request]("Delete Share", shareOf, nil, (*share.Client).Delete)
	restoreShare = sdk.On("Restore Share", shareOf, nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
		return c.Restore(ctx, req.Version, nil)
	})

	listEntries = sdk.On("List Directories and Files", directoryOf, limited, func(ctx context.Context, c *directory.Client, req Request) (any, error) {
		return c.NewListFilesAndDirectoriesPager(&directory.ListFilesAndDirectoriesOptions{Prefix: sdk.Optional(req.Prefix), Marker: sdk.Optional(req.Marker)}).NextPage(ctx)
	})
	createDirectory = sdk.On("Create Directory", directoryOf, nil, func(ctx context.Context, c *directory.Client, req Request) (any, error) {
		return c.Create(ctx, &directory.CreateOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	getDirectoryProperties = sdk.Bare[Request]("Get Directory Properties", directoryOf, nil, (*directory.Client).GetProperties)
	setDirectoryProperties = sdk.Bare[Request]("Set Directory Properties", directoryOf, nil, (*directory.Client).SetProperties)
	getDirectoryMetadata   = sdk.Bare[Request]("Get Directory Metadata", directoryOf, metadataOf, (*directory.Client).GetProperties)
	setDirectoryMetadata   = sdk.On("Set Directory Metadata", directoryOf, nil, func(ctx context.Context, c *directory.Client, req Request) (any, error) {
		return c.SetMetadata(ctx, &directory.SetMetadataOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	deleteDirectory = sdk.Bare[Request]("Delete Directory", directoryOf, nil, (*directory.Client).Delete)
	// The SDK's method is on the source; the request is sent to the destination.
	renameDirectory = sdk.Do("Rename Directory", nil, func(ctx context.Context, s *service.Client, to Address, req Request) (any, error) {
		return directoryOf(s, *req.Source).Rename(ctx, to.Path, &directory.RenameOptions{Metadata: sdk.Pointers(req.Metadata)})
	})

	createFile = sdk.On("Create File", fileOf, nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.Create(ctx, *req.Size, &azfile.CreateOptions{HTTPHeaders: &azfile.HTTPHeaders{ContentType: sdk.Optional(req.ContentType)}, Metadata: sdk.Pointers(req.Metadata)})
	})
	getFile = sdk.On("Get File", fileOf, buffered, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.DownloadStream(ctx, &azfile.DownloadStreamOptions{Range: azfile.HTTPRange{Offset: req.Offset, Count: req.Count}})
	})
	getFileProperties = sdk.Bare[Request]("Get File Properties", fileOf, nil, (*azfile.Client).GetProperties)
	setFileProperties = sdk.On("Set File Properties", fileOf, nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.SetHTTPHeaders(ctx, &azfile.SetHTTPHeadersOptions{FileContentLength: req.Size, HTTPHeaders: &azfile.HTTPHeaders{ContentType: sdk.Optional(req.ContentType)}})
	})
	getFileMetadata = sdk.Bare[Request]("Get File Metadata", fileOf, metadataOf, (*azfile.Client).GetProperties)
	setFileMetadata = sdk.On("Set File Metadata", fileOf, nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.SetMetadata(ctx, &azfile.SetMetadataOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	deleteFile = sdk.Bare[Request]("Delete File", fileOf, nil, (*azfile.Client).Delete)
	renameFile = sdk.Do("Rename File", nil, func(ctx context.Context, s *service.Client, to Address, req Request) (any, error) {
		return fileOf(s, *req.Source).Rename(ctx, to.Path, &azfile.RenameOptions{ContentType: sdk.Optional(req.ContentType), Metadata: sdk.Pointers(req.Metadata)})
	})
	putRange = sdk.On("Put Range", fileOf, bounded, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.UploadRange(ctx, req.Offset, streaming.NopCloser(bytes.NewReader(req.Body)), nil)
	})
	clearRange = sdk.On("Put Range clear", fileOf, nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.ClearRange(ctx, azfile.HTTPRange{Offset: req.Offset, Count: req.Count}, nil)
	})
	listRanges = sdk.Bare[Request]("List Ranges", fileOf, nil, (*azfile.Client).GetRangeList)
	abortCopy  = sdk.On("Abort Copy File", fileOf, nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.AbortCopy(ctx, *req.CopyID, nil)
	})

	listFileHandles      = sdk.Bare[Request]("List Handles", fileOf, limited, (*azfile.Client).ListHandles)
	listDirectoryHandles = sdk.Bare[Request]("List Handles", directoryOf, limited, (*directory.Client).ListHandles)
	closeFileHandles     = sdk.On("Force Close Handles", fileOf, nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.ForceCloseHandles(ctx, *req.HandleID, nil)
	})
	closeDirectoryHandles = sdk.On("Force Close Handles", directoryOf, nil, func(ctx context.Context, c *directory.Client, req Request) (any, error) {
		return c.ForceCloseHandles(ctx, *req.HandleID, nil)
	})
)

// either combines an operation for files with the one for directories.
func either(file, directory performer) performer {
	return func(ctx context.Context, c *client, a Address, req Request) (scenario.Response, error) {
		if a.Kind == kindFile {
			return file(ctx, c, a, req)
		}
		return directory(ctx, c, a, req)
	}
}

var (
	copyFile = sdk.From("Copy File", fileOf, nil, false, readableURL, func(ctx context.Context, c *azfile.Client, source string, req Request) (any, error) {
		return c.StartCopyFromURL(ctx, source, &azfile.StartCopyFromURLOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	putRangeFromURL = sdk.From("Put Range from URL", fileOf, nil, true, readableURL, func(ctx context.Context, c *azfile.Client, source string, req Request) (any, error) {
		return c.UploadRangeFromURL(ctx, source, 0, req.Offset, req.Count, nil)
	})
)
