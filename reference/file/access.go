package file

import (
	"ifmatch/reference/auth"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
)

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
