package queue

import (
	"errors"
	"math"
	"strconv"
	"time"

	"ifmatch/reference/errcode"
)

// number reads a query parameter that is a whole number between bounds, and reports whether it is given.
func (c *call) number(name string, low, high int64) (n int64, given bool, err error) {
	if !c.Query.Has(name) {
		return 0, false, nil
	}
	v := c.Query.Get(name)
	n, err = strconv.ParseInt(v, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && (n < low || n > high): // QUEUE-ERR-02
		return 0, true, errcode.QueryOutOfRange(name, v, strconv.FormatInt(low, 10), strconv.FormatInt(high, 10))
	case err != nil:
		return 0, true, badQuery(name, v, "The value is not a whole number.")
	}
	return n, true, nil
}

// badQuery returns the refusal of a query parameter, with a reason. // QUEUE-ERR-02
func badQuery(name, value, reason string) error {
	return errcode.BadQuery(name, value).With("Reason", reason)
}

const windowParameter = "visibilitytimeout"

// window reads the visibility timeout. // QUEUE-TIME-03 QUEUE-TIME-11
func (c *call) window() (time.Duration, error) {
	r := &c.rule.Window
	n, given, err := c.number(windowParameter, seconds(r.Min), seconds(r.Max))
	switch {
	case err != nil:
		return 0, err
	case given:
		return time.Duration(n) * time.Second, nil
	case r.Demanded:
		return 0, errcode.MissingQuery(windowParameter)
	}
	return r.Default, nil
}

// howMany reads the requested number of messages. // QUEUE-TIME-12
func (c *call) howMany() (int, error) {
	n, given, err := c.number("numofmessages", 1, int64(c.rule.Number))
	if err == nil && !given {
		n = 1
	}
	return int(n), err
}

// timeToLive reads how long a message is kept; zero means forever. // QUEUE-TIME-13
func (c *call) timeToLive() (time.Duration, error) {
	const name = "messagettl"
	limits := &c.Rules.Queue.Limits
	longest, endless := limits.TimeToLive, c.Version >= c.Rules.Queue.EndlessSince
	if endless {
		longest = limits.LongestLife
	}
	if endless && c.Query.Get(name) == "-1" {
		return 0, nil
	}
	n, given, err := c.number(name, 1, seconds(longest))
	switch {
	case err != nil:
		return 0, err
	case !given:
		return limits.TimeToLive, nil
	}
	return time.Duration(n) * time.Second, nil
}

func seconds(d time.Duration) int64 { return int64(math.Round(d.Seconds())) }
