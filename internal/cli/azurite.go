package cli

import (
	"context"
	"fmt"
	"maps"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/serving"
	"ifmatch/internal/target"
	"ifmatch/reference"
)

// azuriteNames are the names of the programs in Microsoft's emulator, and the services of each.
var azuriteNames = func() map[string][]reference.Service {
	names := map[string][]reference.Service{}
	for _, emulated := range target.Emulated() {
		s := reference.Service(emulated)
		names["azurite"] = append(names["azurite"], s)
		names["azurite-"+string(s)] = []reference.Service{s}
	}
	return names
}()

// Arguments are the arguments after the program's name. A program started under a name of Microsoft's emulator, for
// example through a link, runs that command.
func Arguments(argv []string) []string {
	if len(argv) == 0 {
		return nil
	}
	name := strings.TrimSuffix(strings.ToLower(filepath.Base(argv[0])), ".exe")
	if azuriteNames[name] == nil {
		return argv[1:]
	}
	return append([]string{name}, argv[1:]...)
}

// azuriteFlags are Azurite's flags, many of which mean nothing here.
type azuriteFlags struct {
	hosts map[reference.Service]*string
	ports map[reference.Service]*int

	secure secureFlags

	kept   keptFlags
	memory bool // --inMemoryPersistence
	silent bool
	debug  string // a file
}

// azuriteIdle lists, by name, Azurite's flags that mean nothing here, and why.
var azuriteIdle = map[string]string{
	"loose":                  "what is not implemented is refused, never ignored",
	"skipApiVersionCheck":    "every version is accepted",
	"disableTelemetry":       "nothing is ever sent",
	"disableProductStyleUrl": "the first part of a host counts only if it is the account's name",
	"extentMemoryLimit":      "memory is not limited",
}

// azuriteCommand is Azurite, or one of its services.
func (a *app) azuriteCommand(name string) *cobra.Command {
	services := azuriteNames[name]
	f := azuriteFlags{hosts: map[reference.Service]*string{}, ports: map[reference.Service]*int{}}
	idle := maps.Clone(azuriteIdle)
	cmd := &cobra.Command{
		Use:    name,
		Hidden: name != "azurite",
		Short:  "Run the reference as a replacement for Azurite, with Azurite's flags",
		Long: paragraphs(
			`azurite runs the reference as if it were Microsoft's emulator: it takes Azurite's flags, prints the lines that other tools wait for, and reads accounts from AZURITE_ACCOUNTS. Flags that have no effect here are accepted, and named once on stderr. A link to ifmatch named azurite does the same; a link named azurite-blob, azurite-queue or azurite-table runs that service alone.`,
			`--location keeps the data in a folder, in a form of its own: data of Azurite in the same folder is neither read nor changed. Without it, unlike Azurite, everything is gone when it stops. Names of deleted containers, queues, tables and shares are free at once, as in Azurite; "ifmatch serve" holds them for as long as Azure does.`),
		Example: "  ifmatch azurite --blobPort 0 --queuePort 0 --tablePort 0\n" +
			"  ln -s ifmatch azurite && ./azurite --silent --location /tmp",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if shown, _ := cmd.Flags().GetBool("version"); shown {
				_, err := fmt.Fprintln(a.stdout, version())
				return err
			}
			var given []string
			cmd.Flags().Visit(func(f *pflag.Flag) {
				if why := idle[f.Name]; why != "" {
					given = append(given, "--"+f.Name+" ("+why+")")
				}
			})
			return a.azurite(cmd.Context(), services, f, given)
		},
	}
	flags := cmd.Flags()
	for _, s := range services {
		host, port, _ := net.SplitHostPort(defaultAddress(string(s)))
		number, _ := strconv.Atoi(port)
		f.hosts[s] = flags.String(string(s)+"Host", host, "`address` of the "+string(s)+" service")
		f.ports[s] = flags.Int(string(s)+"Port", number, "`port` of the "+string(s)+" service; 0 picks a free one")
		keepAlive := string(s) + "KeepAliveTimeout"
		flags.Int(keepAlive, 5, "no effect here")
		idle[keepAlive] = "connections are kept for 2 minutes"
	}
	f.secure.add(a, cmd)
	flags.StringVarP(&f.kept.location, "location", "l", "", "`folder` to keep the data in; without it, everything is gone when azurite stops")
	flags.BoolVar(&f.memory, "inMemoryPersistence", false, "keep everything in memory, as without --location")
	flags.StringVarP(&f.debug, "debug", "d", "", "`file` to append a line to for each request")
	flags.BoolP("loose", "L", false, "no effect here")
	flags.BoolVarP(&f.silent, "silent", "s", false, "print no line for each request")
	flags.Int("extentMemoryLimit", -1, "a `number` of megabytes; no effect here")
	for _, name := range []string{"skipApiVersionCheck", "disableTelemetry", "disableProductStyleUrl"} {
		flags.Bool(name, false, "no effect here")
	}
	flags.BoolP("version", "v", false, "print the version")
	return cmd
}

// azurite serves until it is interrupted.
func (a *app) azurite(ctx context.Context, services []reference.Service, f azuriteFlags, idle []string) error {
	accounts, err := serving.Accounts(a.getenv(serving.AccountsVariable))
	if err != nil {
		return err
	}
	if f.memory && f.kept.location != "" {
		return usagef("leave one of them out", "--inMemoryPersistence and --location exclude each other")
	}
	o := reference.Options{DeleteDelay: new(time.Duration)}
	hosts := mapped(slices.Collect(maps.Values(f.hosts)), func(host *string) string { return *host })
	if err := f.secure.apply(&o, hosts); err != nil {
		return err
	}
	log, err := f.log(a)
	if err != nil {
		return err
	}
	defer log.Close()
	log.Into(&o)
	server, all := serving.Join(o, accounts)
	kept, err := f.kept.open(a, all...)
	if err != nil {
		return err
	}
	defer kept.Close(a.stderr) // after the server
	if f.kept.location == "" && !f.memory {
		fmt.Fprintln(a.stderr, "nothing is kept: the data is gone when this stops; --location FOLDER keeps it")
	}
	if a.getenv(serving.DatabaseVariable) != "" {
		fmt.Fprintf(a.stderr, "%s has no effect here: --location keeps the data in a folder\n", serving.DatabaseVariable)
	}
	if len(idle) > 0 {
		fmt.Fprintf(a.stderr, "ifmatch in place of Azurite; no effect here: %s\n", strings.Join(idle, ", "))
	}
	e := serving.Emulator{Server: server, Stdout: a.stdout, Stderr: a.stderr}
	for _, s := range services {
		e.Services = append(e.Services, serving.Service{Name: s, Host: *f.hosts[s], Port: *f.ports[s]})
	}
	return e.Serve(ctx, func() error { return a.announce(ctx, server, f.secure) })
}

// log returns the log of requests: on stdout as Azurite prints it, and as text in a file.
func (f azuriteFlags) log(a *app) (*serving.Log, error) {
	l := &serving.Log{}
	if !f.silent {
		l.To(a.stdout, serving.Azurite)
	}
	if f.debug == "" {
		return l, nil
	}
	return l, l.Append(f.debug, serving.Text)
}
