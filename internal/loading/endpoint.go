package loading

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"time"

	"ifmatch/internal/exit"
	"ifmatch/internal/serving"
	"ifmatch/internal/target"
	"ifmatch/internal/weatherproxy"
	"ifmatch/loadgen"
	"ifmatch/loadgen/workload"
	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/operation"
	"ifmatch/reference/smb"
	"ifmatch/reference/weather"
	"ifmatch/steps"
)

// Place is where a load is sent.
type Place struct {
	Endpoint loadgen.Endpoint
	Info     target.Info
	Close    func()

	target target.Target // nil: the reference that Listen started
}

// Listen starts the reference for a workload on sockets of this machine, on free ports, with a clock that runs so many times
// as fast as ours. The caller closes it.
func Listen(ctx context.Context, rate float64, timeout time.Duration, w workload.Workload) (*Place, error) {
	o := reference.Options{}
	if rate != 1 {
		o.Clock = clock.NewFast(clock.Real{}, rate)
	}
	server := reference.New(o)
	e := loadgen.Endpoint{
		Name: "reference", Services: map[target.Service]string{}, Versions: map[target.Service]string{},
		Credential: target.Credential{Account: server.Account(), Key: target.Secret(server.Key())},
	}
	info := target.Info{Name: "reference", Kind: "embedded", Loopback: true, Account: server.Account(), Endpoints: e.Services, Versions: e.Versions}
	p := &Place{Endpoint: e, Info: info, Close: func() { _ = server.Close() }}
	for _, s := range w.Services {
		if _, err := server.Listen(ctx, operation.Service(s), "127.0.0.1:0"); err != nil {
			return nil, p.unstarted(err)
		}
		e.Services[s], e.Versions[s] = server.Endpoint(operation.Service(s)), loadgen.DefaultVersion
	}
	if !w.SMB {
		return p, nil
	}
	shown, address, err := serving.ListenSMB(ctx, server, smb.Options{}, "127.0.0.1:0")
	if err != nil {
		return nil, p.unstarted(err)
	}
	p.Endpoint.SMBTimeout = timeout
	p.Endpoint.DialSMB = func(ctx context.Context) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", address.String())
	}
	p.Close = func() {
		shown.Close()
		_ = server.Close()
	}
	return p, nil
}

func (p *Place) unstarted(err error) error {
	p.Close()
	return exit.Unclear("", fmt.Errorf("start the reference: %w", err))
}

// Reach makes a target the place of a load. It sends nothing. The caller closes it.
func Reach(ctx context.Context, t target.Target, timeout time.Duration, w workload.Workload) (*Place, error) {
	session, err := t.Session(ctx, "load")
	if err != nil {
		return nil, exit.Unclear("", err)
	}
	p := &Place{Info: t.Info(), Close: session.Close, target: t}
	p.Info.Versions = map[target.Service]string{}
	for _, s := range w.Services {
		p.Info.Versions[s] = cmp.Or(session.Versions[s], loadgen.DefaultVersion)
	}
	p.Endpoint = loadgen.Endpoint{
		Name: p.Info.Name, Services: session.Endpoints, Versions: p.Info.Versions, Credential: session.Credential,
		DialSMB: session.DialSMB, SMBTimeout: timeout,
	}
	switch c := session.Credential; {
	case c.Key == "" && c.SAS == "" && c.Tokens == nil:
		err = exit.Wrongf("give a connection string with AccountKey or SharedAccessSignature", "load signs its own requests and has nothing to sign with")
	case w.SMB && !t.Has(target.SMB):
		err = exit.Wrongf("give a connection string with AccountKey", "%s opens files over SMB, which takes the account's key as password", w.Name)
	}
	if err != nil {
		session.Close()
		return nil, err
	}
	return p, nil
}

// Greet asks whether the place is there, and what it is.
func (p *Place) Greet(ctx context.Context, services []target.Service, within time.Duration) (loadgen.Host, error) {
	if p.target != nil {
		if err := steps.Preflight(ctx, steps.AtAnyPace(p.target), services, within); err != nil && ctx.Err() == nil {
			return loadgen.Host{}, exit.Unclear("", err)
		}
	}
	h, err := loadgen.Greet(ctx, p.Endpoint, services, within)
	switch {
	case ctx.Err() != nil:
		return h, exit.With(exit.Interrupted)
	case err != nil:
		return h, exit.Unclear("is it running, and is the address right?", err)
	}
	return h, nil
}

// Expose puts weather in front of a load.
func Expose(ctx context.Context, c *loadgen.Config, spec weather.Spec) (func() map[string]int64, func(), error) {
	services := map[target.Service]string{}
	for _, s := range c.Workload.Services {
		services[s] = c.Endpoint.Services[s]
	}
	x, err := weatherproxy.Expose(ctx, c.Endpoint.Credential, services, spec)
	if err != nil {
		return nil, nil, err
	}
	c.Endpoint.Through, c.ThirdParty, c.Sent = x.Through(), x.Begin, x.End
	return x.Met, func() { x.Close() }, nil
}
