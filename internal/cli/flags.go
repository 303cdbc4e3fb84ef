package cli

import (
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/nearest"
)

// choice is the value of a flag that accepts one of a few words.
type choice struct {
	value *string
	words []string
}

// choiceFlag adds a flag that accepts one of the words. The default is the current value, or
// else the first word.
func (a *app) choiceFlag(cmd *cobra.Command, value *string, name string, words []string, usage string) {
	if *value == "" {
		*value = words[0]
	}
	cmd.Flags().Var(&choice{value, words}, name, usage)
	a.completeFlag(cmd, name, words)
}

func (c *choice) String() string { return *c.value }
func (c *choice) Type() string   { return "word" }

// Set accepts one of the words.
func (c *choice) Set(text string) error {
	if !slices.Contains(c.words, text) {
		return fmt.Errorf("%q is not one of %s", text, c.list())
	}
	*c.value = text
	return nil
}

func (c *choice) list() string { return strings.Join(c.words, ", ") }

// flagError says what is wrong with a flag in terms of what the user typed, rather than of the
// function that could not parse it.
func flagError(cmd *cobra.Command, err error) error {
	hint := fmt.Sprintf("%q shows the flags", cmd.CommandPath()+" --help")
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if c, ok := invalid.GetFlag().Value.(*choice); ok {
			return usagef("one of "+c.list(), "unknown --%s %q", invalid.GetFlag().Name, invalid.GetValue())
		}
		if wanted := valueKinds[invalid.GetFlag().Value.Type()]; wanted != "" {
			return usagef(hint, "--%s %q is not %s", invalid.GetFlag().Name, invalid.GetValue(), wanted)
		}
	}
	var missing *pflag.NotExistError
	// For "-tagret", pflag reports only the first letter, as an unknown shorthand.
	if errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "" {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		if near := nearest.Names("--"+strings.ToLower(missing.GetSpecifiedName()), names, 1); len(near) > 0 {
			hint = fmt.Sprintf("did you mean %s?", near[0])
		}
	}
	return usage(hint, err)
}

// emptyFlag refuses flags with an empty value: "--out $FOLDER" with an unset variable must not
// mean the default.
func emptyFlag(flags *pflag.FlagSet) error {
	var err error
	flags.Visit(func(f *pflag.Flag) {
		all := values(f)
		if err == nil && (len(all) == 0 || slices.Contains(all, "")) {
			_, wanted := pflag.UnquoteUsage(f)
			err = usagef("it takes: "+wanted, "--%s is empty", f.Name)
		}
	})
	return err
}

// values are the values of a flag that takes a list, or else its only one.
func values(f *pflag.Flag) []string {
	if list, several := f.Value.(pflag.SliceValue); several {
		return list.GetSlice()
	}
	return []string{f.Value.String()}
}

// valueKinds names what each type of flag takes.
var valueKinds = map[string]string{
	"int":      "a whole number",
	"int64":    "a whole number",
	"float64":  "a number",
	"bool":     "true or false",
	"duration": "a duration such as 30s or 2m",
}

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

// checkAddress refuses anything but an address to listen on, HOST:PORT.
func checkAddress(flag, address, instance string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return usagef("for instance --"+flag+" "+instance+"; port 0 picks a free one", "--%s %q is not HOST:PORT", flag, address)
	}
	return nil
}
