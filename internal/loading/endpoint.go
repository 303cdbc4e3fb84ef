package loading

import (
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
)

// Listen starts the reference for a workload on sockets of this machine, on free ports, with a clock that runs so many times
// as fast as ours. The caller closes it.
func Listen(ctx context.Context, rate float64, timeout time.Duration, w workload.Workload) (loadgen.Endpoint, target.Info, func(), error) {
	o := reference.Options{}
	if rate != 1 {
		o.Clock = clock.NewFast(clock.Real{}, rate)
	}
	server := reference.New(o)
	closing := func() { _ = server.Close() }
	e := loadgen.Endpoint{
		Name: "reference", Services: map[target.Service]string{}, Versions: map[target.Service]string{},
		Credential: target.Credential{Account: server.Account(), Key: target.Secret(server.Key())},
	}
	info := target.Info{Name: "reference", Kind: "embedded", Loopback: true, Account: server.Account(), Endpoints: e.Services, Versions: e.Versions}
	for _, s := range w.Services {
		if _, err := server.Listen(ctx, operation.Service(s), "127.0.0.1:0"); err != nil {
			closing()
			return e, info, nil, exit.Unclear("", fmt.Errorf("start the reference: %w", err))
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
		return e, info, nil, exit.Unclear("", fmt.Errorf("start the reference: %w", err))
	}
	e.DialSMB, e.SMBTimeout = func(ctx context.Context) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", address.String())
	}, timeout
	return e, info, func() { shown.Close(); closing() }, nil
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
