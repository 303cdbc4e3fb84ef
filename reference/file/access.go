package file

import (
	"ifmatch/reference/auth"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
)

// needs are what a shared access signature must grant. // D:Create an account SAS, File service
var needs = func() (n [op.Count]frontend.Need) {
	grant := func(anyOf string, on auth.Kind, operations ...op.Operation) {
		for _, o := range operations {
			n[o] = frontend.Need{AnyOf: anyOf, On: on}
		}
	}
	grant("l", auth.Service, op.ListShares)
	grant("r", auth.Service, op.GetFileServiceProperties, op.GetFileUserDelegationKey)
	grant("w", auth.Service, op.SetFileServiceProperties)
	grant("cw", auth.Container, op.CreateShare, op.SnapshotShare, op.CreatePermission)
	grant("r", auth.Container, op.GetShareProperties, op.GetShareMetadata, op.GetShareStats, op.GetPermission)
	grant("w", auth.Container, op.SetShareProperties, op.SetShareMetadata, op.RestoreShare,
		op.LeaseShareAcquire, op.LeaseShareRenew, op.LeaseShareChange, op.LeaseShareRelease)
	grant("", auth.Container, op.GetShareACL, op.SetShareACL)
	grant("dw", auth.Container, op.LeaseShareBreak)
	grant("d", auth.Container, op.DeleteShare)
	grant("l", auth.Container, op.ListDirectoriesAndFiles, op.ListHandles)
	grant("r", auth.Object, op.GetDirectoryProperties, op.GetDirectoryMetadata, op.GetFile, op.GetFileProperties,
		op.GetFileMetadata, op.ListRanges, op.GetSymbolicLink)
	grant("cw", auth.Object, op.CreateDirectory, op.CreateFile, op.CopyFile, op.CreateHardLink, op.CreateSymbolicLink)
	grant("w", auth.Object, op.SetDirectoryProperties, op.SetDirectoryMetadata, op.RenameDirectory, op.SetFileProperties,
		op.SetFileMetadata, op.PutRange, op.PutRangeFromURL, op.AbortCopyFile, op.RenameFile,
		op.LeaseFileAcquire, op.LeaseFileChange, op.LeaseFileRelease, op.ForceCloseHandles)
	grant("dw", auth.Object, op.LeaseFileBreak)
	grant("d", auth.Object, op.DeleteDirectory, op.DeleteFile)
	return n
}()
