package auth

// Azure sorts the x-ms- headers before it signs them. It sorts them not by bytes but as .NET sorts words: punctuation
// before digits before letters. Hyphens and apostrophes count only between names that are otherwise equal, so
// x-ms-meta-ab comes before x-ms-meta-a-c. Azure and this server refuse clients that sort such names by bytes.

// wordOrder lists the characters of header names, lightest first. The two ignorable ones, ' and -, are absent.
const wordOrder = "!#$%&*.^_`|~+0123456789abcdefghijklmnopqrstuvwxyz"

var weight = func() (table [256]uint8) {
	for i := range len(wordOrder) {
		table[wordOrder[i]] = uint8(i + 1)
	}
	return table
}()

// compareNames orders two lower-case header names as the service does.
func compareNames(a, b string) int {
	i, j := 0, 0
	for {
		for i < len(a) && weight[a[i]] == 0 {
			i++
		}
		for j < len(b) && weight[b[j]] == 0 {
			j++
		}
		switch {
		case i == len(a) && j == len(b):
			return compareIgnorable(a, b)
		case i == len(a):
			return -1
		case j == len(b):
			return +1
		case weight[a[i]] != weight[b[j]]:
			return int(weight[a[i]]) - int(weight[b[j]])
		}
		i++
		j++
	}
}

// compareIgnorable orders two names that differ only in hyphens and apostrophes. At the first difference, the name with
// the ignorable character comes later, and a hyphen comes after an apostrophe.
func compareIgnorable(a, b string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] == b[i] {
			continue
		}
		switch aLight, bLight := weight[a[i]] == 0, weight[b[i]] == 0; {
		case aLight && bLight:
			return int(a[i]) - int(b[i]) // ' is 0x27, - is 0x2d
		case aLight:
			return +1
		default:
			return -1
		}
	}
	return len(a) - len(b)
}
