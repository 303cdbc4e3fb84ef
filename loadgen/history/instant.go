package history

// The ETag of an entity is an instant. It is packed as the number of 100 ns since the year 1,
// for which 60 bits last 3,600 years.
const (
	instantBefore = `W/"datetime'`
	instantAfter  = `Z'"`
	secondsLength = len("2026-11-21T12%3A55%3A42")
	ticksPerSec   = 10_000_000
)

// packInstant packs the ETag of an entity, if its text is the one that appendInstant would write.
func packInstant(text string) (Token, bool) {
	const shortest = len(instantBefore) + secondsLength + len(instantAfter)
	if len(text) < shortest || text[:len(instantBefore)] != instantBefore || text[len(text)-len(instantAfter):] != instantAfter {
		return None, false
	}
	at := text[len(instantBefore) : len(text)-len(instantAfter)]
	if at[4] != '-' || at[7] != '-' || at[10] != 'T' || at[13:16] != "%3A" || at[18:21] != "%3A" {
		return None, false
	}
	century, year2, month, day := twoDigits(at, 0), twoDigits(at, 2), twoDigits(at, 5), twoDigits(at, 8)
	hour, minute, second := twoDigits(at, 11), twoDigits(at, 16), twoDigits(at, 21)
	if century < 0 || year2 < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 {
		return None, false
	}
	year := century*100 + year2
	if year < 1 || year > 3600 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return None, false
	}
	fraction, f := 0, instant
	if digits := at[secondsLength:]; digits != "" {
		if digits[0] != '.' || len(digits) < 2 || len(digits) > 8 {
			return None, false
		}
		for i := 1; i <= 7; i++ {
			fraction *= 10
			if i < len(digits) {
				c := digits[i]
				if c < '0' || c > '9' {
					return None, false
				}
				fraction += int(c - '0')
			}
		}
		if digits[len(digits)-1] == '0' {
			if f = instant7; len(digits) != 8 {
				return None, false
			}
		}
	}
	seconds := ((daysBefore(year, month, day)*24+hour)*60+minute)*60 + second
	return f.token(uint64(seconds)*ticksPerSec + uint64(fraction)), true
}

// twoDigits is the number at text[i:i+2]; negative if there is none.
func twoDigits(text string, i int) int {
	a, b := text[i]-'0', text[i+1]-'0'
	if a > 9 || b > 9 {
		return -1
	}
	return int(a)*10 + int(b)
}

func leap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

// monthDays are the days before each month of a year that is not a leap year.
var monthDays = [...]int{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

func daysIn(year, month int) int {
	n := monthDays[month] - monthDays[month-1]
	if month == 2 && leap(year) {
		n++
	}
	return n
}

// daysBeforeYear counts the days from the first of the year 1.
func daysBeforeYear(year int) int { y := year - 1; return y*365 + y/4 - y/100 + y/400 }

func daysBefore(year, month, day int) int {
	n := daysBeforeYear(year) + monthDays[month-1] + day - 1
	if month > 2 && leap(year) {
		n++
	}
	return n
}

// appendInstant writes the ETag of an entity, with seven digits of fraction, or without the
// zeros at the end of it.
func appendInstant(b []byte, ticks uint64, seven bool) []byte {
	fraction, seconds := int(ticks%ticksPerSec), int(ticks/ticksPerSec)
	days := seconds / 86400
	year := days/366 + 1 // too low by two or three in our time
	for daysBeforeYear(year+1) <= days {
		year++
	}
	day, month := days-daysBeforeYear(year)+1, 1
	for day > daysIn(year, month) {
		day -= daysIn(year, month)
		month++
	}
	b = append(b, instantBefore...)
	b = appendTwo(appendTwo(b, year/100), year%100)
	b = appendTwo(append(b, '-'), month)
	b = appendTwo(append(b, '-'), day)
	b = appendTwo(append(b, 'T'), seconds/3600%24)
	b = appendTwo(append(b, "%3A"...), seconds/60%60)
	b = appendTwo(append(b, "%3A"...), seconds%60)
	if seven || fraction > 0 {
		b = append(b, '.')
		for unit := ticksPerSec / 10; unit > 0 && (seven || fraction > 0); unit /= 10 {
			b = append(b, '0'+byte(fraction/unit))
			fraction %= unit
		}
	}
	return append(b, instantAfter...)
}

func appendTwo(b []byte, n int) []byte { return append(b, '0'+byte(n/10%10), '0'+byte(n%10)) }
