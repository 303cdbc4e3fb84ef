// Package odata reads and evaluates $filter, the small language for selecting the results of Table service queries:
//
//	PartitionKey eq 'books' and (Price lt 10 or not (Printed ge datetime'2026-01-01T00:00:00Z'))
//
// A comparison is between a property and a constant. It does not hold if the entity lacks the property, or if the
// property has another type.
package odata

import (
	"fmt"
	"strconv"

	"ifmatch/reference/edm"
)

// maxDepth bounds the nesting of parentheses and nots, and so the stack.
const maxDepth = 200

// Filter is a condition on entities. The zero Filter selects everything.
type Filter struct {
	root        expression
	comparisons int
}

// Comparisons returns the number of comparisons in the filter. The service limits their number.
func (f Filter) Comparisons() int { return f.comparisons }

// Lookup finds a property of the entity on which a filter is evaluated.
type Lookup func(name string) (edm.Value, bool)

// Match reports whether the filter selects the entity behind the lookup.
func (f Filter) Match(p Lookup) bool { return f.root == nil || f.root.match(p) }

// expression is a node of a parsed filter.
type expression interface{ match(Lookup) bool }

type (
	both       struct{ a, b expression }
	either     struct{ a, b expression }
	not        struct{ e expression }
	constant   bool
	truth      string // a Boolean property without a comparison
	comparison struct {
		property string
		operator operator
		value    edm.Value
	}
)

func (e both) match(p Lookup) bool   { return e.a.match(p) && e.b.match(p) }
func (e either) match(p Lookup) bool { return e.a.match(p) || e.b.match(p) }
func (e not) match(p Lookup) bool    { return !e.e.match(p) }
func (e constant) match(Lookup) bool { return bool(e) }
func (e truth) match(p Lookup) bool  { v, _ := p(string(e)); return v.True() }
func (e comparison) match(p Lookup) bool {
	v, found := p(e.property)
	if !found {
		return false
	}
	order, comparable := edm.Compare(v, e.value)
	return comparable && e.operator.holds(order)
}

// operator says for which orders of its sides it holds.
type operator struct{ less, equal, greater bool }

var operators = map[string]operator{
	"eq": {equal: true}, "ne": {less: true, greater: true},
	"gt": {greater: true}, "ge": {equal: true, greater: true},
	"lt": {less: true}, "le": {less: true, equal: true},
}

func (o operator) holds(order int) bool {
	return order < 0 && o.less || order == 0 && o.equal || order > 0 && o.greater
}

// mirrored returns the operator for swapped sides.
func (o operator) mirrored() operator { return operator{o.greater, o.equal, o.less} }

// Parse reads a filter.
func Parse(text string) (Filter, error) {
	p := parser{scanner: scanner{text: text}}
	if err := p.advance(); err != nil {
		return Filter{}, err
	}
	root, err := p.or()
	if err == nil && p.token.kind != end {
		err = p.unexpected()
	}
	if err != nil {
		return Filter{}, err
	}
	return Filter{root, p.comparisons}, nil
}

// parser descends through the grammar; token is the current one.
type parser struct {
	scanner     scanner
	token       token
	depth       int
	comparisons int
}

func (p *parser) advance() (err error) {
	p.token, err = p.scanner.next()
	return err
}

// is reports whether the current token is an operator of this name.
func (p *parser) is(name string) bool { return p.token.kind == word && p.token.text == name }

func (p *parser) unexpected() error {
	switch p.token.kind {
	case end:
		return syntax(p.token.at, "the filter ends too early")
	case word:
		return syntax(p.token.at, strconv.Quote(p.token.text)+" has no meaning here")
	case literal:
		return syntax(p.token.at, "a constant has no meaning here")
	}
	return syntax(p.token.at, "a parenthesis has no meaning here")
}

func (p *parser) or() (expression, error) {
	return p.chain("or", p.and, func(a, b expression) expression { return either{a, b} })
}

func (p *parser) and() (expression, error) {
	return p.chain("and", p.unary, func(a, b expression) expression { return both{a, b} })
}

// chain reads operands joined by the same operator.
func (p *parser) chain(operator string, operand func() (expression, error), join func(a, b expression) expression) (expression, error) {
	e, err := operand()
	for err == nil && p.is(operator) {
		if err = p.advance(); err != nil {
			return nil, err
		}
		var next expression
		if next, err = operand(); err == nil {
			e = join(e, next)
		}
	}
	return e, err
}

func (p *parser) unary() (expression, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, syntax(p.token.at, "the filter is nested too deeply")
	}
	defer func() { p.depth-- }()
	if p.is("not") {
		if err := p.advance(); err != nil {
			return nil, err
		}
		e, err := p.unary()
		return not{e}, err
	}
	if p.token.kind != open {
		return p.comparison()
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	e, err := p.or()
	if err != nil {
		return nil, err
	}
	if p.token.kind != shut {
		return nil, p.unexpected()
	}
	return e, p.advance()
}

// comparison reads property, operator and constant, in this order or with the sides swapped. It also reads an operand
// that is true or false by itself.
func (p *parser) comparison() (expression, error) {
	left := p.token
	if left.kind != word && left.kind != literal {
		return nil, p.unexpected()
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	o, found := operators[p.token.text]
	if p.token.kind != word || !found {
		return p.alone(left)
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	right := p.token
	p.comparisons++
	switch {
	case left.kind == word && right.kind == literal:
		return comparison{left.text, o, right.value}, p.advance()
	case left.kind == literal && right.kind == word:
		return comparison{right.text, o.mirrored(), left.value}, p.advance()
	case left.kind == literal && right.kind == literal:
		order, comparable := edm.Compare(left.value, right.value)
		return constant(comparable && o.holds(order)), p.advance()
	case right.kind == word:
		return nil, syntax(right.at, "a property must be compared with a constant, not with another property")
	}
	return nil, p.unexpected()
}

// alone makes an expression from an operand without a comparison.
func (p *parser) alone(operand token) (expression, error) {
	switch {
	case operand.kind == word && p.token.kind == open:
		return nil, fmt.Errorf("reading the filter at character %d: %w", operand.at+1, ErrFunction)
	case operand.kind == word:
		return truth(operand.text), nil
	case operand.value.Type() == edm.Boolean:
		return constant(operand.value.True()), nil
	}
	return nil, syntax(operand.at, "a constant needs a comparison")
}
