package perform

import (
	"hash/maphash"
	"strings"

	"ifmatch/steps/scenario"
)

// keptReads keeps the reads of one reader that matter: the first and the last of those that show
// the same. A reader that is faster than the writer reads thousands of times.
type keptReads struct {
	acts []*scenario.Act
	last map[uint64]int // by digest: the index of the last one, once there are two
	once map[uint64]bool
}

func (k *keptReads) add(acts []*scenario.Act) {
	if k.last == nil {
		k.last, k.once = map[uint64]int{}, map[uint64]bool{}
	}
	for _, ac := range acts {
		d := digest(ac)
		if at, twice := k.last[d]; twice {
			k.acts[at] = ac
			continue
		}
		if k.once[d] {
			k.last[d] = len(k.acts)
		}
		k.once[d] = true
		k.acts = append(k.acts, ac)
	}
}

var seed = maphash.MakeSeed()

// digest identifies an answer by everything except the headers that differ in every answer.
func digest(ac *scenario.Act) uint64 {
	sum := maphash.Bytes(seed, ac.Resp.Body) ^ uint64(ac.Resp.Status) ^ maphash.String(seed, ac.Op.Name+ac.Resource.Address.String())
	for name, values := range ac.Resp.Header {
		switch lower := strings.ToLower(name); lower {
		case "date", "x-ms-request-id", "x-ms-client-request-id":
		default:
			for _, v := range values {
				sum ^= maphash.String(seed, lower+"\x00"+v) // headers come in any order
			}
		}
	}
	return sum
}
