package cli

import (
	"cmp"
	"context"
	"time"

	"ifmatch/internal/loading"
	"ifmatch/internal/target"
	"ifmatch/loadgen"
	"ifmatch/loadgen/workload"
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
		e, info, closing, err := loading.Listen(ctx, f.clockRate, f.target.timeout, w)
		return e, nil, info, closing, err
	}
	services := w.Services
	f.target.apiVersion = cmp.Or(f.target.apiVersion, loadgen.DefaultVersion) // what is asked before the load is asked in its version
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

// greeting is how long a service may take to answer at all before it is loaded, unless --timeout
// is given.
const greeting = 10 * time.Second
