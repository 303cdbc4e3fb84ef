package operation

// The operations of the File service.
const (
	// On the service.
	ListShares Operation = queueEnd + iota
	GetFileServiceProperties
	SetFileServiceProperties
	GetFileUserDelegationKey // Microsoft uses the same name as for the Blob service
	PreflightFileRequest

	// On a share.
	CreateShare
	GetShareProperties
	SetShareProperties
	GetShareMetadata
	SetShareMetadata
	GetShareACL
	SetShareACL
	GetShareStats
	SnapshotShare
	CreatePermission
	GetPermission
	DeleteShare
	RestoreShare
	LeaseShareAcquire
	LeaseShareRenew
	LeaseShareChange
	LeaseShareRelease
	LeaseShareBreak

	// On a directory.
	ListDirectoriesAndFiles
	CreateDirectory
	GetDirectoryProperties
	SetDirectoryProperties
	GetDirectoryMetadata
	SetDirectoryMetadata
	RenameDirectory
	DeleteDirectory

	// On a file.
	CreateFile
	GetFile
	GetFileProperties
	SetFileProperties
	GetFileMetadata
	SetFileMetadata
	PutRange
	PutRangeFromURL
	ListRanges
	CopyFile
	AbortCopyFile
	RenameFile
	DeleteFile
	LeaseFileAcquire
	LeaseFileChange
	LeaseFileRelease
	LeaseFileBreak
	CreateHardLink
	CreateSymbolicLink
	GetSymbolicLink

	// On a file or a directory.
	ListHandles
	ForceCloseHandles

	fileEnd // one past the last
)

var fileNames = [...]string{
	ListShares:               "List Shares",
	GetFileServiceProperties: "Get File Service Properties",
	SetFileServiceProperties: "Set File Service Properties",
	GetFileUserDelegationKey: "Get User Delegation Key (File)",
	PreflightFileRequest:     "Preflight File Request",
	CreateShare:              "Create Share",
	GetShareProperties:       "Get Share Properties",
	SetShareProperties:       "Set Share Properties",
	GetShareMetadata:         "Get Share Metadata",
	SetShareMetadata:         "Set Share Metadata",
	GetShareACL:              "Get Share ACL",
	SetShareACL:              "Set Share ACL",
	GetShareStats:            "Get Share Stats",
	SnapshotShare:            "Snapshot Share",
	CreatePermission:         "Create Permission",
	GetPermission:            "Get Permission",
	DeleteShare:              "Delete Share",
	RestoreShare:             "Restore Share",
	LeaseShareAcquire:        "Lease Share acquire",
	LeaseShareRenew:          "Lease Share renew",
	LeaseShareChange:         "Lease Share change",
	LeaseShareRelease:        "Lease Share release",
	LeaseShareBreak:          "Lease Share break",
	ListDirectoriesAndFiles:  "List Directories and Files",
	CreateDirectory:          "Create Directory",
	GetDirectoryProperties:   "Get Directory Properties",
	SetDirectoryProperties:   "Set Directory Properties",
	GetDirectoryMetadata:     "Get Directory Metadata",
	SetDirectoryMetadata:     "Set Directory Metadata",
	RenameDirectory:          "Rename Directory",
	DeleteDirectory:          "Delete Directory",
	CreateFile:               "Create File",
	GetFile:                  "Get File",
	GetFileProperties:        "Get File Properties",
	SetFileProperties:        "Set File Properties",
	GetFileMetadata:          "Get File Metadata",
	SetFileMetadata:          "Set File Metadata",
	PutRange:                 "Put Range",
	PutRangeFromURL:          "Put Range From URL",
	ListRanges:               "List Ranges",
	CopyFile:                 "Copy File",
	AbortCopyFile:            "Abort Copy File",
	RenameFile:               "Rename File",
	DeleteFile:               "Delete File",
	LeaseFileAcquire:         "Lease File acquire",
	LeaseFileChange:          "Lease File change",
	LeaseFileRelease:         "Lease File release",
	LeaseFileBreak:           "Lease File break",
	CreateHardLink:           "Create Hard Link",
	CreateSymbolicLink:       "Create Symbolic Link",
	GetSymbolicLink:          "Get Symbolic Link",
	ListHandles:              "List Handles",
	ForceCloseHandles:        "Force Close Handles",
}
