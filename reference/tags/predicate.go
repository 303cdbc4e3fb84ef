package tags

import "errors"

// Predicate is a parsed condition over tags. // BLOB-TAGS-01
type Predicate struct{ root node }

// ErrPredicate means that x-ms-if-tags cannot be read.
var ErrPredicate = errors.New(`x-ms-if-tags must be comparisons such as "key" = 'value', joined by AND, OR and parentheses`)

// maxDepth bounds the nesting of parentheses, so that no header can exhaust the stack.
const maxDepth = 32

// ParsePredicate reads the value of x-ms-if-tags: comparisons of a key with a quoted value by =, <>, <, <=, > or >=,
// joined by AND and OR, with parentheses. AND binds more tightly than OR.
func ParsePredicate(s string) (*Predicate, error) {
	p := parser{scanner: scanner{rest: s}}
	p.next()
	root, err := p.disjunction(0)
	if err != nil {
		return nil, err
	}
	if p.tok.kind != end {
		return nil, ErrPredicate
	}
	return &Predicate{root}, nil
}

// Holds evaluates the predicate. A comparison with a tag that the blob lacks is false, whatever its operator.
func (p *Predicate) Holds(s Set) bool { return p.root.holds(s) }

type node interface{ holds(Set) bool }

type all []node
type either []node

type comparison struct{ key, operator, value string }

func (n all) holds(s Set) bool {
	for _, m := range n {
		if !m.holds(s) {
			return false
		}
	}
	return true
}

func (n either) holds(s Set) bool {
	for _, m := range n {
		if m.holds(s) {
			return true
		}
	}
	return false
}

func (c comparison) holds(s Set) bool {
	v, ok := s.Get(c.key)
	if !ok {
		return false
	}
	switch c.operator {
	case "=":
		return v == c.value
	case "<>":
		return v != c.value
	case "<":
		return v < c.value
	case "<=":
		return v <= c.value
	case ">":
		return v > c.value
	}
	return v >= c.value
}

type parser struct {
	scanner
	tok token
}

func (p *parser) next() { p.tok = p.scan() }

func (p *parser) disjunction(depth int) (node, error) {
	return p.joined(depth, "OR", func(depth int) (node, error) {
		return p.joined(depth, "AND", p.term, func(list []node) node { return all(list) })
	}, func(list []node) node { return either(list) })
}

// joined reads operands joined by a keyword.
func (p *parser) joined(depth int, keyword string, operand func(int) (node, error), join func([]node) node) (node, error) {
	var list []node
	for {
		n, err := operand(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
		if !p.tok.is(keyword) {
			break
		}
		p.next()
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return join(list), nil
}

func (p *parser) term(depth int) (node, error) {
	if p.tok.kind != open {
		return p.comparison()
	}
	if depth == maxDepth {
		return nil, ErrPredicate
	}
	p.next()
	n, err := p.disjunction(depth + 1)
	if err != nil {
		return nil, err
	}
	if p.tok.kind != closing {
		return nil, ErrPredicate
	}
	p.next()
	return n, nil
}

func (p *parser) comparison() (node, error) {
	var c comparison
	if p.tok.kind != word && p.tok.kind != quoted || p.tok.is("AND") || p.tok.is("OR") {
		return nil, ErrPredicate
	}
	c.key = p.tok.text
	p.next()
	if p.tok.kind != operator {
		return nil, ErrPredicate
	}
	c.operator = p.tok.text
	p.next()
	if p.tok.kind != literal {
		return nil, ErrPredicate
	}
	c.value = p.tok.text
	p.next()
	return c, nil
}
