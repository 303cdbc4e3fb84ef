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

// metadataOf makes a read of properties one of metadata: the SDK has no method for it.
func metadataOf(Request) *sdk.Exchange {
	return &sdk.Exchange{Query: url.Values{"comp": {"metadata"}}}
}

func buffered(Request) *sdk.Exchange { return &sdk.Exchange{Buffered: true} }

// limited says maxresults exactly as the request does.
func limited(req Request) *sdk.Exchange {
	if req.MaxResults == nil {
		return nil
	}
	return &sdk.Exchange{Query: url.Values{"maxresults": {*req.MaxResults}}}
}

// bounded says for how long the service may try: the SDK has no option for it.
func bounded(req Request) *sdk.Exchange {
	if req.Timeout == nil {
		return nil
	}
	return &sdk.Exchange{Query: url.Values{"timeout": {*req.Timeout}}}
}

var (
	listShares = sdk.Do("List Shares", nil, func(ctx context.Context, s *service.Client, _ Address, req Request) (any, error) {
		o := &service.ListSharesOptions{Prefix: sdk.Optional(req.Prefix), Marker: sdk.Optional(req.Marker)}
		for _, dataset := range req.Include {
			o.Include.Snapshots = o.Include.Snapshots || dataset == "snapshots"
		}
		return s.NewListSharesPager(o).NextPage(ctx)
	})
	createShare = onShare("Create Share", nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
		return c.Create(ctx, &share.CreateOptions{Metadata: sdk.Pointers(req.Metadata), Quota: req.Quota})
	})
	getShareProperties = onShare("Get Share Properties", nil, func(ctx context.Context, c *share.Client, _ Request) (any, error) {
		return c.GetProperties(ctx, nil)
	})
	setShareProperties = onShare("Set Share Properties", nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
		return c.SetProperties(ctx, &share.SetPropertiesOptions{Quota: req.Quota})
	})
	getShareMetadata = onShare("Get Share Metadata", metadataOf, func(ctx context.Context, c *share.Client, _ Request) (any, error) {
		return c.GetProperties(ctx, nil)
	})
	setShareMetadata = onShare("Set Share Metadata", nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
		return c.SetMetadata(ctx, &share.SetMetadataOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	getShareACL = onShare("Get Share ACL", nil, func(ctx context.Context, c *share.Client, _ Request) (any, error) {
		return c.GetAccessPolicy(ctx, nil)
	})
	setShareACL = onShare("Set Share ACL", nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
		return c.SetAccessPolicy(ctx, &share.SetAccessPolicyOptions{ShareACL: identifiers(req.Policies)})
	})
	getShareStats = onShare("Get Share Stats", nil, func(ctx context.Context, c *share.Client, _ Request) (any, error) {
		return c.GetStatistics(ctx, nil)
	})
	snapshotShare = onShare("Snapshot Share", nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
		return c.CreateSnapshot(ctx, &share.CreateSnapshotOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	deleteShare = onShare("Delete Share", nil, func(ctx context.Context, c *share.Client, _ Request) (any, error) {
		return c.Delete(ctx, nil)
	})

	listEntries = onDirectory("List Directories and Files", limited, func(ctx context.Context, c *directory.Client, req Request) (any, error) {
		return c.NewListFilesAndDirectoriesPager(&directory.ListFilesAndDirectoriesOptions{Prefix: sdk.Optional(req.Prefix), Marker: sdk.Optional(req.Marker)}).NextPage(ctx)
	})
	createDirectory = onDirectory("Create Directory", nil, func(ctx context.Context, c *directory.Client, req Request) (any, error) {
		return c.Create(ctx, &directory.CreateOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	getDirectoryProperties = onDirectory("Get Directory Properties", nil, func(ctx context.Context, c *directory.Client, _ Request) (any, error) {
		return c.GetProperties(ctx, nil)
	})
	setDirectoryProperties = onDirectory("Set Directory Properties", nil, func(ctx context.Context, c *directory.Client, _ Request) (any, error) {
		return c.SetProperties(ctx, nil)
	})
	getDirectoryMetadata = onDirectory("Get Directory Metadata", metadataOf, func(ctx context.Context, c *directory.Client, _ Request) (any, error) {
		return c.GetProperties(ctx, nil)
	})
	setDirectoryMetadata = onDirectory("Set Directory Metadata", nil, func(ctx context.Context, c *directory.Client, req Request) (any, error) {
		return c.SetMetadata(ctx, &directory.SetMetadataOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	deleteDirectory = onDirectory("Delete Directory", nil, func(ctx context.Context, c *directory.Client, _ Request) (any, error) {
		return c.Delete(ctx, nil)
	})
	// The SDK asks the source to move, the request goes to where it moves to.
	renameDirectory = sdk.Do("Rename Directory", nil, func(ctx context.Context, s *service.Client, to Address, req Request) (any, error) {
		return directoryOf(s, *req.Source).Rename(ctx, to.Path, &directory.RenameOptions{Metadata: sdk.Pointers(req.Metadata)})
	})

	createFile = onFile("Create File", nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.Create(ctx, *req.Size, &azfile.CreateOptions{HTTPHeaders: &azfile.HTTPHeaders{ContentType: sdk.Optional(req.ContentType)}, Metadata: sdk.Pointers(req.Metadata)})
	})
	getFile = onFile("Get File", buffered, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.DownloadStream(ctx, &azfile.DownloadStreamOptions{Range: azfile.HTTPRange{Offset: req.Offset, Count: req.Count}})
	})
	getFileProperties = onFile("Get File Properties", nil, func(ctx context.Context, c *azfile.Client, _ Request) (any, error) {
		return c.GetProperties(ctx, nil)
	})
	setFileProperties = onFile("Set File Properties", nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.SetHTTPHeaders(ctx, &azfile.SetHTTPHeadersOptions{FileContentLength: req.Size, HTTPHeaders: &azfile.HTTPHeaders{ContentType: sdk.Optional(req.ContentType)}})
	})
	getFileMetadata = onFile("Get File Metadata", metadataOf, func(ctx context.Context, c *azfile.Client, _ Request) (any, error) {
		return c.GetProperties(ctx, nil)
	})
	setFileMetadata = onFile("Set File Metadata", nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.SetMetadata(ctx, &azfile.SetMetadataOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	deleteFile = onFile("Delete File", nil, func(ctx context.Context, c *azfile.Client, _ Request) (any, error) {
		return c.Delete(ctx, nil)
	})
	renameFile = sdk.Do("Rename File", nil, func(ctx context.Context, s *service.Client, to Address, req Request) (any, error) {
		return fileOf(s, *req.Source).Rename(ctx, to.Path, &azfile.RenameOptions{ContentType: sdk.Optional(req.ContentType), Metadata: sdk.Pointers(req.Metadata)})
	})
	putRange = onFile("Put Range", bounded, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.UploadRange(ctx, req.Offset, streaming.NopCloser(bytes.NewReader(req.Body)), nil)
	})
	clearRange = onFile("Put Range clear", nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.ClearRange(ctx, azfile.HTTPRange{Offset: req.Offset, Count: req.Count}, nil)
	})
	listRanges = onFile("List Ranges", nil, func(ctx context.Context, c *azfile.Client, _ Request) (any, error) {
		return c.GetRangeList(ctx, nil)
	})
	abortCopy = onFile("Abort Copy File", nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.AbortCopy(ctx, *req.CopyID, nil)
	})

	listFileHandles = onFile("List Handles", limited, func(ctx context.Context, c *azfile.Client, _ Request) (any, error) {
		return c.ListHandles(ctx, nil)
	})
	listDirectoryHandles = onDirectory("List Handles", limited, func(ctx context.Context, c *directory.Client, _ Request) (any, error) {
		return c.ListHandles(ctx, nil)
	})
	closeFileHandles = onFile("Force Close Handles", nil, func(ctx context.Context, c *azfile.Client, req Request) (any, error) {
		return c.ForceCloseHandles(ctx, *req.HandleID, nil)
	})
	closeDirectoryHandles = onDirectory("Force Close Handles", nil, func(ctx context.Context, c *directory.Client, req Request) (any, error) {
		return c.ForceCloseHandles(ctx, *req.HandleID, nil)
	})
)

// either takes the one operation for files and the other for directories.
func either(file, directory performer) performer {
	return func(ctx context.Context, c *client, a Address, req Request) (scenario.Response, error) {
		if a.Kind == kindFile {
			return file(ctx, c, a, req)
		}
		return directory(ctx, c, a, req)
	}
}

// fromURL makes an operation that reads a source by a URL that grants it. Where a token
// does instead, token makes what names it.
func fromURL(name string, token func(*sdk.Exchange) *sdk.Exchange, method func(ctx context.Context, c *azfile.Client, source string, req Request) (any, error)) performer {
	return func(ctx context.Context, c *client, a Address, req Request) (scenario.Response, error) {
		source, err := readableURL(c, *req.Source)
		if err != nil {
			return scenario.Response{}, err
		}
		return onFile(name, func(Request) *sdk.Exchange {
			if token == nil || !c.Bearing() {
				return nil
			}
			return token(nil)
		}, func(ctx context.Context, f *azfile.Client, req Request) (any, error) {
			return method(ctx, f, source, req)
		})(ctx, c, a, req)
	}
}

var (
	copyFile = fromURL("Copy File", nil, func(ctx context.Context, c *azfile.Client, source string, req Request) (any, error) {
		return c.StartCopyFromURL(ctx, source, &azfile.StartCopyFromURLOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	putRangeFromURL = fromURL("Put Range from URL", (*sdk.Exchange).AuthorizeSource, func(ctx context.Context, c *azfile.Client, source string, req Request) (any, error) {
		return c.UploadRangeFromURL(ctx, source, 0, req.Offset, req.Count, nil)
	})
)

// identifiers are stored access policies in the SDK's form.
func identifiers(policies []scenario.Policy) []*share.SignedIdentifier {
	var acl []*share.SignedIdentifier
	for _, p := range policies {
		id := &share.SignedIdentifier{ID: &p.ID, AccessPolicy: &share.AccessPolicy{Permission: sdk.Optional(p.Permission)}}
		if !p.Start.IsZero() {
			id.AccessPolicy.Start = &p.Start
		}
		if !p.Expiry.IsZero() {
			id.AccessPolicy.Expiry = &p.Expiry
		}
		acl = append(acl, id)
	}
	return acl
}
