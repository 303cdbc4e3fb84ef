package loadgen

import (
	"ifmatch/loadgen/history"
)

// letRestart lets somebody kill the target and start it again, one time after the other. The history says when, so that
// whoever judges it can tell what was lost by that.
func (r *run) letRestart() {
	if r.config.Restart == nil {
		return
	}
	log := r.recorder.Log(history.RestartSlot)
	e := history.Event{
		Op: history.Restart, Outcome: history.Won, Flags: history.Outside, Client: history.RestartSlot,
		Key: r.book.Key("target"), Name: r.book.Name("restart of the target"),
	}
	r.config.Restart(func(kill func(), start func() error) error {
		e.Seq++
		e.Invoke = log.Begin(r.now())
		e.Intended = e.Invoke
		kill()
		e.Arg = r.now() - e.Invoke
		err := start()
		if e.Return = r.now(); err != nil {
			e.Return, e.Outcome = history.Open, history.Unknown
		}
		log.Add(e)
		return err
	})
}
