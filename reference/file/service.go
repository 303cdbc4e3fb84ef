// Package file is the File service of the reference server. It describes the service to the front end, checks requests
// against the rules, and translates between HTTP and the store.
//
// An operation first reads and checks its headers, then its body, and only then takes the lock of its share. Under the
// lock it looks at the file and at the open handles of SMB clients, and acts. How an operation treats handles and
// leases is in reference/rules.
package file

import (
	"net/http"

	"ifmatch/reference/auth"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

// Service is the File service of one account. It is an http.Handler.
type Service struct {
	*frontend.Front[*call]
	stores op.Stores[files.Store]
	copies frontend.Copies[pendingCopy]
}

// New makes the File service of one account.
func New(c frontend.Config, stores op.Stores[files.Store]) *Service {
	s := &Service{stores: stores}
	s.Front = frontend.New(c, frontend.Service[*call]{
		Name:      op.FileService,
		Preflight: op.PreflightFileRequest,
		Oldest:    "2014-02-14",
		Primary:   true,

		New:       func() *call { return &call{service: s} },
		Address:   (*call).parse,
		Operation: (*call).operation,

		Needs:    &needs,
		Policies: func(share string) []document.Policy { return policies(stores(op.Unrecognized).Share(share)) },

		Prepare:    (*call).prepare,
		Handlers:   &handlers,
		Properties: defaultProperties(),

		Codes: map[error]errcode.Code{
			files.ErrNoShare:    errcode.ShareNotFound, // FILE-DEL-22
			files.ErrNoSnapshot: errcode.ShareSnapshotNotFound,
		},
		Refuse: c.Refuse,
	})
	return s
}

func policies(s *files.Share) []document.Policy {
	if s == nil {
		return nil
	}
	return s.Policies
}

// defaultProperties returns the properties of the service until others are set. The File service has no logging.
func defaultProperties() document.Properties {
	p := document.DefaultProperties()
	p.Logging = nil
	p.Protocols = &document.ProtocolSettings{}
	return p
}

// setServiceProperties is Set File Service Properties. Only premium accounts have SMB Multichannel, and this one is not premium.
func setServiceProperties(c *call, w http.ResponseWriter) error {
	body, err := c.Body(c.Rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	given, err := document.ParseProperties(body)
	if err != nil {
		return err
	}
	if p := given.Protocols; p != nil && p.SMB.Multichannel.Enabled {
		return errcode.New(errcode.FeatureNotSupportedOnStorageAccount)
	}
	return c.ReplaceProperties(w, given)
}

// handlers execute the operations. An operation without one is documented, but out of this server's scope.
var handlers = [op.Count]func(*call, http.ResponseWriter) error{
	op.ListShares:               listShares,
	op.GetFileServiceProperties: (*call).GetServiceProperties,
	op.SetFileServiceProperties: setServiceProperties,
	op.GetFileUserDelegationKey: (*call).GetUserDelegationKey,

	op.CreateShare:        createShare,
	op.GetShareProperties: getShare,
	op.SetShareProperties: setShareProperties,
	op.GetShareMetadata:   getShareMetadata,
	op.SetShareMetadata:   setShareMetadata,
	op.GetShareACL:        getACL,
	op.SetShareACL:        setACL,
	op.GetShareStats:      getStats,
	op.SnapshotShare:      snapshotShare,
	op.CreatePermission:   createPermission,
	op.GetPermission:      getPermission,
	op.DeleteShare:        deleteShare,
	op.RestoreShare:       restoreShare,
	op.LeaseShareAcquire:  leaseShare,
	op.LeaseShareRenew:    leaseShare,
	op.LeaseShareChange:   leaseShare,
	op.LeaseShareRelease:  leaseShare,
	op.LeaseShareBreak:    leaseShare,

	op.ListDirectoriesAndFiles: listFiles,
	op.CreateDirectory:         createDirectory,
	op.GetDirectoryProperties:  getDirectory,
	op.SetDirectoryProperties:  setDirectoryProperties,
	op.GetDirectoryMetadata:    getMetadata,
	op.SetDirectoryMetadata:    setMetadata,
	op.RenameDirectory:         rename,
	op.DeleteDirectory:         deleteDirectory,

	op.CreateFile:        createFile,
	op.GetFile:           getFile,
	op.GetFileProperties: getFileProperties,
	op.SetFileProperties: setFileProperties,
	op.GetFileMetadata:   getMetadata,
	op.SetFileMetadata:   setMetadata,
	op.PutRange:          putRange,
	op.PutRangeFromURL:   putRangeFromURL,
	op.CopyFile:          copyFile,
	op.AbortCopyFile:     abortCopy,
	op.RenameFile:        rename,
	op.ListRanges:        listRanges,
	op.DeleteFile:        deleteFile,
	op.LeaseFileAcquire:  leaseFile,
	op.LeaseFileChange:   leaseFile,
	op.LeaseFileRelease:  leaseFile,
	op.LeaseFileBreak:    leaseFile,

	op.ListHandles:       listHandles,
	op.ForceCloseHandles: closeHandles,
}

// needs lists the permissions that a shared access signature must grant. // D:Create an account SAS, File service
var needs = func() (n frontend.Needs) {
	n.Grant("l", auth.Service, op.ListShares)
	n.Grant("r", auth.Service, op.GetFileServiceProperties, op.GetFileUserDelegationKey)
	n.Grant("w", auth.Service, op.SetFileServiceProperties)
	n.Grant("cw", auth.Container, op.CreateShare, op.SnapshotShare, op.CreatePermission)
	n.Grant("r", auth.Container, op.GetShareProperties, op.GetShareMetadata, op.GetShareStats, op.GetPermission)
	n.Grant("w", auth.Container, op.SetShareProperties, op.SetShareMetadata, op.RestoreShare,
		op.LeaseShareAcquire, op.LeaseShareRenew, op.LeaseShareChange, op.LeaseShareRelease)
	n.Grant("", auth.Container, op.GetShareACL, op.SetShareACL)
	n.Grant("dw", auth.Container, op.LeaseShareBreak)
	n.Grant("d", auth.Container, op.DeleteShare)
	n.Grant("l", auth.Container, op.ListDirectoriesAndFiles, op.ListHandles)
	n.Grant("r", auth.Object, op.GetDirectoryProperties, op.GetDirectoryMetadata, op.GetFile, op.GetFileProperties,
		op.GetFileMetadata, op.ListRanges, op.GetSymbolicLink)
	n.Grant("cw", auth.Object, op.CreateDirectory, op.CreateFile, op.CopyFile, op.CreateHardLink, op.CreateSymbolicLink)
	n.Grant("w", auth.Object, op.SetDirectoryProperties, op.SetDirectoryMetadata, op.RenameDirectory, op.SetFileProperties,
		op.SetFileMetadata, op.PutRange, op.PutRangeFromURL, op.AbortCopyFile, op.RenameFile,
		op.LeaseFileAcquire, op.LeaseFileChange, op.LeaseFileRelease, op.ForceCloseHandles)
	n.Grant("dw", auth.Object, op.LeaseFileBreak)
	n.Grant("d", auth.Object, op.DeleteDirectory, op.DeleteFile)
	return n
}()
