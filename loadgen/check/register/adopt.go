package register

import "ifmatch/loadgen/history"

// adopt settles where versions come from whose contents nobody read, or nobody
// wrote: from the beginning if its state is unknown, or from writes of unknown
// outcome that nobody saw otherwise; then the search tells which.
func (r *resolver) adopt() {
	candidates, anonymous, since := 0, false, int64(never)
	for _, w := range r.mays {
		if e := &r.ops[w]; e.Op != history.Delete && e.Tag == history.None {
			candidates++
			anonymous = anonymous || e.Value == 0
			since = min(since, e.Invoke)
		}
	}
	var orphans []int32
	for _, v := range r.aliens {
		x := &r.versions[v]
		if x.writer != unwritten {
			continue
		}
		if r.horizon < never && r.upTo(v) >= r.horizon {
			r.unready = !r.known
			x.writer, x.born = coming, r.horizon
			if candidates > 0 { // or else one that was not answered made it
				x.born = min(since, r.horizon)
			}
			r.heads = append(r.heads, head{-1, v})
			continue
		}
		if candidates > 0 && x.value != 0 && anonymous {
			r.vague = "a version may be that of a write whose outcome and contents are unknown"
		}
		if candidates > 0 && (x.value == 0 || anonymous) && !r.forgotten(x) {
			x.writer, x.born = someone, since
			if !r.known { // or it was there at the beginning: anything is allowed it
				r.vague = "a version may have been there at the beginning, or be that of a write of unknown outcome"
				x.born = always
				r.heads = append(r.heads, head{-1, v})
				continue
			}
			r.wild = append(r.wild, v)
			continue
		}
		orphans = append(orphans, v)
	}
	for k, v := range orphans {
		if k == 0 && !r.known {
			r.versions[v].writer, r.versions[v].born = before, always
			continue
		}
		x := &r.versions[v]
		switch w := r.remembered(x.tag); {
		case w >= 0:
			r.reportForgotten(v, w)
		case r.doubt != "" && (x.value == 0 || r.blank): // the order settled for may have used its write for something else
			r.undecided("%s", r.doubt)
		default:
			r.reportPhantom(v)
		}
		r.excuse(v)
	}
}

// upTo is the earliest time at which a version was certainly written: when it was
// seen, or one that follows it by name.
func (j *judge) upTo(v int32) int64 {
	earliest := int64(never)
	for v > 0 {
		x := &j.versions[v]
		earliest = min(earliest, x.firstSeen)
		if x.next < 0 {
			earliest = min(earliest, j.ops[^x.next].Return)
		}
		v = x.next
	}
	return earliest
}
