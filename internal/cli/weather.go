package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/target"
	"ifmatch/internal/weatherproxy"
	"ifmatch/loadgen"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
	"ifmatch/reports/console"
)

// addWeather adds the flag that lets requests meet weather.
func addWeather(flags *pflag.FlagSet, spec *string, what string) {
	flags.StringVar(spec, "weather", "", what+", a `SPEC`: "+weather.Forms)
}

// parseWeather reads --weather. If it has no seed of its own, it uses the run's.
func parseWeather(text string, seed int64) (*weather.Spec, error) {
	if text == "" {
		return nil, nil
	}
	s, err := weather.Parse(text)
	if err != nil {
		return nil, usage(`"ifmatch list weather" shows the kinds`, err)
	}
	if s.Seed == 0 {
		s.Seed = uint64(seed)
	}
	return &s, nil
}

// weatherRow is one kind of weather as `list weather --json` shows it.
type weatherRow struct {
	Name      string `json:"name"`
	Sentence  string `json:"sentence"`
	Transient bool   `json:"transient"`
}

func (a *app) listWeather() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "weather",
		Short: "List the disturbances that a correct service and its network may cause",
		Long:  paragraphs(`list weather shows the disturbances that --weather of load, run and serve can cause. None of them breaks a promise of the service, unlike a --fault. Those marked transient go away when the client tries again.`),
	}, listing[weatherRow]{
		header: []string{"weather", "transient", "what a request meets"},
		rows: func([]string) ([]weatherRow, error) {
			var rows []weatherRow
			for _, k := range weather.Kinds() {
				rows = append(rows, weatherRow{k.String(), k.Sentence(), k.Transient()})
			}
			return rows, nil
		},
		cells: func(s console.Style, r weatherRow) [][]string {
			transient := "no"
			if r.Transient {
				transient = "yes"
			}
			return line(s.Bold(r.Name), transient, r.Sentence)
		},
	})
}

// met is how often each kind of weather occurred, for a result, and among how many requests.
func met(sky *weather.Sky) (kinds map[string]int64, all int64) {
	kinds = map[string]int64{}
	for k, n := range sky.Met() {
		all += n
		if k != weather.Clear {
			kinds[k.String()] = n
		}
	}
	return kinds, all
}

// describeMet says how often each kind of weather occurred.
func describeMet(sky *weather.Sky) string {
	kinds, all := met(sky)
	var parts []string
	sum := int64(0)
	for _, k := range weather.Kinds() {
		if n := kinds[k.String()]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", k, n))
			sum += n
		}
	}
	if sum == 0 {
		return fmt.Sprintf("weather: none of %d requests was disturbed", all)
	}
	return fmt.Sprintf("weather: %d of %d requests were disturbed: %s", sum, all, strings.Join(parts, ", "))
}

// account is the account in front of which a proxy stands.
func account(c target.Credential, endpoints map[target.Service]string) (weatherproxy.Account, error) {
	out := weatherproxy.Account{Name: c.Account, Endpoints: map[operation.Service]string{}}
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

// expose puts weather in front of a load's endpoint. The sky is clear before and after the plan is sent, so that
// resources can be created and losses seen. The caller closes the front.
func expose(ctx context.Context, c *loadgen.Config, spec weather.Spec) (*weather.Sky, *weatherproxy.Front, error) {
	endpoints := map[target.Service]string{}
	for _, s := range c.Workload.Services {
		endpoints[s] = c.Endpoint.Services[s]
	}
	behind, err := account(c.Endpoint.Credential, endpoints)
	if err != nil {
		return nil, nil, err
	}
	sky := new(weather.Sky)
	var third atomic.Pointer[func(context.Context, string)]
	front, err := weatherproxy.Before(ctx, behind, sky, func(ctx context.Context, path string) {
		if interfere := third.Load(); interfere != nil {
			(*interfere)(ctx, path)
		}
	})
	if err != nil {
		return nil, nil, fmt.Errorf("start the weather proxy: %w", err)
	}
	c.Endpoint.Through = map[target.Service]string{}
	for s, address := range front.Endpoints {
		c.Endpoint.Through[target.Service(s)] = address
	}
	c.ThirdParty = func(interfere func(context.Context, string)) {
		third.Store(&interfere)
		sky.Set(spec)
	}
	c.Sent = func() { sky.Set(weather.Spec{}) }
	return sky, front, nil
}

// underWeather is a target whose requests meet weather that a repetition overcomes.
type underWeather struct {
	target.Target
	sky *weather.Sky
}

// Session opens a session whose requests meet the weather.
func (u underWeather) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := u.Target.Session(ctx, name)
	if err != nil {
		return nil, err
	}
	behind, err := account(s.Credential, s.Endpoints)
	if err != nil {
		s.Close()
		return nil, err
	}
	s.Transport = weatherproxy.Transport(s.Transport, behind, u.sky)
	return s, nil
}

// runWeather reads the --weather of a run. It refuses weather that is not transient, such as broken leases: that would
// change what a case is about.
func runWeather(text string, seed int64, against string) (*weather.Sky, error) {
	spec, err := parseWeather(text, seed)
	if err != nil || spec == nil {
		return nil, err
	}
	if against != "" {
		return nil, usagef("leave one of them out", "--against compares two targets, and --weather would differ between them")
	}
	if i := slices.IndexFunc(spec.Rules, func(r weather.Rule) bool { return !r.Kind.Transient() }); i >= 0 {
		return nil, usagef(`use "ifmatch load --weather", or serve --weather for your own tests`,
			"%s changes what a case has set up, so its verdict would mean nothing", spec.Rules[i].Kind)
	}
	return weather.New(*spec), nil
}
