package lease

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Subjects are what responses carry about leases.
func Subjects() []scenario.Subject {
	return []scenario.Subject{
		{Subject: words.Subject{Name: "lease id", Header: "x-ms-lease-id", Means: "A, B, C or X; `no`: neither in the header nor anywhere in the body"}, Judge: judgeID},
		{Subject: words.Subject{Name: "lease time", Header: "x-ms-lease-time", Check: checkTime,
			Means: "the seconds until the break ends: a number, remaining (the time left of the lease), or min(n, remaining) for break period n"}, Judge: judgeTime},
		{Subject: words.Subject{Name: "lease state", Header: "x-ms-lease-state", Means: "available, leased, expired, breaking, broken"}},
		{Subject: words.Subject{Name: "lease status", Header: "x-ms-lease-status", Means: "locked or unlocked"}},
		{Subject: words.Subject{Name: "lease duration", Header: "x-ms-lease-duration", Means: "fixed or infinite"}},
	}
}

func judgeID(j *scenario.Judging) error {
	switch j.Word {
	case words.No:
		if shows(j) {
			return j.Wrong("no lease id")
		}
		return nil
	case words.Value:
		if id, ok := j.World.IDs[j.Value]; ok {
			j.Value = id
		}
	}
	return judge.Header(j)
}

// shows reports whether a response holds any lease id of the scenario, in its header or
// anywhere in its body.
func shows(j *scenario.Judging) bool {
	if j.Got != "" {
		return true
	}
	body := bytes.ToLower(j.Act.Resp.Body)
	for _, id := range j.World.IDs {
		if bytes.Contains(body, []byte(strings.ToLower(id))) {
			return true
		}
	}
	return false
}

func checkTime(value string) error {
	_, err := ParseTime(value)
	return err
}

// timeLeft is the least and the most that a lease time may be, in seconds.
func timeLeft(j *scenario.Judging, lt Time) (least, most float64, err error) {
	if seconds, err := strconv.ParseFloat(lt.Word, 64); err == nil {
		return seconds, seconds, nil
	}
	n := math.Inf(1)
	if lt.Word != "remaining" {
		period := j.Act.Req.(Request).Lease().BreakPeriod
		if period == nil {
			return 0, 0, verdict.Miswritten("%s names no break period", j.Act.Op.Name)
		}
		if n, err = strconv.ParseFloat(*period, 64); err != nil {
			return 0, 0, verdict.Miswritten("break period %q is not a number", *period)
		}
	}
	switch left := j.Act.Left; {
	case left.Running:
		return min(n, math.Floor(left.Least.Seconds())), min(n, math.Ceil(left.Most.Seconds())), nil
	case lt.Word == "remaining":
		return 0, 0, verdict.Miswritten("the remaining time of the lease of the %s is not known", j.Act.Resource.Label)
	}
	return n, n, nil
}

// judgeTime judges the x-ms-lease-time of a break, in whole seconds. It must be exact if the
// clock is, otherwise as punctual as leases are (BLOB-LEASE-68, BLOB-LEASE-69).
func judgeTime(j *scenario.Judging) error {
	if j.Word != words.Value {
		return judge.Header(j)
	}
	lt, err := ParseTime(j.Value)
	if err != nil {
		return verdict.Miswritten("%v", err)
	}
	if lt.Weak && !j.World.Strict {
		return nil
	}
	least, most, err := timeLeft(j, lt)
	if err != nil {
		return err
	}
	want := fmt.Sprintf("%.0f", most)
	if most > 0 {
		off := j.World.Time.Slack().Seconds()
		least, most = max(0, least-off), most+off
	}
	if least != most {
		want = fmt.Sprintf("%.0f to %.0f", least, most)
	}
	if s, err := strconv.Atoi(j.Got); err != nil || float64(s) < least || float64(s) > most {
		return j.Wrong(want)
	}
	return nil
}
