package transaction

import "ifmatch/loadgen/history"

// lives finds the entities that were inserted or overwritten more than once. No run
// records that of a correct service, and the order of their versions is not known.
func (p *partition) lives() {
	for i := range p.entities {
		if at := &p.entities[i]; len(at.heads) > 1 && !p.createdTwice(at) {
			p.undecided = "an entity was inserted more than once, or overwritten: the order of its versions is not known"
		}
	}
}

// createdTwice reports two inserts of an entity that nobody deleted or overwrote.
func (p *partition) createdTwice(at *entity) bool {
	if p.o.Incomplete || at.deletes > 0 || at.doubtfulDelete != history.Open || at.doubtful != history.Open {
		return false
	}
	for _, h := range at.heads {
		if p.ops[h].Op != history.Create && int(h) >= p.anchors || !p.settled(h) {
			return false
		}
	}
	p.report(p.twice(at.heads[0], at.heads[1]))
	return true
}
