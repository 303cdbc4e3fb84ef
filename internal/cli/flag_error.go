package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError says what is wrong with a flag in terms of what the user typed rather
// than of the function that could not read it.
func flagError(cmd *cobra.Command, err error) error {
	hint := fmt.Sprintf("%q shows the flags", cmd.CommandPath()+" --help")
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if wanted := valueKinds[invalid.GetFlag().Value.Type()]; wanted != "" {
			return usagef(hint, "--%s %q is not %s", invalid.GetFlag().Name, invalid.GetValue(), wanted)
		}
	}
	var missing *pflag.NotExistError
	// Of "-tagret" the first letter alone is an unknown shorthand.
	if errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "" {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		if near := nearest("--"+strings.ToLower(missing.GetSpecifiedName()), names, 1); len(near) > 0 {
			hint = fmt.Sprintf("did you mean %s?", near[0])
		}
	}
	return usage(hint, err)
}

// valueKinds names what each type of flag takes.
var valueKinds = map[string]string{
	"int":      "a whole number",
	"int64":    "a whole number",
	"float64":  "a number",
	"bool":     "true or false",
	"duration": "a duration such as 30s or 2m",
}
