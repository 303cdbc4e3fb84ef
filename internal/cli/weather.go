package cli

import (
	"slices"

	"github.com/spf13/pflag"

	"ifmatch/reference/weather"
)

// addWeather adds the flag that lets requests meet weather.
func addWeather(flags *pflag.FlagSet, spec *string, what string) {
	flags.StringVar(spec, "weather", "", what+"; a `SPEC` is "+weather.Forms)
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
