package blob

import (
	"slices"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// pairs are what pairs of operations on blobs and containers are made from.
func pairs() scenario.Pairs {
	const blob, container = "blob", ops.Container
	both := func(of, in string) map[string]string { return map[string]string{blob: of, container: in} }
	existing := func(f scenario.Facts) bool { return !f.Fresh && !f.Reads }
	only := func(names ...string) func(scenario.Facts) bool {
		return func(f scenario.Facts) bool { return slices.Contains(names, f.Name) }
	}
	of, copied := map[string]string{blob: "BLOB-PAIR-01"}, map[string]string{blob: "BLOB-PAIR-07"}
	source, reading := &scenario.Other{Name: "source", State: "exists"}, func(f scenario.Facts) bool { return f.Source }
	tagged := func(f scenario.Facts) bool { // BLOB-TAGS-01
		return scenario.Accepts("If-Match")(f) && f.Article.List != "container" && f.Verb != "POST" && f.Name != "Append Blob Seal" || only("Get Block List", "Set Blob Tier", "Get Blob Tags", "Set Blob Tags")(f)
	}
	guards := lease.Guards(lease.Endless, both("BLOB-PAIR-02", "CONT-PAIR-01"), both("BLOB-PAIR-09", "CONT-PAIR-05"))
	for _, number := range [][2]string{ // a condition on the number 8, and an action that ends it, or makes it true; pages leave it as it is
		{"at most 7", "update, sequence number 7"}, {"at most 8", "increment"}, {"at most 19", "max, sequence number 20"}, {"at most 8", ""},
		{"below 8", "update, sequence number 7"}, {"below 9", "increment"}, {"below 20", "max, sequence number 20"}, {"below 9", ""},
		{"exactly 7", "update, sequence number 7"}, {"exactly 8", "increment"}, {"exactly 20", "max, sequence number 20"}, {"exactly 8", ""},
	} {
		g := scenario.Guard{Terms: "sequence number " + number[0], State: "has sequence number 8", Of: ops.FieldPages, Clause: map[string]string{blob: "BLOB-PAIR-10"}, Takes: only("Put Page", "Put Page clear", "Put Page From URL")}
		if number[1] != "" {
			g.Of, g.By = ops.FieldSequence, " with sequence action "+number[1]
		}
		guards = append(guards, g)
	}
	return scenario.Pairs{
		Guards: append(guards, []scenario.Guard{
			{Terms: "If-Match current", State: "exists", Of: scenario.FieldETag, Clause: of, Takes: scenario.Accepts("If-Match")},
			{Terms: "If-Match current", State: "exists", Of: scenario.FieldExistence, Clause: map[string]string{blob: "BLOB-PAIR-11"}, Takes: func(f scenario.Facts) bool { return !f.Reads && scenario.Accepts("If-Match")(f) }},
			{Terms: "If-None-Match current", State: "exists", Of: scenario.FieldETag, Clause: of, Takes: func(f scenario.Facts) bool { return f.Reads && scenario.Accepts("If-None-Match")(f) }},
			{Terms: "If-None-Match *", State: "does not exist", Of: scenario.FieldExistence, Clause: of, Takes: func(f scenario.Facts) bool { return f.Creates() && scenario.Accepts("If-None-Match")(f) }},
			{Terms: "append position 15", State: "exists", Of: scenario.FieldContent, Clause: map[string]string{blob: "BLOB-PAIR-02"}, Takes: only("Append Block")},
			{State: "exists", Of: ops.FieldSealed, Clause: map[string]string{blob: "BLOB-PAIR-02"}, Takes: only("Append Block", "Append Block From URL")},
			{State: "exists", Of: scenario.FieldETag, Clause: map[string]string{blob: "BLOB-PAIR-02"}, Takes: only("Snapshot Blob")},
			{Terms: "delete snapshots include", State: "exists", Of: ops.FieldSnapshots, Clause: map[string]string{blob: "BLOB-PAIR-02"}, Takes: only("Delete Blob")},
			{Terms: "If-Unmodified-Since same", State: "exists", Of: scenario.FieldETag, Clause: both("BLOB-PAIR-05", "CONT-PAIR-04"), Takes: scenario.Accepts("If-Unmodified-Since")},
			{Terms: `tags condition "colour"='blue'`, State: "has tags", Of: ops.FieldTags, Clause: map[string]string{blob: "BLOB-PAIR-06"}, Takes: tagged},
			{Terms: "source If-Match current", State: "exists", Of: scenario.FieldETag, Clause: map[string]string{blob: "BLOB-PAIR-12"}, Takes: only("Copy Blob"), Other: source}, // what the article lists
			{Terms: "source If-Match current", State: "exists", Of: scenario.FieldETag, Clause: map[string]string{blob: "BLOB-PAIR-13"}, Takes: func(f scenario.Facts) bool { return f.Source && f.Name != "Copy Blob" }, Other: source},
			{State: "exists", Of: scenario.FieldETag, Clause: copied, Takes: reading, Other: source},
			{State: "exists", Of: scenario.FieldExistence, Clause: copied, Takes: reading, Other: source},
			{State: "exists", Of: scenario.FieldExistence, Clause: map[string]string{blob: "BLOB-PAIR-08"}, Takes: existing, Other: &scenario.Other{Kind: ops.Container, State: "exists"}},
			{Terms: "max size 40", State: "exists", Of: scenario.FieldContent, Clause: map[string]string{blob: "BLOB-PAIR-02"}, Takes: only("Append Block")},
			{State: "exists", Of: scenario.FieldExistence, Clause: both("BLOB-PAIR-02", "CONT-PAIR-01"), Takes: existing},
			{State: "does not exist", Of: scenario.FieldExistence, Clause: both("BLOB-PAIR-02", "CONT-PAIR-01"), Takes: func(f scenario.Facts) bool { return f.Fresh }},
		}...),
		Whole: both("BLOB-PAIR-03", "CONT-PAIR-02"), Shown: both("BLOB-PAIR-04", "CONT-PAIR-03"),
	}
}

// turn is what an act does to a blob or a container whose turn comes.
func turn(now scenario.Standing, ac *scenario.Act) (scenario.Standing, bool) {
	st, req := stateOf(now.State), ac.Req.(*ops.Request)
	if src := now.Beside; src != nil && req.Source != nil && *req.Source == src.State.Common().Address {
		if !stateOf(src.State).Gives(req) {
			return now, false
		}
		asked, copied := *ac, *req
		copied.SourceState = stateOf(src.State.Clone())
		asked.Req = &copied
		ac, req = &asked, &copied
	}
	if ac.Op.Name == "Get Block List" && !st.Exists && (len(st.Uncommitted) > 0 || slices.Contains(st.Loose, ops.FieldUncommitted)) {
		now.Either = true // what is left of staged blocks is for the cases of those
		return now, true
	}
	stages := ac.Op.Name == "Put Block" || ac.Op.Name == "Put Block From URL" // they need no blob
	if !stages && !scenario.Holds(ac, st.Common()) || !st.Admits(ac.Op.Name, req) {
		return now, false
	}
	now, free := lease.Turn(now, ac)
	if !free || ac.Op.Reads {
		return now, free
	}
	next := now.Took(ac)
	next.Either = st.Misses(req) || ac.Op.Source && req.SourceState != nil && len(req.SourceState.Content) == 0 // nothing to append
	stateOf(next.State).Overtaken(st, next.Either)
	return next, true
}
