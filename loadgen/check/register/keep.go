package register

import "ifmatch/loadgen/history"

// keepers are the bounds and versions that stay.
type keepers struct {
	j        *judge
	versions []bool
	ops      map[int32]bool // deletes
	byValue  map[uint64]int32
}

func (j *judge) keepers() *keepers {
	k := &keepers{j: j, versions: make([]bool, len(j.versions)), ops: map[int32]bool{}}
	if len(j.unnamed) > 0 {
		k.byValue = map[uint64]int32{}
		for v := range j.versions {
			k.byValue[j.versions[v].value] = int32(v)
		}
	}
	return k
}

func (k *keepers) bound(b int32) {
	if v := k.j.bounds[b].version; v > 0 {
		k.versions[v] = true
		return
	}
	k.ops[k.j.bounds[b].op] = true
}

// version is the one that an event saw or named, 0 if that is not known.
func (k *keepers) version(e *history.Event) int32 {
	switch effectOf(e) {
	case sight:
		if k.j.tells(e.Tag) {
			return k.j.byTag.get(uint64(e.Tag))
		}
		return k.byValue[e.Value]
	case sawOther:
		return k.j.byTag.get(uint64(e.If))
	case may:
		if names(e) {
			return k.j.byTag.get(uint64(e.If))
		}
	}
	return 0
}

// filter retains the events of versions that stay, and of the others those that
// stays says. Of the writes that it forgets the last ones are remembered.
func (s *Stream) filter(j *judge, k *keepers, stays func(i int32, e *history.Event, v int32) bool) {
	made := map[int32]int32{} // writes by the versions they made
	for v := range j.versions {
		if w := j.versions[v].writer; w >= 0 {
			made[w] = int32(v)
		}
	}
	retained := s.retained[:0]
	for i := range j.ops[:j.memory] {
		e := &j.ops[i]
		if w, ok := made[int32(i)]; ok {
			if k.versions[w] {
				retained = append(retained, *e)
				continue
			}
			old := *e
			old.Tag = j.versions[w].tag
			s.remember(&old)
			continue
		}
		v := k.version(e)
		if v != 0 && k.versions[v] || k.ops[int32(i)] || stays(int32(i), e, v) {
			retained = append(retained, *e)
			continue
		}
		if effectOf(e) == may {
			s.census.unseen++
		}
		s.remember(e)
	}
	s.retained = retained
}
