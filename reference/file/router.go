package file

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/files"
)

// parse reads the path of the request.
func (c *call) parse(path string) (err error) {
	dots, _ := strconv.ParseBool(c.Get(hAllowTrailingDot))
	c.address, err = parseAddress(path, dots, &c.Rules.File.Limits)
	return err
}

var ofAccount = frontend.Route{"GET list": op.ListShares}

var ofService = frontend.Route{
	"GET properties":         op.GetFileServiceProperties,
	"PUT properties":         op.SetFileServiceProperties,
	"POST userdelegationkey": op.GetFileUserDelegationKey,
}

var ofShare = frontend.Route{
	"PUT ":               op.CreateShare,
	"GET ":               op.GetShareProperties,
	"HEAD ":              op.GetShareProperties,
	"DELETE ":            op.DeleteShare,
	"PUT properties":     op.SetShareProperties,
	"GET metadata":       op.GetShareMetadata,
	"HEAD metadata":      op.GetShareMetadata,
	"PUT metadata":       op.SetShareMetadata,
	"GET acl":            op.GetShareACL,
	"HEAD acl":           op.GetShareACL,
	"PUT acl":            op.SetShareACL,
	"GET stats":          op.GetShareStats,
	"PUT snapshot":       op.SnapshotShare,
	"PUT filepermission": op.CreatePermission,
	"GET filepermission": op.GetPermission,
	"PUT undelete":       op.RestoreShare,
	"PUT lease":          op.LeaseShareAcquire, // the action header decides
}

var ofDirectory = frontend.Route{
	"PUT ":           op.CreateDirectory,
	"GET ":           op.GetDirectoryProperties,
	"HEAD ":          op.GetDirectoryProperties,
	"DELETE ":        op.DeleteDirectory,
	"PUT properties": op.SetDirectoryProperties,
	"GET metadata":   op.GetDirectoryMetadata,
	"HEAD metadata":  op.GetDirectoryMetadata,
	"PUT metadata":   op.SetDirectoryMetadata,
	"GET list":       op.ListDirectoriesAndFiles,
	"PUT rename":     op.RenameDirectory,
}

var ofFile = frontend.Route{
	"PUT ":           op.CreateFile, // a copy source makes it another operation
	"GET ":           op.GetFile,
	"HEAD ":          op.GetFileProperties,
	"DELETE ":        op.DeleteFile,
	"PUT properties": op.SetFileProperties,
	"GET metadata":   op.GetFileMetadata,
	"HEAD metadata":  op.GetFileMetadata,
	"PUT metadata":   op.SetFileMetadata,
	"PUT range":      op.PutRange, // a copy source makes it another operation
	"GET rangelist":  op.ListRanges,
	"PUT copy":       op.AbortCopyFile,
	"PUT rename":     op.RenameFile,
	"PUT lease":      op.LeaseFileAcquire, // the action header decides
}

// ofEither are the operations on a file or a directory.
var ofEither = frontend.Route{
	"GET listhandles":       op.ListHandles,
	"PUT forceclosehandles": op.ForceCloseHandles,
}

var ofLink = frontend.Route{
	"PUT ": op.CreateSymbolicLink,
	"GET ": op.GetSymbolicLink,
}

var ofHardLink = frontend.Route{"PUT ": op.CreateHardLink}

// operation names the operation that the request asks for.
func (c *call) operation() (op.Operation, error) {
	restype, comp := c.Query.Get("restype"), c.Query.Get("comp")
	switch {
	case c.share == "" && restype == "service":
		return ofService.Find(&c.Call)
	case c.share == "" && restype == "":
		return ofAccount.Find(&c.Call)
	case c.share == "":
		return op.Unrecognized, errcode.BadQuery("restype", restype)
	case restype == "share" && len(c.path) == 0:
		o, err := ofShare.Find(&c.Call)
		if o == op.LeaseShareAcquire {
			return c.LeaseAction(o)
		}
		return o, err
	case comp == "listhandles", comp == "forceclosehandles":
		return ofEither.Find(&c.Call)
	case restype == "directory":
		return ofDirectory.Find(&c.Call)
	case len(c.path) == 0 && restype == "":
		return op.Unrecognized, errcode.MissingQuery("restype")
	case restype == "":
		return c.fileOperation()
	case restype == "symboliclink" && len(c.path) > 0:
		return ofLink.Find(&c.Call)
	case restype == "hardlink" && len(c.path) > 0:
		return ofHardLink.Find(&c.Call)
	}
	return op.Unrecognized, errcode.BadQuery("restype", restype)
}

// fileOperation uses headers to distinguish operations with the same verb and comp.
func (c *call) fileOperation() (op.Operation, error) {
	o, err := ofFile.Find(&c.Call)
	switch source := c.Get(header.CopySource) != ""; {
	case err != nil:
		return o, err
	case o == op.LeaseFileAcquire:
		return c.leaseFileAction()
	case o == op.AbortCopyFile:
		if v := c.Get(header.CopyAction); v != "abort" {
			return op.Unrecognized, frontend.BadOrMissing("x-ms-copy-action", v)
		}
	case o == op.CreateFile && source:
		return op.CopyFile, nil
	case o == op.PutRange && source:
		return op.PutRangeFromURL, nil
	}
	return o, nil
}

// leaseFileAction finds the lease operation. There is no renew, because leases on files are infinite.
func (c *call) leaseFileAction() (op.Operation, error) {
	o, err := c.LeaseAction(op.LeaseShareAcquire)
	switch o {
	case op.LeaseShareAcquire:
		return op.LeaseFileAcquire, nil
	case op.LeaseShareChange:
		return op.LeaseFileChange, nil
	case op.LeaseShareRelease:
		return op.LeaseFileRelease, nil
	case op.LeaseShareBreak:
		return op.LeaseFileBreak, nil
	case op.LeaseShareRenew:
		return op.Unrecognized, errcode.BadHeader("x-ms-lease-action", "renew")
	}
	return o, err
}

// parseAddress reads a path below the account. It cuts dots at the end of a name off, unless the request allows them.
// // D:Create File, x-ms-allow-trailing-dot
func parseAddress(path string, dots bool, limits *rules.FileLimits) (a address, err error) {
	path = strings.TrimSuffix(path, "/")
	if path == "" {
		return a, nil
	}
	share, rest, below := strings.Cut(path, "/")
	a.share = share
	if err := checkShare(share); err != nil || !below {
		return a, err
	}
	a.path = strings.Split(rest, "/")
	if utf8.RuneCountInString(rest) > limits.Path || len(a.path) > limits.Depth {
		return a, errcode.New(errcode.InvalidFileOrDirectoryPathName)
	}
	for i, name := range a.path {
		if !dots {
			name = strings.TrimRight(name, ".")
		}
		if err := checkName(name); err != nil {
			return a, err
		}
		a.path[i] = name
	}
	return a, nil
}

// checkShare requires 3 to 63 lower-case letters and digits, with single hyphens between them.
func checkShare(name string) error {
	if !frontend.Plain(name) {
		return errcode.New(errcode.InvalidResourceName)
	}
	if len(name) < 3 || len(name) > 63 {
		return errcode.Newf(errcode.OutOfRangeInput, "The name of a share must have between 3 and 63 characters.")
	}
	return nil
}

// checkName checks the length and the characters of one name of a path. // D:Naming and referencing shares, directories,
// files, and metadata
func checkName(name string) error {
	if utf8.RuneCountInString(name) > 255 {
		return errcode.New(errcode.InvalidFileOrDirectoryPathName)
	}
	forbidden := func(c rune) bool {
		return c < 0x20 || c >= 0x7f && c < 0xa0 || c == utf8.RuneError || strings.ContainsRune(`"\/:|<>*?`, c)
	}
	if name == "" || name == "." || name == ".." || files.Reserved(name) || strings.ContainsFunc(name, forbidden) {
		return errcode.New(errcode.InvalidResourceName)
	}
	return nil
}

// name returns the last name of the path.
func (a *address) name() string { return a.path[len(a.path)-1] }
