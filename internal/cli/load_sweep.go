package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ifmatch/loadgen"
	"ifmatch/loadgen/pace"
	"ifmatch/loadgen/trial"
)

// sweepPlan is one --sweep.
type sweepPlan struct {
	param  string
	values []float64
}

func parseSweep(text string, p trial.Plan) (*sweepPlan, error) {
	hint := "for instance --sweep clients=2,4,8,16,32,64,128"
	param, list, ok := strings.Cut(text, "=")
	if !ok || list == "" {
		return nil, usagef(hint, "--sweep %q is not PARAM=VALUES", text)
	}
	if !slices.Contains(sweepParams, param) {
		return nil, usagef("parameters: "+strings.Join(sweepParams, ", "), "--sweep cannot vary %q", param)
	}
	s := &sweepPlan{param: param}
	for part := range strings.SplitSeq(list, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(x >= 0 && x <= 1e9) { // this also refuses NaN
			return nil, usagef(hint, "--sweep: %q is not a value of %s", part, param)
		}
		if slices.Contains(s.values, x) {
			return nil, usagef("leave one out", "--sweep tries %s=%s twice", param, part)
		}
		s.values = append(s.values, x)
	}
	for _, x := range s.values {
		if _, err := vary(p, param, x); err != nil {
			return nil, err
		}
	}
	if p.Rate != "" && param == "clients" {
		return nil, usagef("sweep rate instead", "--sweep clients varies a closed loop, and --rate sends on a schedule")
	}
	return s, nil
}

// vary is a plan with a different value of one parameter.
func vary(p trial.Plan, param string, x float64) (trial.Plan, error) {
	whole := func() (int, error) {
		if x != float64(int(x)) || x < 1 {
			return 0, usagef("for instance "+param+"=16", "%s=%v is not a whole number of at least 1", param, x)
		}
		return int(x), nil
	}
	var err error
	switch param {
	case "clients":
		if p.Clients, err = whole(); err == nil && p.Clients > loadgen.MaxClients {
			err = usagef(fmt.Sprintf("at most %d", loadgen.MaxClients), "clients=%v", x)
		}
	case "rate":
		if !(x >= 0.01 && x <= pace.MaxRate) {
			return p, usagef(fmt.Sprintf("from 0.01 to %d", int64(pace.MaxRate)), "rate=%v", x)
		}
		p.Rate = strconv.FormatFloat(x, 'g', -1, 64)
		p.Shape = pace.Constant(x)
	case "keys":
		p.Options.Keys, err = whole()
	case "size":
		p.Options.Size, err = whole()
	case "reads":
		if p.Options.Reads = x; x > 1 {
			err = usagef("from 0 to 1", "reads=%v", x)
		}
	case "zipf":
		if p.Options.Zipf = x; x != 0 && x <= 1 {
			err = usagef("more than 1, or 0 for none", "zipf=%v", x)
		}
	}
	return p, err
}
