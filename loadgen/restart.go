package loadgen

import (
	"ifmatch/loadgen/history"
)

// letRestart calls Config.Restart with a function that kills the target and starts it again. The history records when,
// so that a check can tell what was lost in a restart.
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
