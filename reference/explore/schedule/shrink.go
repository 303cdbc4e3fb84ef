package schedule

// Shrink makes a schedule that fails shorter: it takes back one choice after the other, as long as fails still holds for
// the schedule without it. It calls fails at most budget times.
func Shrink(choices []uint8, budget int, fails func([]uint8) ([]uint8, bool)) []uint8 {
	for again := true; again; {
		again = false
		for i := 0; i < len(choices); i++ {
			if choices[i] == 0 {
				continue
			}
			for _, shorter := range [][]uint8{cut(choices, i), without(choices, i)} {
				if budget--; budget < 0 {
					return choices
				}
				if played, ok := fails(shorter); ok && departures(played) < departures(choices) {
					choices, again = played, true
					break
				}
			}
		}
	}
	return choices
}

// cut returns the choices before the i-th one.
func cut(choices []uint8, i int) []uint8 { return append([]uint8(nil), choices[:i]...) }

// without returns the choices with the i-th one left to itself.
func without(choices []uint8, i int) []uint8 {
	out := append([]uint8(nil), choices...)
	out[i] = 0
	return out
}

// Less returns the schedules that depart once less than a schedule does.
func Less(choices []uint8) (all [][]uint8) {
	for i, c := range choices {
		if c > 0 {
			all = append(all, without(choices, i))
		}
	}
	return all
}

// departures counts the choices that did not come by themselves.
func departures(choices []uint8) (n int) {
	for _, c := range choices {
		if c > 0 {
			n++
		}
	}
	return n
}
