package blob

import (
	"strings"
	"unicode/utf8"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
)

// address is the target of a request's path: the service, a container or a blob.
type address struct{ container, blob string }

const rootContainer = "$root"

// parseAddress reads a path below the account. A path of one segment is a container if restype says so, and otherwise a
// blob in the root container. The service treats a backslash as a slash, escaped or not, as .NET does: a blob "a\b" is the
// blob "a/b", and lists show it so. // I:azure-sdk-for-php#557
func parseAddress(path string, isContainer bool) (address, error) {
	path = strings.ReplaceAll(path, `\`, "/")
	if path == "" {
		return address{}, nil
	}
	a := address{container: path}
	if container, blob, cut := strings.Cut(path, "/"); cut {
		a = address{container, blob}
	} else if !isContainer {
		a = address{rootContainer, path}
	}
	if isContainer != (a.blob == "") {
		return address{}, errcode.New(errcode.InvalidURI) // no blob has an empty name // D:Naming and referencing containers, blobs, and metadata
	}
	if err := checkContainer(a.container); err != nil {
		return address{}, err
	}
	return a, checkBlob(a.blob)
}

// checkContainer requires 3 to 63 lower-case letters and digits, with single hyphens between them.
func checkContainer(name string) error {
	switch name {
	case rootContainer, "$logs", "$web":
		return nil
	}
	if len(name) < 3 || len(name) > 63 {
		return errcode.Newf(errcode.OutOfRangeInput, "The name of a container must have between 3 and 63 characters.") // I:LogicAppsUX#3470
	}
	if !frontend.Plain(name) {
		return errcode.New(errcode.InvalidResourceName)
	}
	return nil
}

// checkBlob checks the length and the characters of a blob's name. The name is empty if the path names no blob.
func checkBlob(name string) error {
	if len(name) > 1024 || !utf8.ValidString(name) || strings.Count(name, "/") >= 254 {
		return errcode.New(errcode.InvalidResourceName)
	}
	return nil
}
