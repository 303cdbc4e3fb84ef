package cli

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"time"

	"ifmatch/internal/serving"
	"ifmatch/internal/target"
	"ifmatch/loadgen"
	"ifmatch/loadgen/workload"
	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/operation"
	"ifmatch/reference/smb"
)

// openLoad returns the endpoint of a load, its description, and a function that closes it at the
// end. Unless the target is the built-in reference, it also returns the target, for the checks
// before the load. Load always uses sockets: the reference listens on free ports of this machine
// during the run.
func (a *app) openLoad(ctx context.Context, f loadFlags, w workload.Workload) (loadgen.Endpoint, target.Target, target.Info, func(), error) {
	if f.target.spec == referenceTarget {
		if f.target.apiVersion != "" {
			return loadgen.Endpoint{}, nil, target.Info{}, nil, usagef("name an endpoint with --target", "--api-version has no effect on the built-in reference, which accepts every version")
		}
		e, info, closing, err := listenForLoad(ctx, f, w)
		return e, nil, info, closing, err
	}
	services := w.Services
	t, err := f.target.open(a, services, f.seed)
	if err != nil {
		return loadgen.Endpoint{}, nil, target.Info{}, nil, err
	}
	session, err := t.Session(ctx, "load")
	if err != nil {
		return loadgen.Endpoint{}, nil, target.Info{}, nil, unknown("", err)
	}
	e := loadgen.Endpoint{
		Name: t.Info().Name, Services: session.Endpoints, Versions: map[target.Service]string{}, Credential: session.Credential,
		DialSMB: session.DialSMB, SMBTimeout: f.target.timeout,
	}
	info := t.Info()
	for _, s := range services {
		e.Versions[s] = cmp.Or(session.Versions[s], loadgen.DefaultVersion)
	}
	info.Versions = e.Versions
	if e.Credential.Key == "" && e.Credential.SAS == "" && e.Credential.Tokens == nil {
		session.Close()
		return e, nil, info, nil, usagef("give a connection string with AccountKey or SharedAccessSignature", "load signs its own requests and has nothing to sign with")
	}
	if w.SMB && !t.Has(target.SMB) {
		session.Close()
		return e, nil, info, nil, usagef("give a connection string with AccountKey", "%s opens files over SMB, which takes the account's key as password", w.Name)
	}
	return e, t, info, session.Close, nil
}

// listenForLoad starts the reference on loopback sockets.
func listenForLoad(ctx context.Context, f loadFlags, w workload.Workload) (loadgen.Endpoint, target.Info, func(), error) {
	o := reference.Options{}
	if f.clockRate != 1 {
		o.Clock = clock.NewFast(clock.Real{}, f.clockRate)
	}
	server := reference.New(o)
	closing := func() { _ = server.Close() }
	e := loadgen.Endpoint{
		Name: referenceTarget, Services: map[target.Service]string{}, Versions: map[target.Service]string{},
		Credential: target.Credential{Account: server.Account(), Key: target.Secret(server.Key())},
	}
	info := target.Info{Name: referenceTarget, Kind: "embedded", Loopback: true, Account: server.Account(), Endpoints: e.Services, Versions: e.Versions}
	for _, s := range w.Services {
		if _, err := server.Listen(ctx, operation.Service(s), "127.0.0.1:0"); err != nil {
			closing()
			return e, info, nil, unknown("", fmt.Errorf("start the reference: %w", err))
		}
		e.Services[s] = server.Endpoint(operation.Service(s))
		e.Versions[s] = loadgen.DefaultVersion
	}
	if !w.SMB {
		return e, info, closing, nil
	}
	shown, address, err := serving.ListenSMB(ctx, server, smb.Options{}, "127.0.0.1:0")
	if err != nil {
		closing()
		return e, info, nil, unknown("", fmt.Errorf("start the reference: %w", err))
	}
	e.DialSMB, e.SMBTimeout = func(ctx context.Context) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", address.String())
	}, f.target.timeout
	return e, info, func() { shown.Close(); closing() }, nil
}

// greeting is how long a service may take to answer at all before it is loaded, unless --timeout
// is given.
const greeting = 10 * time.Second
