// Command ifmatch judges how an Azure Storage service, or an emulator of it,
// keeps concurrent clients apart: ETags, conditional headers, leases.
package main

import (
	"os"

	"ifmatch/internal/cli"
)

func main() {
	os.Exit(cli.Main(cli.Arguments(os.Args), os.Stdin, os.Stdout, os.Stderr))
}
