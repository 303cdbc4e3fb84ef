package weatherproxy

import (
	"context"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/target"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

// accountOf is the account in front of which a proxy stands.
func accountOf(c target.Credential, endpoints map[target.Service]string) (Account, error) {
	out := Account{Name: c.Account, Endpoints: map[operation.Service]string{}}
	for s, address := range endpoints {
		out.Endpoints[operation.Service(s)] = address
	}
	if c.Key == "" {
		return out, nil
	}
	var err error
	out.Key, err = sharedkey.New(c.Account, c.Key.Reveal())
	return out, err
}

// Under is a target under a sky.
func Under(t target.Target, sky *weather.Sky) target.Target { return weathered{t, sky} }

// weathered is a target whose requests meet weather that a repetition overcomes.
type weathered struct {
	target.Target
	sky *weather.Sky
}

// Session opens a session whose requests meet the weather.
func (u weathered) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := u.Target.Session(ctx, name)
	if err != nil {
		return nil, err
	}
	behind, err := accountOf(s.Credential, s.Endpoints)
	if err != nil {
		s.Close()
		return nil, err
	}
	s.Transport = Transport(s.Transport, behind, u.sky)
	return s, nil
}
