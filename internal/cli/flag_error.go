package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/nearest"
)

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
		empty := f.Value.String() == ""
		if list, ok := f.Value.(pflag.SliceValue); ok {
			empty = len(list.GetSlice()) == 0 || slices.Contains(list.GetSlice(), "")
		}
		if empty && err == nil {
			_, wanted := pflag.UnquoteUsage(f)
			err = usagef("it takes: "+wanted, "--%s is empty", f.Name)
		}
	})
	return err
}

// valueKinds names what each type of flag takes.
var valueKinds = map[string]string{
	"int":      "a whole number",
	"int64":    "a whole number",
	"float64":  "a number",
	"bool":     "true or false",
	"duration": "a duration such as 30s or 2m",
}
