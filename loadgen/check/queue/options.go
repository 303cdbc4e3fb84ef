package queue

import "time"

// The tolerance about the end of a window unless Options say otherwise, on the
// service's clock. Times of next visibility have whole seconds on the wire.
const (
	DefaultEarly = time.Second
	DefaultLate  = 2 * time.Second
)

// Options of a check. The zero value is right for a service in real time.
type Options struct {
	Early time.Duration // how much sooner a window may end, on the service's clock; 0: DefaultEarly, negative: not at all
	Late  time.Duration // how much longer it may last; 0: DefaultLate, negative: not at all
	Rate  float64       // how many times faster than ours the service's clock runs; 0: as fast
	Limit int           // violations that are described; 0: 16
}

// What Result.Observed counts.
const (
	SeenPuts         = "messages put"
	SeenGets         = "messages given out"
	SeenRedeliveries = "redeliveries"
	SeenWindows      = "expired windows"
	SeenUpdates      = "message updates"
	SeenRemovals     = "messages removed"
	SeenPeeks        = "messages peeked"
	SeenRefusals     = "refused receipts"
	SeenDrained      = "drained queues"
	SeenFirst        = "first deliveries"
	SeenOvertaken    = "first deliveries out of order"
)
