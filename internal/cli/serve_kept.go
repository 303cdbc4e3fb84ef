package cli

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"ifmatch/reference"
	"ifmatch/reference/disk"
)

// keptFlags say where a server keeps its data.
type keptFlags struct {
	location   string
	durability string
}

var durabilities = []string{"write", "fsync"}

func (f *keptFlags) add(a *app, cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.location, "location", "", "`folder` to keep the data in; without it, everything is gone when the server stops")
	a.choiceFlag(cmd, &f.durability, "durability", durabilities, "`what` acknowledged data survives: write (the end of the process) or fsync (a loss of power)")
}

// check refuses flags without effect, and clocks that do not go on while the server is stopped.
func (f keptFlags) check(realTime bool) error {
	switch {
	case f.location == "" && f.durability != durabilities[0]:
		return usagef("for instance --location ./data", "--durability has no effect without --location")
	case f.location != "" && !realTime:
		return usagef("leave one of them out", "--location keeps times of the machine's clock, and --clock virtual and --clock-rate have others")
	}
	return nil
}

// kept are the folders that servers keep their data in.
type kept []*disk.Disk

// open lets a server find what is kept in the location, and keep its data there. Without a location it does nothing. The
// data of an account is in a folder of its own.
func (f keptFlags) open(a *app, servers ...*reference.Server) (kept, error) {
	if f.location == "" {
		return nil, nil
	}
	var all kept
	for _, s := range servers {
		folder := filepath.Join(f.location, "ifmatch-"+url.PathEscape(s.Account()))
		d, err := disk.Open(folder, s.Book(), disk.Options{
			Sync:   f.durability == "fsync",
			Notice: func(text string) { fmt.Fprintln(a.stderr, "ifmatch:", text) },
		})
		if err != nil {
			all.close(a)
			return nil, unknown(locationHint(err), err)
		}
		all = append(all, d)
		fmt.Fprintf(a.stderr, "data is kept in %s\n", folder)
	}
	return all, nil
}

func locationHint(err error) string {
	if errors.Is(err, os.ErrPermission) {
		return "--location must be a folder that this user may write"
	}
	return ""
}

// close closes the folders, after the last request.
func (k kept) close(a *app) {
	for _, d := range k {
		if err := d.Close(); err != nil {
			fmt.Fprintln(a.stderr, "ifmatch:", err)
		}
	}
}
