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

// bounded sends exactly how many entries the request wants, or how long the service may try: the SDK has no option for
// the latter.
func bounded(req Request) *sdk.Exchange {
	return sdk.Parameters(map[string]*string{"maxresults": req.MaxResults, "timeout": req.Timeout})
}

// Parts are what the SDK's typed options can express.
func (q Request) Parts() []any {
	kind := sdk.Optional(q.ContentType)
	return []any{
		sdk.Pointers(q.Metadata), &azfile.HTTPHeaders{ContentType: kind}, q.span(), sdk.Datasets(q.Include),
		sdk.Named{"Prefix": sdk.Optional(q.Prefix), "Marker": sdk.Optional(q.Marker), "Quota": q.Quota, "FileContentLength": q.Size, "ContentType": kind},
		sdk.Policies(q.Policies, func(id string, p sdk.Policy) *share.SignedIdentifier {
			return &share.SignedIdentifier{ID: &id, AccessPolicy: &share.AccessPolicy{Permission: p.Permission, Start: p.Start, Expiry: p.Expiry}}
		}),
	}
}

func (q Request) span() azfile.HTTPRange { return azfile.HTTPRange{Offset: q.Offset, Count: q.Count} }

func (q Request) handle() string { return *q.HandleID }

func whole(s *service.Client, _ Address) *service.Client { return s }

var (
	listShares         = sdk.On("List Shares", whole, nil, sdk.Pager[Request]((*service.Client).NewListSharesPager))
	createShare        = sdk.Bare[Request]("Create Share", shareOf, nil, (*share.Client).Create)
	getShareProperties = sdk.Bare[Request]("Get Share Properties", shareOf, nil, (*share.Client).GetProperties)
	setShareProperties = sdk.Bare[Request]("Set Share Properties", shareOf, nil, (*share.Client).SetProperties)
	getShareMetadata   = sdk.Bare("Get Share Metadata", shareOf, metadataOf, (*share.Client).GetProperties)
	setShareMetadata   = sdk.Bare[Request]("Set Share Metadata", shareOf, nil, (*share.Client).SetMetadata)
	getShareACL        = sdk.Bare[Request]("Get Share ACL", shareOf, nil, (*share.Client).GetAccessPolicy)
	setShareACL        = sdk.Bare[Request]("Set Share ACL", shareOf, nil, (*share.Client).SetAccessPolicy)
	getShareStats      = sdk.Bare[Request]("Get Share Stats", shareOf, nil, (*share.Client).GetStatistics)
	snapshotShare      = sdk.Bare[Request]("Snapshot Share", shareOf, nil, (*share.Client).CreateSnapshot)
	deleteShare        = sdk.Bare[Request]("Delete Share", shareOf, nil, (*share.Client).Delete)
	restoreShare       = sdk.On("Restore Share", shareOf, nil, sdk.MethodOf(func(q Request) string { return q.Version }, (*share.Client).Restore))

	listEntries            = sdk.On("List Directories and Files", directoryOf, bounded, sdk.Pager[Request]((*directory.Client).NewListFilesAndDirectoriesPager))
	createDirectory        = sdk.Bare[Request]("Create Directory", directoryOf, nil, (*directory.Client).Create)
	getDirectoryProperties = sdk.Bare[Request]("Get Directory Properties", directoryOf, nil, (*directory.Client).GetProperties)
	setDirectoryProperties = sdk.Bare[Request]("Set Directory Properties", directoryOf, nil, (*directory.Client).SetProperties)
	getDirectoryMetadata   = sdk.Bare("Get Directory Metadata", directoryOf, metadataOf, (*directory.Client).GetProperties)
	setDirectoryMetadata   = sdk.Bare[Request]("Set Directory Metadata", directoryOf, nil, (*directory.Client).SetMetadata)
	deleteDirectory        = sdk.Bare[Request]("Delete Directory", directoryOf, nil, (*directory.Client).Delete)
	// The SDK's method is on the source; the request is sent to the destination.
	renameDirectory = sdk.Do("Rename Directory", nil, func(ctx context.Context, s *service.Client, to Address, req Request) (any, error) {
		return directoryOf(s, *req.Source).Rename(ctx, to.Path, sdk.Options[directory.RenameOptions](req))
	})

	createFile        = sdk.On("Create File", fileOf, nil, sdk.MethodOf(func(q Request) int64 { return *q.Size }, (*azfile.Client).Create))
	getFile           = sdk.Bare("Get File", fileOf, buffered, (*azfile.Client).DownloadStream)
	getFileProperties = sdk.Bare[Request]("Get File Properties", fileOf, nil, (*azfile.Client).GetProperties)
	setFileProperties = sdk.Bare[Request]("Set File Properties", fileOf, nil, (*azfile.Client).SetHTTPHeaders)
	getFileMetadata   = sdk.Bare("Get File Metadata", fileOf, metadataOf, (*azfile.Client).GetProperties)
	setFileMetadata   = sdk.Bare[Request]("Set File Metadata", fileOf, nil, (*azfile.Client).SetMetadata)
	deleteFile        = sdk.Bare[Request]("Delete File", fileOf, nil, (*azfile.Client).Delete)
	renameFile        = sdk.Do("Rename File", nil, func(ctx context.Context, s *service.Client, to Address, req Request) (any, error) {
		return fileOf(s, *req.Source).Rename(ctx, to.Path, sdk.Options[azfile.RenameOptions](req))
	})
	putRange = sdk.On("Put Range", fileOf, bounded, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.UploadRange(ctx, req.Offset, streaming.NopCloser(bytes.NewReader(req.Body)), nil)
	})
	clearRange = sdk.On("Put Range clear", fileOf, nil, sdk.MethodOf(Request.span, (*azfile.Client).ClearRange))
	listRanges = sdk.Bare[Request]("List Ranges", fileOf, nil, (*azfile.Client).GetRangeList)
	abortCopy  = sdk.On("Abort Copy File", fileOf, nil, sdk.MethodOf(func(q Request) string { return *q.CopyID }, (*azfile.Client).AbortCopy))

	listFileHandles       = sdk.Bare("List Handles", fileOf, bounded, (*azfile.Client).ListHandles)
	listDirectoryHandles  = sdk.Bare("List Handles", directoryOf, bounded, (*directory.Client).ListHandles)
	closeFileHandles      = sdk.On("Force Close Handles", fileOf, nil, sdk.MethodOf(Request.handle, (*azfile.Client).ForceCloseHandles))
	closeDirectoryHandles = sdk.On("Force Close Handles", directoryOf, nil, sdk.MethodOf(Request.handle, (*directory.Client).ForceCloseHandles))

	copyFile        = sdk.From("Copy File", fileOf, nil, false, readableURL, sdk.Copying[Request]((*azfile.Client).StartCopyFromURL))
	putRangeFromURL = sdk.From("Put Range from URL", fileOf, nil, true, readableURL, func(ctx context.Context, c *azfile.Client, source string, req Request) (any, error) {
		return c.UploadRangeFromURL(ctx, source, 0, req.Offset, req.Count, nil)
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
