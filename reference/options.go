package reference

import (
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
	"ifmatch/reference/rules"
	"ifmatch/reference/weather"
)

// Options configure a server. The zero Options make a correct server with the default account and the machine's clock.
type Options struct {
	Account string        // name of the account; DefaultAccount if empty
	Key     string        // its key in base64; DefaultKey if empty
	Clock   clock.Clock   // the server's clock; the machine's if nil
	Faults  []fault.Fault // wrong behaviours built into the server
	// OnFault is called, on the goroutine of the request, whenever a sporadic fault appears.
	OnFault func(fault.Showing)
	// OnExchange is called, on the goroutine of the request, after each answer of a listening server.
	OnExchange func(Exchange)
	// Seed makes the IDs that the server generates the same in every run; 0 makes them random.
	Seed uint64
	// DeleteDelay is how long the name of a deleted container, queue, table or share cannot be used again. If nil, the
	// documented times apply: at least 30 s, and 40 s for a table.
	DeleteDelay *time.Duration
	// SoftDelete is how long what is deleted can be restored, 24 h to 365 days: containers, shares, and blobs until a client
	// sets a policy for them (Set Blob Service Properties). 0 deletes for good.
	SoftDelete time.Duration
	// SecondKey is accepted like Key, for tests that switch from one key to the other; empty means that there is none.
	SecondKey string
	// Certificate makes the server use https where it listens; nil means http.
	Certificate *Certificate
	// Tokens makes the server accept bearer tokens, over https only. It checks their issuer, audience and lifetime, but
	// not their signature. It accepts Microsoft Entra ID and the server's own issuer (ListenIssuer).
	Tokens bool
	// Weather disturbs requests at random; servers may share one. If nil, only the requests named by Next are
	// disturbed.
	Weather *weather.Sky
}

// Option configures the server that Start or InProcess makes.
type Option func(*Options)

// DeleteDelay sets how long the name of a deleted container, queue, table or share cannot be used again. The default is
// the documented time: at least 30 s, and 40 s for a table. Tests that recreate what they have just deleted want
// DeleteDelay(0).
func DeleteDelay(d time.Duration) Option { return func(o *Options) { o.DeleteDelay = &d } }

// SoftDelete sets how long what is deleted can be restored: see Options.SoftDelete.
func SoftDelete(d time.Duration) Option { return func(o *Options) { o.SoftDelete = d } }

// WithAccount sets the name of the account and its key, in base64.
func WithAccount(name, key string) Option {
	return func(o *Options) { o.Account, o.Key = name, key }
}

// WithClock makes the server use your own clock, or the machine's (RealClock).
func WithClock(c Clock) Option { return func(o *Options) { o.Clock = c } }

// WithCertificate makes the server use https.
func WithCertificate(c *Certificate) Option { return func(o *Options) { o.Certificate = c } }

// WithTokens makes the server accept bearer tokens, over https only: see Options.Tokens.
func WithTokens() Option { return func(o *Options) { o.Tokens = true } }

// WithWeather disturbs requests at random: see weather.Parse.
func WithWeather(s weather.Spec) Option { return func(o *Options) { o.Weather = weather.New(s) } }

// WithFault builds a wrong behaviour into the server.
func WithFault(f Fault) Option { return func(o *Options) { o.Faults = append(o.Faults, f) } }

// rules returns the server's rules before faults alter them.
func (o Options) rules() *rules.Rules {
	if o.SoftDelete == 0 && o.DeleteDelay == nil {
		return rules.Documented()
	}
	return rules.Documented().Altered(func(r *rules.Rules) {
		r.Limits.ContainersKept, r.File.Limits.SharesKept = o.SoftDelete, o.SoftDelete
		if o.DeleteDelay == nil {
			return
		}
		r.Limits.ContainerPurges = *o.DeleteDelay
		r.Queue.Limits.QueuePurges = *o.DeleteDelay
		r.Table.Limits.TablePurges = *o.DeleteDelay
		r.File.Limits.SharePurges = *o.DeleteDelay
	})
}
