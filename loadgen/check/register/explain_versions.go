package register

import "ifmatch/loadgen/history"

// Violations that are found while versions are told apart (step 1).

func (j *judge) reportTagTwice(first, second int32) {
	e := &j.ops[second]
	if first == before {
		first = j.start.op
	}
	if first < 0 {
		first = j.reader(j.byTag.get(uint64(e.Tag)), func(*history.Event) bool { return true })
		j.report(ruleTagTwice, []proof{{first, "had been shown this tag"}, {second, "made another version and was given the same tag"}},
			"%s was given the tag %s for the version that replaced the one with this very tag: what changed can no longer be told by it", j.who(second), j.tag(e.Tag))
		return
	}
	if j.isRead(first) {
		j.report(ruleTagTwice, []proof{{first, "had been shown this tag"}, {second, "made a version later and was given the same tag"}},
			"%s was given the tag %s, which had been that of a version replaced before: an If-Match that names the one succeeds on the other", j.who(second), j.tag(e.Tag))
		return
	}
	j.report(ruleTagTwice, []proof{{first, "was given the tag"}, {second, "was given the same tag"}},
		"the writes of %s and %s were both given the tag %s: an If-Match that names the one succeeds on the other", j.who(first), j.who(second), j.tag(e.Tag))
}

func (j *judge) reportConditionIgnored(i int32) {
	e := &j.ops[i]
	j.report(ruleIgnored, []proof{{i, "asked for one version and was given another"}, j.newest(i)},
		"%s asked with If-Match for version %s and was given version %s instead of a refusal", j.who(i), j.tag(e.If), j.tag(e.Tag))
}

func (j *judge) reportTorn(i int32) {
	if j.full() {
		return
	}
	j.report(ruleTorn, []proof{{i, "read contents that no single write had sent"}, j.newest(i)},
		"%s read contents that are those of no write: mixed, cut or damaged", j.who(i))
}

// reportTwoContents reports that event i tells other contents of a version than
// what was told before.
func (j *judge) reportTwoContents(v, i int32) {
	x := &j.versions[v]
	if j.full() {
		return
	}
	told := func(i int32) proof {
		if i < 0 {
			return proof{i, ""}
		}
		if j.ops[i].Op == history.Read {
			return proof{i, "read under this tag " + contents(j.ops[i].Value)}
		}
		return proof{i, "wrote under this tag " + contents(j.ops[i].Value)}
	}
	proofs := []proof{told(x.shown), told(i)}
	odd := i // whose contents are not those of the tag's writer
	if i == x.writer && x.shown >= 0 {
		odd = x.shown
	}
	for k := range j.ops {
		if e := &j.ops[k]; e.Value == j.ops[odd].Value && e.Op != history.Read && int32(k) != odd {
			role := "wrote these contents as another version"
			switch effectOf(e) {
			case kept:
				role = "was refused with these contents"
			case may:
				role = "sent these contents, with unknown outcome"
			}
			proofs = append(proofs, proof{int32(k), role})
			break
		}
	}
	j.report(ruleTwoContents, proofs, "tag %s stands for %s and for %s", j.tag(x.tag), contents(x.value), contents(j.ops[i].Value))
}

func (j *judge) reportLostUpdate(named history.Token, first, second int32) {
	if j.full() {
		return
	}
	v := j.byTag.get(uint64(named))
	proofs := []proof{{first, "named the version and was told of success"}, {second, "named the same version and was told of success"}}
	if w := j.maker(v); w >= 0 {
		proofs = append(proofs, proof{w, "made the version"})
	}
	for k, p := range proofs[:2] {
		if j.ops[p.op].Outcome.Uncertain() { // its success was seen
			proofs[k].role = "named the version; what it wrote was seen"
			if i := j.reader(j.version(j.seenAs(p.op)), func(*history.Event) bool { return true }); i >= 0 {
				proofs = append(proofs, proof{i, "saw what it wrote"})
			}
		}
	}
	a, b := &j.ops[first], &j.ops[second]
	switch {
	case a.Op == history.Delete && b.Op == history.Delete:
		j.report(ruleLostUpdate, proofs, "%s and %s both deleted %s: one of them deleted something else", j.who(first), j.who(second), j.label(v))
	case a.Op == history.Delete || b.Op == history.Delete:
		j.report(ruleLostUpdate, proofs, "%s and %s both took %s for current, one to delete and one to replace it: one of the two is lost", j.who(first), j.who(second), j.label(v))
	case j.who(first) == j.who(second):
		j.report(ruleLostUpdate, proofs, "%s replaced %s twice: one of its updates is lost", j.who(first), j.label(v))
	default:
		j.report(ruleLostUpdate, proofs, "%s and %s both replaced %s: the update of one of them is lost", j.who(first), j.who(second), j.label(v))
	}
}

// seenAs is the tag of the version that a write made.
func (j *judge) seenAs(w int32) history.Token {
	for v := range j.versions {
		if v > 0 && j.versions[v].writer == w {
			return j.versions[v].tag
		}
	}
	return history.None
}

func (j *judge) reportRefusedApplied(v, w int32) {
	if j.full() {
		return
	}
	e := &j.ops[w]
	answer := map[history.Outcome]string{
		history.Lost: "that its condition was not met", history.Refused: "that a lease stands in the way",
		history.Absent: "that there is nothing", history.Wrong: "an error",
	}[e.Outcome]
	j.report(ruleRefused, []proof{
		{w, "was refused, so that nothing may have changed"},
		{j.seeing(v), "saw what the refused write carried"},
	}, "%s was told %s, and yet what it sent took effect: %s were seen", j.who(w), answer, contents(e.Value))
}

func (j *judge) reportPhantom(v int32) {
	if j.full() {
		return
	}
	i := j.seeing(v)
	if i < 0 {
		return
	}
	if j.ops[i].Op != history.Read {
		j.report(rulePhantom, []proof{{i, "named it and was told of success"}, j.newest(i)},
			"%s replaced %s, which no recorded write made", j.who(i), j.label(v))
		return
	}
	what := "no recorded write made"
	if j.horizon < never || j.start.tag != history.None {
		what = "no write made that can still be current"
	}
	if x := &j.versions[v]; x.value != 0 && x.tag != history.None {
		what += ": it shows " + contents(x.value)
	}
	j.report(rulePhantom, []proof{{i, "saw it"}, j.newest(i)}, "%s read %s, which %s", j.who(i), j.label(v), what)
}

func (j *judge) reportTwoTags(v, w int32) {
	if j.full() {
		return
	}
	e := &j.ops[w]
	was := e.Tag
	if was == history.None {
		for _, x := range j.versions {
			if x.writer == w {
				was = x.tag
			}
		}
	}
	j.report(ruleTwoTags, []proof{{w, "wrote the contents as version " + j.tag(was)}, {j.seeing(v), "read the same contents under another tag"}, j.newest(j.seeing(v))},
		"%s were seen as %s, although they were written as version %s, and nobody wrote them again", contents(e.Value), j.label(v), j.tag(was))
}

// seeing is an event that saw a version, or replaced it.
func (j *judge) seeing(v int32) int32 {
	if i := j.reader(v, func(*history.Event) bool { return true }); i >= 0 {
		return i
	}
	x := &j.versions[v]
	for i := range j.ops {
		if e := &j.ops[i]; names(e) && e.If == x.tag && (effectOf(e) == wrote || effectOf(e) == may) {
			return int32(i)
		}
	}
	return -1
}

// reportForgotten reports a sight of a version that a Stream forgot because it had
// been replaced for good.
func (j *judge) reportForgotten(v, w int32) {
	i := j.seeing(v)
	if i < 0 {
		return
	}
	role := "made the old version"
	if j.isRead(w) {
		role = "had seen the old version"
	}
	proofs := []proof{{w, role}, {j.start.op, "made a newer version, before the other request was sent"}, {i, "took the old version for current all the same"}}
	if j.isRead(i) {
		j.report(ruleStale, proofs, "%s read %s long after another write had replaced it", j.who(i), j.label(v))
		return
	}
	j.report(ruleLostUpdate, proofs, "%s replaced %s by name long after another write had replaced it", j.who(i), j.label(v))
}
