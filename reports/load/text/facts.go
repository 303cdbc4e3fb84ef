package text

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reports/console"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
	"ifmatch/reports/load/metric"
)

// notObserved says that a run observed nothing of a kind, so that nobody takes a
// missing figure for a good one.
const notObserved = "not observed"

// facts writes the figures other than latencies, one line for each subject.
func (p *printer) facts() {
	r, c := p.run, p.run.Contention
	t := console.Table{Width: p.Width}
	if c.Attempts > 0 {
		t.Add(metric.Goodput, fmt.Sprintf("%s committed a second, of %s exchanges", p.Style.Bold(figure.Number(c.Goodput)), figure.Number(c.Rate)))
		t.Add(metric.ConflictRate, fmt.Sprintf("%s of %s lost", figure.Share(c.ConflictRate), figure.Plural(c.Attempts, "attempt")))
		if c.Commits > 0 {
			per, _ := c.PerCommit()
			t.Add("a commit", "cost "+attempts(per))
			// The longest update may be among those that were not committed.
			of := c.AttemptsPer
			t.Add("", fmt.Sprintf("the %s that got through: %smax %s", figure.Count(c.Commits), counts(c.Commits, of), attempts(of.Max)))
			times := "and " + spread(c.TimeTo)
			if c.Unfinished > 0 {
				times += "; " + unfinished(c.Unfinished)
			}
			t.Add("", times)
		} else {
			t.Add("a commit", "none, and "+unfinished(c.Unfinished))
		}
		t.Add("fairness", p.fairness())
	} else {
		t.Add(metric.Rate, fmt.Sprintf("%s exchanges a second", p.Style.Bold(figure.Number(c.Rate))))
	}
	if l := c.Lease; l != nil {
		t.Add("leases", fmt.Sprintf("%s acquired, %s renewed, %s released, %s expired, %s broken", figure.Count(l.Acquired), figure.Count(l.Renewed),
			figure.Count(l.Released), figure.Count(l.Expired), figure.Count(l.Broken)))
		t.Add("", "release to next holder: "+since(l.Handoff))
		t.Add("", "expiry to next holder: "+since(l.Overshoot))
		t.Add("", "break to next holder: "+since(l.AfterBreak))
		t.Add("", "lease time: Jain "+figure.Number(l.Jain))
	}
	if q := c.Queue; q != nil {
		t.Add("messages", fmt.Sprintf("%s delivered, %s deleted, %s overtook an older one, %s", figure.Count(q.Delivered), figure.Count(q.Deleted),
			figure.Count(q.OutOfOrder), figure.Plural(q.Empty, "empty answer")))
		late := notObserved
		if q.Redelivered > 0 {
			late = fmt.Sprintf("%s, after their window by %s", figure.Count(q.Redelivered), spread(q.Late))
		}
		t.Add("", "redelivered: "+late)
	}
	t.Add("pace", p.pace())
	if r.Plan.Open {
		t.Add("", fmt.Sprintf("send lag: %s", spread(r.Pace.Lag)))
		if text := ownLag(r.Pace); text != "" {
			t.Add("", text)
		}
	}
	if text := answers(r.Codes); text != "" {
		t.Add("answers", text)
	}
	if r.Restarts > 0 {
		t.Add("restarts", fmt.Sprintf("the target was killed and started again %s", figure.Plural(int64(r.Restarts), "time")))
	}
	if text := weather(r.Weather); text != "" {
		t.Add("weather", text)
	}
	p.rows(&t)
}

// weather lists the weather that requests met, the most frequent first.
func weather(met map[string]int64) string {
	names := slices.SortedFunc(maps.Keys(met), func(a, b string) int { return cmp.Or(cmp.Compare(met[b], met[a]), cmp.Compare(a, b)) })
	var parts []string
	for _, n := range names {
		parts = append(parts, n+" "+figure.Count(met[n]))
	}
	return strings.Join(parts, ", ")
}

func attempts(mean float64) string {
	if text := figure.Number(mean); text != "1" {
		return text + " attempts"
	}
	return "1 attempt"
}

// counts formats the quantiles of a Spread of n that are based on enough values.
func counts(n int64, of load.Spread) string {
	text := ""
	if load.Enough(n, .5) {
		text += "p50 " + figure.Number(of.P50) + ", "
	}
	if load.Enough(n, .99) {
		text += "p99 " + figure.Number(of.P99) + ", "
	}
	return text
}

func unfinished(n int64) string {
	return figure.Count(n) + " unfinished"
}

func (p *printer) fairness() string {
	c := p.run.Contention
	parts := []string{metric.Jain + " " + figure.Number(c.Jain), metric.Starvation + " " + figure.Duration(c.Starvation)}
	if c.Starved > 0 {
		parts = append(parts, p.Style.Yellow(figure.Plural(int64(c.Starved), "client")+" never committed"))
	}
	if c.Abandoned > 0 {
		parts = append(parts, figure.Count(c.Abandoned)+" abandoned")
	}
	return strings.Join(parts, ", ")
}

func (p *printer) pace() string {
	r, pace := p.run, p.run.Pace
	text := fmt.Sprintf("%s sent by %s", figure.Count(pace.Sent), figure.Plural(int64(pace.Clients), "client"))
	if r.Plan.Open {
		text = fmt.Sprintf("%s requested, %s sent by %s, %s late by more than %s, %s dropped", figure.Count(pace.Requested), figure.Count(pace.Sent),
			figure.Plural(int64(pace.Clients), "client"), figure.Count(pace.Late), figure.Duration(pace.LateAfter), figure.Count(pace.Dropped))
	}
	if pace.CPUSeconds > 0 && pace.Sent > 0 {
		text += fmt.Sprintf(", %s of CPU a request", figure.Duration(time.Duration(pace.CPUSeconds*1e9/float64(pace.Sent))))
	}
	return text
}

// noticed is the smallest lateness of the generator worth mentioning.
const noticed = time.Millisecond

// ownLag returns the lateness of the generator itself, if it exceeds a timer's
// inaccuracy but did not make the generator the bottleneck.
func ownLag(p load.Pace) string {
	if p.Bottleneck != "" {
		return ""
	}
	name, lag := "p99", p.Own.P99
	if _, ok := p.Own.Quantile(.99); !ok {
		name, lag = "the most", p.Own.Max
	}
	if lag <= noticed {
		return ""
	}
	return fmt.Sprintf("%s of our own lag is %s, in the response times but not in the service times", name, figure.Duration(lag))
}

// spread summarises a distribution in a line.
func spread(d load.Distribution) string {
	if d.Count == 0 {
		return notObserved
	}
	var parts []string
	for _, q := range []struct {
		name string
		of   float64
	}{{"p50", .5}, {"p99", .99}} {
		if x, ok := d.Quantile(q.of); ok {
			parts = append(parts, q.name+" "+figure.Duration(x))
		}
	}
	return strings.Join(append(parts, "max "+figure.Duration(d.Max)), ", ")
}

// since is spread for times from one answer to another. Negative times are stored
// as zero. They would look like a service without delay, but such times were not
// measured.
func since(d load.Distribution) string {
	text := spread(d)
	if d.Count > 0 && d.Min == 0 {
		text += " (0: acquired before that, by our clock)"
	}
	return text
}

// shownCodes is how many kinds of answers are listed.
const shownCodes = 6

func answers(codes []load.Code) string {
	var parts []string
	for i, c := range codes {
		if i == shownCodes {
			parts = append(parts, "and "+figure.Plural(int64(len(codes)-i), "more kind"))
			break
		}
		var kind []string
		if c.Status > 0 {
			kind = append(kind, strconv.Itoa(c.Status))
		}
		if c.Code != "" { // over SMB, only a name
			kind = append(kind, console.Clean(c.Code))
		}
		if len(kind) == 0 {
			kind = append(kind, "no answer")
		}
		parts = append(parts, figure.Count(c.Count)+" × "+strings.Join(kind, " "))
	}
	return strings.Join(parts, ", ")
}

// nameWidth bounds the name of an operation, in columns, so that a row fits into
// 80.
const nameWidth = 22

// latency writes the table of response times.
func (p *printer) latency() {
	if len(p.run.Operations) == 0 {
		return
	}
	title := "response time"
	if p.run.Plan.Open {
		title += " from the intended start"
	}
	t := console.Table{Header: []string{"", "", "count", "p50", "p99", "p99.9", "max"}, Right: []int{2, 3, 4, 5, 6}}
	row := func(name, outcome string, count int64, d load.Distribution) {
		cells := []string{name, outcome, figure.Count(count)}
		if d.Count == 0 {
			cells = append(cells, "-", "-", "-", "-")
		} else {
			for _, q := range []float64{.5, .99, .999} {
				if x, ok := d.Quantile(q); ok {
					cells = append(cells, figure.Duration(x))
				} else {
					cells = append(cells, "-")
				}
			}
			cells = append(cells, figure.Duration(d.Max))
		}
		t.Add(cells...)
	}
	for _, op := range p.run.Operations {
		name := console.Clean(op.Name)
		if p.Width > 0 {
			name = console.Shorten(name, nameWidth)
		}
		for _, o := range op.Outcomes {
			row(name, o.Outcome, o.Count, o.Response)
			name = ""
		}
	}
	row("all", "", p.run.Pace.Sent, p.run.Response)
	if service, err := p.service(); p.run.Plan.Open && err == nil && service.Count > 0 {
		row("all, on the wire", "", p.run.Pace.Sent, service)
	}
	p.write("\n" + p.Style.Bold(title) + "\n")
	p.rows(&t)
	if timed := p.run.Response.Count; timed < p.run.Pace.Sent {
		p.paragraph("", hang, p.Style.Yellow(figure.Plural(p.run.Pace.Sent-timed, "request")+" had no clear answer: their times are in none of these"))
	}
}

// service returns the service time of all exchanges.
func (p *printer) service() (load.Distribution, error) {
	var parts []load.Distribution
	for _, op := range p.run.Operations {
		for _, o := range op.Outcomes {
			parts = append(parts, o.Service)
		}
	}
	return hdr.Sum(parts...)
}
