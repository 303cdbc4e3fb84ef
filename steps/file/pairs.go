package file

import (
	"path"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/smb"
)

// pairs are what pairs of operations on shares, directories and files are made from.
func pairs() scenario.Pairs {
	all := func(file, others string) map[string]string {
		return map[string]string{kindFile: file, kindDirectory: others, kindShare: others}
	}
	any := all("FILE-PAIR-01", "FILE-PAIR-01")
	file, share := map[string]string{kindFile: "FILE-PAIR-01"}, map[string]string{kindShare: "FILE-PAIR-01"}
	source, moved := &scenario.Other{Name: sourceLabel, State: "exists"}, map[string]string{kindFile: "FILE-PAIR-05", kindDirectory: "FILE-PAIR-05"}
	copies := func(f scenario.Facts) bool { return f.Source && !moves(f.Name) }
	in := func(kind string) *scenario.Other { return &scenario.Other{Kind: kind, State: "exists"} }
	return scenario.Pairs{
		Guards: append(append([]scenario.Guard{
			{State: "exists", Of: scenario.FieldETag, Clause: moved, Takes: copies, Other: source},
			{State: "exists", Of: scenario.FieldExistence, Clause: moved, Takes: copies, Other: source},
			{State: "does not exist", Of: scenario.FieldETag, Clause: moved, Takes: func(f scenario.Facts) bool { return moves(f.Name) }, Other: source},
			{State: "does not exist", Of: scenario.FieldExistence, Clause: moved, Takes: func(f scenario.Facts) bool { return moves(f.Name) }, Other: source},
			{State: "exists", Of: scenario.FieldExistence, Clause: map[string]string{kindFile: "FILE-PAIR-06", kindDirectory: "FILE-PAIR-06"}, Takes: func(f scenario.Facts) bool { return !f.Fresh && !f.Reads && !moves(f.Name) }, Other: in(kindShare)},
			{State: "exists", Of: scenario.FieldExistence, Clause: map[string]string{kindDirectory: "FILE-PAIR-06"}, Takes: func(f scenario.Facts) bool { return f.Deletes() },
				Other: &scenario.Other{Kind: kindFile, Name: kindDirectory + "/inner", State: "does not exist"}},
			{State: "exists", Of: scenario.FieldExistence, Clause: any, Takes: func(f scenario.Facts) bool { return !f.Fresh && !f.Reads }},
			{State: "does not exist", Of: scenario.FieldExistence, Clause: any, Takes: func(f scenario.Facts) bool { return f.Fresh }},
		}, lease.Guards("is Leased(A)", file, file)...), lease.Guards(lease.Endless, share, share)...),
		Whole: all("FILE-PAIR-02", "FILE-PAIR-04"), Shown: all("FILE-PAIR-03", "FILE-PAIR-03"),
	}
}

// moves reports whether an operation takes its source away.
func moves(operation string) bool {
	return operation == "Rename File" || operation == "Rename Directory"
}

// turn is what an act does to a share, a directory or a file whose turn comes.
func turn(now scenario.Standing, ac *scenario.Act) (scenario.Standing, bool) {
	st := now.State.(*State)
	if ac.Lock != scenario.NoLock {
		return smb.Turn(now, ac)
	}
	if now.Beside != nil {
		next, taken, goes := meets(now, ac, now.Beside.State.(*State))
		if taken == nil || !goes {
			return next, goes
		}
		ac = taken
	}
	if !scenario.Holds(ac, st.Common()) || ac.Op.Name == "Delete Share" && len(st.Snapshots) > 0 && ac.Req.(*Request).DeleteSnapshots == nil {
		return now, false
	}
	if st.Lease != (lease.Shown{}) || ac.Op.Lease == scenario.LeaseSubject { // a directory has none
		var free bool
		if now, free = lease.Turn(now, ac); !free {
			return now, false
		}
	}
	return smb.Beside(now.Took(ac), ac)
}

// meets says whether another resource, its source, what it lies in or what lies in it, lets an act be performed. It
// returns the act with the source as it is now, or none if that was all.
func meets(now scenario.Standing, ac *scenario.Act, other *State) (scenario.Standing, *scenario.Act, bool) {
	at := now.State.(*State).at()
	switch asked := *ac.Req.(*Request); {
	case asked.Source != nil && *asked.Source == other.Address:
		asked.SourceState = other.Clone().(*State)
		taken := *ac
		if taken.Req = &asked; !moves(ac.Op.Name) || !other.Exists {
			return now, &taken, other.Exists
		}
		other.Exists = false
		return now.Took(&taken), nil, true
	case ac.Op.Deletes() && path.Dir(other.at().Path) == at.Path: // FILE-DEL-11
		return now, ac, !other.Exists
	}
	// What a change of what lies in it does to the stamp of a directory or a share is not documented.
	there := other.Exists || path.Dir(at.Path) != other.at().Path
	other.Relax(FieldEntries, scenario.FieldETag, scenario.FieldLastModified)
	return now, ac, there
}
