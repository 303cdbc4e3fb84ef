package file

import (
	"strings"
	"unicode/utf8"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/files"
)

// address is the target of a request's path: the service, a share, or a directory or file in it. Only the operation
// determines whether it is a directory or a file.
type address struct {
	share string
	path  []string // below the share; none is the share's root directory
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
