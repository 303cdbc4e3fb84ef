package file

import (
	"maps"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// pairs are what pairs of operations on shares, directories and files are made from.
func pairs() scenario.Pairs {
	any := map[string]string{kindFile: "FILE-PAIR-01", kindDirectory: "FILE-PAIR-01", kindShare: "FILE-PAIR-01"}
	file, share := map[string]string{kindFile: "FILE-PAIR-01"}, map[string]string{kindShare: "FILE-PAIR-01"}
	read, written := maps.Clone(any), maps.Clone(any)
	for label := range any {
		written[label], read[label] = "FILE-PAIR-04", "FILE-PAIR-03"
	}
	written[kindFile] = "FILE-PAIR-02"
	return scenario.Pairs{
		Guards: append(append([]scenario.Guard{
			{State: "exists", Of: scenario.FieldExistence, Clause: any, Takes: func(f scenario.Facts) bool { return !f.Fresh && !f.Reads }},
			{State: "does not exist", Of: scenario.FieldExistence, Clause: any, Takes: func(f scenario.Facts) bool { return f.Fresh }},
		}, lease.Guards("is Leased(A)", file)...), lease.Guards("is Leased(A) with infinite duration", share)...),
		Whole: written, Shown: read,
	}
}

// turn is what an act does to a share, a directory or a file whose turn comes.
func turn(now scenario.Standing, ac *scenario.Act) (scenario.Standing, bool) {
	st := now.State.(*State)
	if !scenario.Holds(ac, st.Common()) || ac.Op.Name == "Delete Share" && len(st.Snapshots) > 0 && ac.Req.(*Request).DeleteSnapshots == nil {
		return now, false
	}
	if st.Lease != (lease.Shown{}) || ac.Op.Lease == scenario.LeaseSubject { // a directory has none
		var free bool
		if now, free = lease.Turn(now, ac); !free {
			return now, false
		}
	}
	if ac.Op.Reads {
		return now, true
	}
	return now.Took(ac), true
}
