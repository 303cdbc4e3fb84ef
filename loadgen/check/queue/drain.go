package queue

import "ifmatch/loadgen/history"

// drain finds the answer that showed the queue to be empty for good: the last one without a
// message, outside of the measured part and after all of it. An answer without a message
// during the run proves nothing, because a service may give out fewer messages than it has.
type drain struct {
	empty    *history.Event // the newest candidate
	measured int64          // the latest answer in the measured part
}

func (d *drain) note(e *history.Event) {
	if e.Flags&history.Outside == 0 {
		if !e.Outcome.Uncertain() {
			d.measured = max(d.measured, e.Return)
		}
		return
	}
	if e.Op == history.Get && e.Value == 0 && e.Outcome == history.Won && e.Flags&history.Torn == 0 &&
		(d.empty == nil || e.Invoke > d.empty.Invoke) {
		d.empty = e
	}
}

// last is that answer; nil if there is none.
func (d *drain) last() *history.Event {
	if d.empty == nil || d.empty.Invoke < d.measured {
		return nil
	}
	return d.empty
}
