package queue

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

// seen are the names under which operations that succeeded are counted, from history.Put on.
var seen = []string{SeenPuts, SeenGets, SeenUpdates, SeenRemovals, SeenPeeks}
