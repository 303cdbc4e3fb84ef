package deps

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// exactUpTo is the size of the largest tangle whose best order is searched exactly, over all subsets.
const exactUpTo = 18

// arrow says that one node refers to another, and through which names.
type arrow struct {
	from, to string
	names    []string
}

func compareArrows(a, b arrow) int {
	return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
}

// drawing is a graph drawn so that as few arrows as possible point back up.
type drawing struct {
	order []string // every node; a node that refers to another stands before it
	all   int      // arrows
	back  []arrow  // those that point from a later node to an earlier one
}

// share is the percentage of the arrows that point back.
func (d drawing) share() float64 {
	if d.all == 0 {
		return 0
	}
	return 100 * float64(len(d.back)) / float64(d.all)
}

func (d drawing) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d arrows point back (%.1f %%)", len(d.back), d.all, d.share())
	if len(d.back) == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "\n\torder: %s", strings.Join(d.order, " "))
	for _, a := range d.back {
		fmt.Fprintf(&b, "\n\t%s → %s: %s", a.from, a.to, strings.Join(a.names, ", "))
	}
	return b.String()
}

// draw orders the nodes of a graph. Only between nodes that reach each other can an arrow point back, so each
// such tangle is ordered alone: exactly if it is small, otherwise by a search that may miss the best order.
// So the count is never too low.
func draw(arrows []arrow) drawing {
	g := newGraph(arrows)
	var order []int
	for _, tangle := range g.tangles() {
		if len(tangle) <= exactUpTo {
			order = append(order, g.bestOrder(tangle)...)
		} else {
			order = append(order, g.goodOrder(tangle)...)
		}
	}
	d := drawing{all: len(arrows)}
	at := make([]int, len(order))
	for i, node := range order {
		at[node] = i
		d.order = append(d.order, g.names[node])
	}
	for _, a := range arrows {
		if at[g.index[a.from]] > at[g.index[a.to]] {
			d.back = append(d.back, a)
		}
	}
	slices.SortFunc(d.back, compareArrows)
	return d
}

// graph holds arrows by number, in the order of the nodes' names.
type graph struct {
	names []string
	index map[string]int
	out   [][]int
	has   []map[int]bool
}

func newGraph(arrows []arrow) *graph {
	g := &graph{index: make(map[string]int)}
	for _, a := range arrows {
		g.names = append(g.names, a.from, a.to)
	}
	slices.Sort(g.names)
	g.names = slices.Compact(g.names)
	for i, name := range g.names {
		g.index[name] = i
		g.has = append(g.has, make(map[int]bool))
	}
	g.out = make([][]int, len(g.names))
	for _, a := range arrows {
		from, to := g.index[a.from], g.index[a.to]
		g.out[from] = append(g.out[from], to)
		g.has[from][to] = true
	}
	return g
}

// tangles are the strongly connected components, each before those to which it refers (Tarjan).
func (g *graph) tangles() [][]int {
	var found [][]int
	var stack []int
	number, low, on := make([]int, len(g.names)), make([]int, len(g.names)), make([]bool, len(g.names))
	next := 0
	var visit func(int)
	visit = func(v int) {
		next++
		number[v], low[v], on[v] = next, next, true
		stack = append(stack, v)
		for _, w := range g.out[v] {
			if number[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], number[w])
			}
		}
		if low[v] != number[v] {
			return
		}
		i := slices.Index(stack, v)
		tangle := slices.Clone(stack[i:])
		for _, w := range tangle {
			on[w] = false
		}
		stack = stack[:i]
		slices.Sort(tangle)
		found = append(found, tangle)
	}
	for v := range g.names {
		if number[v] == 0 {
			visit(v)
		}
	}
	slices.Reverse(found)
	return found
}

// bestOrder finds an order with the fewest arrows that point back, over all subsets: fewest[S] is the cost of
// putting the nodes of S first.
func (g *graph) bestOrder(nodes []int) []int {
	n := len(nodes)
	into := make([]uint32, n) // which of the nodes refer to this one
	for i, v := range nodes {
		for j, w := range nodes {
			if g.has[w][v] {
				into[i] |= 1 << j
			}
		}
	}
	fewest, last := make([]int32, 1<<n), make([]int8, 1<<n)
	for set := uint32(1); set < 1<<n; set++ {
		fewest[set] = 1 << 30
		for i := range n {
			if set&(1<<i) == 0 {
				continue
			}
			// A node that comes after i and refers to it points back.
			price := fewest[set&^(1<<i)] + int32(bits.OnesCount32(into[i]&^set))
			if price < fewest[set] {
				fewest[set], last[set] = price, int8(i)
			}
		}
	}
	order := make([]int, n)
	for set, at := uint32(1<<n-1), n-1; at >= 0; at-- {
		order[at] = nodes[last[set]]
		set &^= 1 << last[set]
	}
	return order
}

// goodOrder improves some orders by moving one node at a time to its best place, until no move helps, and
// returns the best order found. It is deterministic.
func (g *graph) goodOrder(nodes []int) []int {
	random := rand.New(rand.NewPCG(1, uint64(len(nodes))))
	var best []int
	fewest := 1 << 30
	for range 60 {
		order := slices.Clone(nodes)
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for g.improve(order) {
		}
		if back := g.back(order); back < fewest {
			best, fewest = order, back
		}
	}
	return best
}

// improve moves every node once to the place where the fewest of its arrows point back, and reports whether
// that helped.
func (g *graph) improve(order []int) bool {
	helped := false
	for _, v := range slices.Clone(order) {
		i := slices.Index(order, v)
		rest := slices.Delete(slices.Clone(order), i, i+1)
		// price is the cost of v at place p, relative to its cost at the front.
		price, least, place, here := 0, 0, 0, 0
		for p, w := range rest {
			if g.has[v][w] {
				price++ // w now stands before v, which refers to it
			}
			if g.has[w][v] {
				price--
			}
			if price < least {
				least, place = price, p+1
			}
			if p+1 == i {
				here = price
			}
		}
		if least < here {
			copy(order, slices.Insert(rest, place, v))
			helped = true
		}
	}
	return helped
}

// back counts the arrows that point back in an order.
func (g *graph) back(order []int) int {
	n := 0
	for i, v := range order {
		for _, w := range order[:i] {
			if g.has[v][w] {
				n++
			}
		}
	}
	return n
}

func TestDraw(t *testing.T) {
	t.Parallel()
	parse := func(text string) []arrow {
		var arrows []arrow
		for _, word := range strings.Fields(text) {
			from, to, _ := strings.Cut(word, ">")
			arrows = append(arrows, arrow{from: from, to: to})
		}
		return arrows
	}
	for _, tc := range []struct {
		name, arrows string
		order        string
		back         int
	}{
		{"nothing refers to anything", "", "", 0},
		{"a chain", "b>c a>b", "a b c", 0},
		{"two that refer to each other", "a>b b>a", "", 1},
		{"one arrow closes two circles", "a>b b>c c>a b>d d>c", "", 1},
		{"two tangles", "a>b b>a b>c c>d d>c", "", 2},
		{"all refer to all", "a>b b>a a>c c>a b>c c>b", "", 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			arrows := parse(tc.arrows)
			got := draw(arrows)
			if len(got.back) != tc.back || got.all != len(arrows) || tc.order != "" && strings.Join(got.order, " ") != tc.order {
				t.Errorf("draw(%s) = %v, want %d back, order %q", tc.arrows, got, tc.back, tc.order)
			}
		})
	}
}

// TestGoodOrderIsAsGoodAsTheBest compares the two searches where both can work.
func TestGoodOrderIsAsGoodAsTheBest(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 7))
	for range 100 {
		var arrows []arrow
		n := 4 + random.IntN(9)
		for i := range n {
			for j := range n {
				if i != j && random.IntN(4) == 0 {
					arrows = append(arrows, arrow{from: fmt.Sprint(i), to: fmt.Sprint(j)})
				}
			}
		}
		g := newGraph(arrows)
		for _, tangle := range g.tangles() {
			best, good := g.back(g.bestOrder(tangle)), g.back(g.goodOrder(tangle))
			if best != good {
				t.Errorf("%v: %d point back at best, %d found", arrows, best, good)
			}
		}
	}
}
