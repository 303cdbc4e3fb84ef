package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/namedfile"
	"ifmatch/internal/nearest"
	"ifmatch/internal/serving"
	"ifmatch/internal/target"
	"ifmatch/internal/weatherproxy"
	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
	"ifmatch/reference/smb"
	"ifmatch/reference/weather"
)

// serveFlags are the flags of the server.
type serveFlags struct {
	services   []string
	addresses  map[string]*string // by service
	account    string
	keyFile    string
	faults     []string
	clock      string
	rate       float64
	delay      time.Duration
	softDelete int
	weather    string
	secure     secureFlags
	smb        smbFlags
	kept       keptFlags
	log        logFlags
}

// documentedDelay stands for the delays that the documents name, which differ between services.
const documentedDelay = time.Duration(-1)

// servedServices are the services of the reference.
var servedServices = mapped(reference.Services(), func(s reference.Service) string { return string(s) })

// servable are the services that --services accepts. SMB runs only if it is named.
var servable = append(slices.Clone(servedServices), smbName)

// defaultAddress is where Microsoft's emulators run the service.
func defaultAddress(service string) string { return target.DefaultAddress(target.Service(service)) }

var clockKinds = []string{"real", "virtual"}

func (a *app) serveCommand() *cobra.Command {
	f := serveFlags{addresses: map[string]*string{}}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the reference implementation as a server",
		Long: paragraphs(
			`serve runs the reference implementation on this machine, by default on the ports and with the account of Microsoft's emulators, so that any Azure Storage client can use it. It keeps everything in memory, and everything is gone when it stops, unless --location names a folder.`,
			`When it is ready, it prints one line on stdout, the connection string. Everything else goes to stderr.`,
			`Ctrl-C stops it with exit code 0. If it cannot listen on an address, the exit code is 3.`,
			`--fault makes it do one documented thing wrong, to see whether a test notices; "ifmatch list faults" shows the choices. Sporadic faults appear only now and then, for "ifmatch load" to find; NAME=1/500 sets how often. With --clock virtual, time stands still until a request from this machine moves it: POST http://ADDRESS/ifmatch/advance?d=15s. With --clock-rate 60, a lease of one minute expires after one second; clients still date their requests by this machine's clock.`,
			`--tls and --cert turn on https. Clients trust the server if SSL_CERT_FILE (NODE_EXTRA_CA_CERTS for Node.js, REQUESTS_CA_BUNDLE for Python) names the file that --ca-file writes. --oauth basic makes it accept bearer tokens, and --issuer-addr starts a login service that issues them, so that Microsoft's identity libraries work without a network: set AZURE_AUTHORITY_HOST to the issuer's address, and use any tenant, client and secret.`,
			`--weather makes the server and its network behave as badly as they may in production, while breaking no promise: answers get lost, reads arrive twice, the service is busy. "ifmatch list weather" shows the kinds. POST http://ADDRESS/ifmatch/weather?spec=5% from this machine changes the weather, ?next=lose-answer&operation=Put+Blob disturbs just the next such request, and GET returns how often each kind happened.`,
			`--location keeps everything in a folder, where the next server with this --location finds it: an answer leaves only after what it says or shows is in the folder, so that nothing acknowledged is lost, however the server ends. --durability fsync makes that hold for a loss of power too, and is slower. Leases, visibility timeouts and deletions in progress go on by the clock meanwhile. One server uses a folder at a time.`,
			`--log writes a line for each request: time, method, path, operation, status, error code, milliseconds, and the client's id of the request. Signatures are left out. Log to a file, or to stderr with --log -.`,
			`The secondary location of the account is ACCOUNT-secondary, and is read-only.`,
			`--services file,smb also serves the files over SMB 2.1 to 3.1.1. The account name is the user, the account key the password, and the shares are those created over REST. Files that are open in one protocol are protected from the other as documented.`,
			`Each time a sporadic fault appears, it is reported on stderr and counted: GET http://ADDRESS/ifmatch/faults, from this machine, returns how often each appeared, and when last.`),
		Example: "  ifmatch serve\n" +
			"  ifmatch serve --services file,smb\n" +
			"  ifmatch serve --services blob --blob-addr 127.0.0.1:0 --clock virtual\n" +
			"  ifmatch serve --location ./data\n" +
			"  ifmatch serve --clock-rate 60\n" +
			"  ifmatch serve --delete-delay 0\n" +
			"  ifmatch serve --tls --ca-file ca.pem --oauth basic --issuer-addr 127.0.0.1:0\n" +
			"  ifmatch serve --fault if-match-ignored\n" +
			"  ifmatch serve --fault sporadic-stale-read=1/500\n" +
			"  ifmatch serve --weather 'lose-answer=2%@Put Blob,busy=1%'",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), f) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.services, "services", servedServices, "`services` to run: "+strings.Join(servable, ", "))
	for _, s := range servedServices {
		f.addresses[s] = flags.String(s+"-addr", defaultAddress(s), "`address` of the "+s+" service, HOST:PORT; port 0 picks a free one")
	}
	flags.StringVar(&f.account, "account", reference.DefaultAccount, "`name` of the account")
	flags.StringVar(&f.keyFile, "key-file", "", "`file` with the account key in base64 (default the emulators' well-known key)")
	flags.StringArrayVar(&f.faults, "fault", nil, "`name` of a fault to build into the server, or NAME=1/N for one that appears once in N times (repeatable)")
	addWeather(flags, &f.weather, "disturb requests as a correct service and its network may; seed=1 alone disturbs nothing until it is changed")
	a.choiceFlag(cmd, &f.clock, "clock", clockKinds, "`clock` of the server: real or virtual")
	flags.Float64Var(&f.rate, "clock-rate", 1, "make time run `N` times faster than this machine's clock")
	flags.DurationVar(&f.delay, "delete-delay", documentedDelay, "`duration` for which the name of a deleted container, queue, table or share cannot be used again; 0 frees it at once")
	flags.IntVar(&f.softDelete, "soft-delete", 0, "keep deleted blobs, containers and shares for `DAYS`, so that they can be restored; 0 deletes them for good (for blobs, clients can change that by Set Blob Service Properties)")
	flags.Lookup("delete-delay").DefValue = "as documented: 30s, for a table 40s"
	f.secure.add(a, cmd)
	f.smb.add(cmd)
	f.kept.add(a, cmd)
	f.log.add(a, cmd)
	a.completeFlag(cmd, "services", servable)
	completeFlagWith(cmd, "fault", suggestingFaults(fault.All))
	return cmd
}

// accountPattern is what Azure accepts as the name of a storage account.
var accountPattern = regexp.MustCompile(`^[a-z0-9]{3,24}$`)

// check refuses values that make no sense.
func (f serveFlags) check() error {
	names := "services: " + strings.Join(servable, ", ")
	strange := slices.IndexFunc(f.services, func(s string) bool { return !slices.Contains(servable, s) })
	switch {
	case strange >= 0:
		return usagef(names, "the reference has no service %q", f.services[strange])
	case len(f.services) == 0:
		return usagef(names, "no service to run")
	case !accountPattern.MatchString(f.account):
		return usagef("3 to 24 lower-case letters and digits", "--account %q is not a valid account name", f.account)
	case f.account == "ifmatch" && (f.clock == "virtual" || len(f.faults) > 0 || f.weather != ""):
		return usagef("choose another name", "--account ifmatch is taken: a server with a virtual clock, faults or weather is controlled under that path")
	case !(f.rate >= 1 && f.rate <= clock.MaxRate): // this also refuses NaN
		return usagef("for instance --clock-rate 60", "--clock-rate must be between 1 and %d, and is %v", clock.MaxRate, f.rate)
	case f.rate != 1 && f.clock == "virtual":
		return usagef("leave one of them out", "--clock-rate needs a running clock, and --clock virtual stands still")
	case f.delay < 0 && f.delay != documentedDelay:
		return usagef("0 frees names at once", "--delete-delay %v is negative", f.delay)
	case f.softDelete < 0 || f.softDelete > 365:
		return usagef("1 to 365 days, or 0 to delete for good", "--soft-delete %d is out of range", f.softDelete)
	}
	for _, s := range f.overHTTP() {
		if err := checkAddress(s+"-addr", *f.addresses[s], defaultAddress(s)); err != nil {
			return err
		}
	}
	return cmp.Or(f.smb.check(f.services), f.kept.check(f.clock == "real" && f.rate == 1))
}

// options are the options of the reference.
func (f serveFlags) options() (o reference.Options, err error) {
	if err := f.check(); err != nil {
		return o, err
	}
	o.Account, o.SoftDelete = f.account, time.Duration(f.softDelete)*24*time.Hour
	if f.delay != documentedDelay {
		o.DeleteDelay = &f.delay
	}
	switch {
	case f.clock == "virtual":
		o.Clock = clock.NewVirtual(time.Now())
	case f.rate != 1:
		o.Clock = clock.NewFast(clock.Real{}, f.rate)
	}
	if f.keyFile != "" {
		key, err := namedfile.ReadSecret(f.keyFile)
		if err != nil {
			return o, usage("", fmt.Errorf("read the account key: %w", err))
		}
		o.Key = strings.TrimSpace(string(key))
		if err := reference.ValidKey(o.Key); err != nil {
			return o, usage("the file should hold nothing but the key", err)
		}
	}
	if spec, err := parseWeather(f.weather, 0); err != nil {
		return o, err
	} else if spec != nil {
		o.Weather = weather.New(*spec)
	}
	for _, text := range f.faults {
		found, err := parseFault(text)
		if err != nil {
			return o, err
		}
		o.Faults = append(o.Faults, found)
	}
	return o, f.secure.apply(&o, mapped(f.overHTTP(), func(s string) string { return hostOf(*f.addresses[s]) }))
}

func parseFault(text string) (fault.Fault, error) {
	found, err := fault.Parse(text)
	switch {
	case errors.Is(err, fault.ErrNoFault):
		name, _, _ := strings.Cut(text, "=")
		names := mapped(fault.All(), func(f fault.Fault) string { return f.Name })
		return found, usagef(nearest.Hint(name, names, `"ifmatch list faults" shows all of them`), "there is no fault %q", name)
	case err != nil:
		return found, usage("", err)
	}
	return found, nil
}

// overHTTP are the services to run over HTTP, each once.
func (f serveFlags) overHTTP() []string {
	return slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(f.services))), func(s string) bool { return s == smbName })
}

func (a *app) serve(ctx context.Context, f serveFlags) error {
	o, err := f.options()
	if err != nil {
		return err
	}
	var mu sync.Mutex // requests also write to stderr
	o.OnFault = func(s fault.Showing) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(a.stderr, "fault %s appeared: %s\n", s.Fault, s.What)
	}
	log, err := f.log.open(a)
	if err != nil {
		return err
	}
	defer log.Close()
	log.Into(&o)
	server := reference.New(o)
	kept, err := f.kept.open(a, server)
	if err != nil {
		return err
	}
	defer kept.Close(a.stderr) // after the server
	overSMB, err := a.open(ctx, server, f)
	if err != nil {
		_ = server.Close() // the services that listen already
		return err
	}
	if overSMB != nil {
		defer overSMB.Close()
	}
	go serving.ReleaseMemory(ctx)
	a.tellServing(server, o, f)
	<-ctx.Done()
	err = server.Close()
	mu.Lock()
	defer mu.Unlock()
	a.tellServed(server, o, err)
	return nil
}

// open opens the services, and says how to trust them. The server over SMB is nil if none is wanted.
func (a *app) open(ctx context.Context, server *reference.Server, f serveFlags) (*smb.Server, error) {
	for _, s := range f.overHTTP() {
		if _, err := server.Listen(ctx, operation.Service(s), *f.addresses[s]); err != nil {
			return nil, refused(s, err)
		}
	}
	if err := a.announce(ctx, server, f.secure); err != nil || !slices.Contains(f.services, smbName) {
		return nil, err
	}
	return f.smb.listen(ctx, a, server)
}

// tellServing says where the server is, and how it differs from a usual one.
func (a *app) tellServing(server *reference.Server, o reference.Options, f serveFlags) {
	fmt.Fprintln(a.stdout, server.ConnectionString())
	for _, s := range servedServices {
		if at := server.Endpoint(operation.Service(s)); at != "" {
			fmt.Fprintf(a.stderr, "%s service on %s\n", s, at)
		}
	}
	speed := ""
	if f.rate != 1 {
		speed = fmt.Sprintf(", %v times as fast", f.rate)
	}
	fmt.Fprintf(a.stderr, "%s clock%s; Ctrl-C stops it\n", f.clock, speed)
	for _, x := range o.Faults {
		often := ""
		if x.Sporadic() {
			often = " (" + x.Rate.String() + ")"
		}
		fmt.Fprintf(a.stderr, "fault %s: %s%s\n", x.Name, x.Sentence, often)
	}
	if o.Weather != nil {
		now := "clear"
		if spec := o.Weather.Spec(); len(spec.Rules) > 0 {
			now = spec.String()
		}
		fmt.Fprintf(a.stderr, "weather %s; POST http://ADDRESS/ifmatch/weather changes it\n", now)
	}
	if f.keyFile == "" && (serving.Reachable(server) || slices.Contains(f.services, smbName) && !serving.Loopback(hostOf(f.smb.address))) {
		fmt.Fprintln(a.stderr, "warning: other machines may reach this address, and the key is public; --key-file sets your own")
	}
}

// tellServed says how serving ended, and what happened meanwhile.
func (a *app) tellServed(server *reference.Server, o reference.Options, err error) {
	fmt.Fprintln(a.stderr, "stopping")
	if err != nil {
		fmt.Fprintln(a.stderr, "ifmatch:", err) // clients that stayed connected were cut off
	}
	if o.Weather != nil {
		fmt.Fprintln(a.stderr, weatherproxy.Describe(o.Weather))
	}
	shown, _ := server.Shown()
	for _, x := range o.Faults {
		if x.Sporadic() {
			fmt.Fprintf(a.stderr, "fault %s appeared %d times\n", x.Name, shown[x.Name])
		}
	}
}
