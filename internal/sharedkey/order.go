package sharedkey

import "strings"

// The service sorts names as .NET sorts words: punctuation, then digits, then
// letters, without regard to case. Hyphens and apostrophes count only between
// names that are the same without them. x-ms-meta-ab stands before
// x-ms-meta-a-c, which by its bytes would come first.

// collation lists what a name may hold besides those two, lightest first.
const collation = "!#$%&*.^_`|~+0123456789abcdefghijklmnopqrstuvwxyz"

// weight ranks a character; 0 means that it doesn't count.
var weight = func() (w [256]uint8) {
	for i, c := range []byte(collation) {
		w[c] = uint8(i) + 1
		if c >= 'a' {
			w[c-'a'+'A'] = w[c]
		}
	}
	return w
}()

// insert puts a field into a list in the service's order, behind those of the
// same name. Requests have a handful of such fields.
func insert(list []*Field, f *Field) []*Field {
	list = append(list, f)
	for i := len(list) - 1; i > 0 && compare(list[i-1].Name, f.Name) > 0; i-- {
		list[i-1], list[i] = f, list[i-1]
	}
	return list
}

// compare orders two names that both begin with x-ms-.
func compare(a, b string) int {
	i, j := 5, 5
	for {
		var left, right uint8
		for ; i < len(a) && left == 0; i++ {
			left = weight[a[i]]
		}
		for ; j < len(b) && right == 0; j++ {
			right = weight[b[j]]
		}
		if left != right {
			return int(left) - int(right) // the shorter one has run out at 0
		}
		if left == 0 {
			return compareLight(a, b)
		}
	}
}

// compareLight orders two names that differ in hyphens and apostrophes only. At
// the first difference the name with neither is first, then the one with the
// apostrophe.
func compareLight(a, b string) int {
	for i := range min(len(a), len(b)) {
		left, right := lightness(a[i]), lightness(b[i])
		if left != right {
			return left - right
		}
	}
	return len(a) - len(b)
}

func lightness(c byte) int {
	switch c {
	case '\'':
		return 1
	case '-':
		return 2
	}
	return 0
}

// appendFields writes one line for each name, with all of its values.
func appendFields(b []byte, sorted []*Field) []byte {
	for i, f := range sorted {
		if i > 0 && len(f.Name) == len(sorted[i-1].Name) && strings.EqualFold(f.Name, sorted[i-1].Name) {
			b[len(b)-1] = ',' // in place of the line's end
			b = appendLine(b, trim(f.Value))
			continue
		}
		b = appendLower(b, f.Name)
		b = append(b, ':')
		b = appendLine(b, trim(f.Value))
	}
	return b
}

// appendLower writes name with its letters in lower case; names are ASCII.
func appendLower[T string | []byte](b []byte, name T) []byte {
	start := len(b)
	b = append(b, name...)
	for i := start; i < len(b); i++ {
		if c := b[i]; 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return b
}
