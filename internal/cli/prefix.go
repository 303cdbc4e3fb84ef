package cli

import "regexp"

// prefixPattern keeps names valid: a container's name has 3 to 63 lower-case letters, digits and
// single dashes, and a run needs some of them itself.
var prefixPattern = regexp.MustCompile(`^[a-z0-9](-?[a-z0-9]){0,29}-?$`)

// checkPrefix refuses a --prefix with which no name can begin.
func checkPrefix(prefix string) error {
	if !prefixPattern.MatchString(prefix) {
		return usagef("lower-case letters, digits and single dashes, at most 30 or so", "--prefix %q cannot begin a container's name", prefix)
	}
	return nil
}
