package register

import "ifmatch/loadgen/history"

// observe counts what the check could see at work, and names what the verdict
// rests on.
func (j *judge) observe() {
	o := j.res.Observed
	count := func(name string, n int) {
		if n > 0 {
			o[name] += n
		}
	}
	var won [history.Stage + 1]int
	var lost, creates, unmodified, reads, unknown int
	for i := range j.ops {
		e := &j.ops[i]
		if e.Op > history.Delete {
			continue
		}
		switch {
		case e.Outcome == history.Won && e.Op == history.Read:
			reads++
			if e.Flags&history.IfNoneMatch != 0 && e.Tag == e.If && e.Value == 0 {
				unmodified++
			}
		case e.Outcome == history.Won:
			won[e.Op]++
		case e.Outcome == history.Lost && e.Op == history.Create:
			creates++
		case effectOf(e) == sawOther:
			lost++
		case effectOf(e) == may:
			unknown++
		}
	}
	count("reads", reads)
	count("reads answered 304", unmodified)
	count("overwrites", won[history.Write])
	count("conditional updates", won[history.Swap])
	count("creates", won[history.Create])
	count("deletes", won[history.Delete])
	count("updates refused with 412", lost)
	count("creates refused", creates)
	count("answers that nothing is there", len(j.absents))
	count("writes of unknown outcome", unknown)
	count("writes of unknown outcome that were seen", unknown-len(j.mays))
	j.res.Assumptions = append(j.res.Assumptions, assumptions...)
}

var assumptions = []string{
	"the clients' timestamps come from one monotonic clock",
	"a client names in If-Match only tags that an answer showed to it",
}
