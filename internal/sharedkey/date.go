package sharedkey

import (
	"net/http"
	"sync/atomic"
	"time"
)

// dated is one second and its text.
type dated struct {
	second int64
	text   string
}

var latest atomic.Pointer[dated]

// Date is the value of x-ms-date at a time. The text is made once per second and shared by all
// goroutines.
func Date(now time.Time) string {
	second := now.Unix()
	if d := latest.Load(); d != nil && d.second == second {
		return d.text
	}
	d := &dated{second, now.UTC().Format(http.TimeFormat)}
	latest.Store(d)
	return d.text
}
