package hazard

import (
	"net/http"
	"strconv"
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// retry is a request that was sent again because its answer was lost.
type retry struct{ lost, again int }

// retries lists the requests that were sent again after they had taken effect, and were answered then.
func retries(lines []history.Line) []retry {
	var all []retry
	for i := range lines {
		if l := &lines[i]; l.Fate != history.Lost || !l.Wrote() {
			continue
		}
		for j := i + 1; j < len(lines); j++ {
			a, b := &lines[i], &lines[j]
			if b.Told() && b.Client == a.Client && b.Operation == a.Operation && b.Resource == a.Resource && b.Digest == a.Digest {
				all = append(all, retry{i, j})
				break
			}
		}
	}
	return all
}

// refused reports whether a retry was refused because of the request that it repeats.
func (r retry) refused(lines []history.Line) bool {
	a, b := &lines[r.lost], &lines[r.again]
	if b.Status != http.StatusPreconditionFailed && b.Status != http.StatusConflict || bookkeeping(a.Operation) {
		return false
	}
	if strings.HasPrefix(b.Code, "Lease") {
		return false // its lease has ended meanwhile
	}
	for i := r.lost + 1; i < r.again; i++ {
		if l := &lines[i]; l.Wrote() && l.Resource == a.Resource && !bookkeeping(l.Operation) {
			return false // somebody else has written it since
		}
	}
	return true
}

// ownWrite finds a refusal that a client brought upon itself, and after which it never looked.
func ownWrite(lines []history.Line) (Hazard, bool) {
	for _, r := range retries(lines) {
		if !r.refused(lines) || looked(lines, r.again) {
			continue
		}
		return Hazard{
			First: r.lost, FirstNote: "this was done",
			Second: r.again, SecondNote: "refused because of line " + number(r.lost) + ", and " + lines[r.again].Client + " never looks who it was",
			Remedy: "a read after the refusal, and a mark of the writer to recognise there (x-ms-meta-…, or a property)",
		}, true
	}
	return Hazard{}, false
}

// looked reports whether a client has asked for a resource again after a line about it.
func looked(lines []history.Line, after int) bool {
	l := &lines[after]
	for i := after + 1; i < len(lines); i++ {
		if lines[i].Client == l.Client && about(&lines[i], l) {
			return true
		}
	}
	return false
}

// about reports whether two requests are about one resource, or one that contains the other.
func about(a, b *history.Line) bool {
	x, y := a.Request, b.Request
	x.Client, y.Client, y.Operation = "a", "b", op.Unrecognized
	return x.Conflicts(&y)
}

// doneTwice finds an append that was repeated after a lost answer, and an update that its writer did again because it took
// its own for another's.
func doneTwice(lines []history.Line) (Hazard, bool) {
	for _, r := range retries(lines) {
		a, b := &lines[r.lost], &lines[r.again]
		if b.Succeeded() && a.Operation == op.AppendBlock && a.Position == "" {
			return Hazard{
				First: r.lost, FirstNote: "this was done",
				Second: r.again, SecondNote: "and is done again",
				Remedy: "x-ms-blob-condition-appendpos with the position at which it belongs",
			}, true
		}
		if !r.refused(lines) || !replaces[a.Operation] {
			continue
		}
		if k := redone(lines, r); k > 0 {
			return Hazard{
				First: r.lost, FirstNote: "this was done",
				Second: k, SecondNote: b.Client + " does it again: line " + number(r.again) + " was refused because of its own line " + number(r.lost),
				Remedy: "a mark of the writer (x-ms-meta-…, or a property), by which the read after the 412 recognises its own update",
			}, true
		}
	}
	return Hazard{}, false
}

// redone returns the line in which a client writes again after a refusal, having read as often as it had before its first
// try. A client that recognises its own update is done, and reads again before the next one.
func redone(lines []history.Line, r retry) int {
	reads, usual := 0, 0
	for i := range lines {
		l := &lines[i]
		switch {
		case l.Client != lines[r.lost].Client || l.Resource != lines[r.lost].Resource || !l.Effective():
		case l.Operation.ReadOnly():
			reads++
		case i == r.lost:
			usual = max(1, reads)
		case i > r.again && l.Wrote() && replaces[l.Operation] && reads == usual:
			return i
		case i > r.again:
			return 0
		default:
			reads = 0
		}
		if i == r.again {
			reads = 0
		}
	}
	return 0
}

// number is a line as drawings count.
func number(line int) string { return strconv.Itoa(line + 1) }
