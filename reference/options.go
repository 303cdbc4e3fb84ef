package reference

import (
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
	"ifmatch/reference/rules"
	"ifmatch/reference/weather"
)

// Options are what a server is made with. The zero Options make a correct server with the default account and the
// machine's clock.
type Options struct {
	Account string        // name of the account, DefaultAccount if empty
	Key     string        // its key in base64, DefaultKey if empty
	Clock   clock.Clock   // the time that the server lives by, the machine's if nil
	Faults  []fault.Fault // what the server does wrong
	// OnFault is told, on the goroutine of the request, whenever a sporadic fault shows.
	OnFault func(fault.Showing)
	// Seed makes the ids that the server invents repeat from run to run; 0 makes them random.
	Seed uint64
	// DeleteDelay is how long the name of a deleted container, queue, table or share cannot be used again. Nil is as documented:
	// at least 30 s, for a table 40 s.
	DeleteDelay *time.Duration
	// SecondKey is as good as Key, for tests that change from one to the other; empty: there is none.
	SecondKey string
	// Certificate makes the server speak https where it listens; nil: http.
	Certificate *Certificate
	// Tokens makes the server believe bearer tokens, over https alone: their issuer, audience and lifetime are checked,
	// their signature is not. The issuers are Microsoft Entra ID's and the server's own (ListenIssuer).
	Tokens bool
	// Weather is what requests meet on the way, at random; servers may share one. Nil is a clear sky, under which Next makes
	// a single request meet something.
	Weather *weather.Sky
}

// Option shapes the server that Start makes.
type Option func(*Options)

// DeleteDelay sets how long the name of a deleted container, queue, table or share cannot be used again. Without it that is as
// documented: at least 30 s, for a table 40 s. Tests that create what they have just deleted want DeleteDelay(0).
func DeleteDelay(d time.Duration) Option { return func(o *Options) { o.DeleteDelay = &d } }

// WithAccount names the account and its key, in base64.
func WithAccount(name, key string) Option {
	return func(o *Options) { o.Account, o.Key = name, key }
}

// WithClock makes the server live by a clock of yours, or by the machine's (RealClock).
func WithClock(c Clock) Option { return func(o *Options) { o.Clock = c } }

// WithCertificate makes the server speak https.
func WithCertificate(c *Certificate) Option { return func(o *Options) { o.Certificate = c } }

// WithTokens makes the server believe bearer tokens, which only go over https: see Options.Tokens.
func WithTokens() Option { return func(o *Options) { o.Tokens = true } }

// WithWeather makes requests meet something at random: see weather.Parse.
func WithWeather(s weather.Spec) Option { return func(o *Options) { o.Weather = weather.New(s) } }

// WithFault makes the server do something wrong.
func WithFault(f Fault) Option { return func(o *Options) { o.Faults = append(o.Faults, f) } }

// rules are what the server believes before faults alter it.
func (o Options) rules() *rules.Rules {
	documented := rules.Documented()
	if o.DeleteDelay == nil {
		return documented
	}
	return documented.Altered(func(r *rules.Rules) {
		r.Limits.ContainerPurges = *o.DeleteDelay
		r.Queue.Limits.QueuePurges = *o.DeleteDelay
		r.Table.Limits.TablePurges = *o.DeleteDelay
		r.File.Limits.SharePurges = *o.DeleteDelay
	})
}
