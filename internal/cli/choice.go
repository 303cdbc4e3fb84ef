package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
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
