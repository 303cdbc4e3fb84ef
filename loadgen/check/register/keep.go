package register

import "ifmatch/loadgen/history"

// keepers are the bounds and versions that a Stream keeps.
type keepers struct {
	j        *judge
	versions []bool
	current  int32          // the version at the new beginning; 0: none
	ops      map[int32]bool // deletes that stay
}

// awaited is the earliest time by which some version that stays had certainly been made
// by a write that is not known; the watermark if there is no such version.
func (k *keepers) awaited(watermark int64) int64 {
	earliest := watermark
	for v, stays := range k.versions {
		if x := &k.j.versions[v]; stays && x.writer == someone {
			earliest = min(earliest, k.j.upTo(int32(v)))
		}
	}
	return earliest
}

// version is the version that an event saw or named; 0 if that is not known.
func (k *keepers) version(e *history.Event) int32 {
	tag := e.If
	switch effect := effectOf(e); {
	case effect == sight:
		tag = e.Tag
	case effect != sawOther && !(effect == may && names(e)):
		return 0
	}
	return max(0, k.j.byTag.Get(0, uint64(tag)))
}

// filter retains the events of versions that stay, and the other events for which stays
// is true. It remembers the last writes that it forgets. For a version whose write is
// unknown it remembers the event that showed it first.
func (s *Stream) filter(j *judge, k *keepers, stays func(i int32, e *history.Event, v int32) bool) {
	made := make([]int32, j.memory)       // versions by the writes that made them
	unclaimed := map[int32]bool{}         // versions to forget whose write is unknown
	first, tag := int32(-1), history.None // the maker of the version at the beginning
	for v := range j.versions {
		switch x := &j.versions[v]; {
		case x.writer >= 0 && int(x.writer) < j.memory:
			made[x.writer] = int32(v)
		case k.versions[v]:
		case x.writer >= j.firstRecent: // it was seen after it was forgotten
			s.recent[x.writer-j.firstRecent].bury(x.tag)
		case int32(v) == k.current:
		case x.writer == before && j.start.op >= 0:
			first, tag = j.start.op, x.tag
		case x.writer == before || x.writer == someone:
			unclaimed[int32(v)] = true
		}
	}
	if first >= 0 {
		s.remember(replaced(j.ops[first], tag))
	}
	retained := s.retained[:0]
	for i := range j.ops[:j.memory] {
		e := &j.ops[i]
		if v := made[i]; v != 0 {
			switch {
			case k.versions[v]:
				retained = append(retained, *e)
			case v != k.current:
				s.remember(replaced(*e, j.versions[v].tag))
			}
			continue
		}
		v := k.version(e)
		if v != 0 && k.versions[v] || k.ops[int32(i)] || stays(int32(i), e, v) {
			retained = append(retained, *e)
			continue
		}
		effect := effectOf(e)
		if effect == may {
			s.census.unseen++
		}
		if effect == sight && unclaimed[v] {
			delete(unclaimed, v)
			s.remember(replaced(*e, j.versions[v].tag))
			continue
		}
		s.remember(bygone{Event: *e})
	}
	s.retained = retained
}
