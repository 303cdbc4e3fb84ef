package plan

// Roles are what a pair shows of its two operations; ok: the case is a pair.
func (c Case) Roles() (of, beside any, ok bool) {
	if c.pair == nil {
		return nil, nil, false
	}
	of, beside = c.pair.roles()
	return of, beside, true
}
