package steps

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/smb"
)

// several is what as many clients ask for.
var several = regexp.MustCompile(`^([2-9]) times (.+)$`)

// clientsSendEach lets one client per listed request send it, all together, on the same resource, or
// on another that the request names. A client can read afterwards: what its read does not show comes
// after its request. Instead of a request, a client can open or close a file over SMB.
func clientsSendEach(s *scenario.Sentence) scenario.Body {
	var asked []perform.Asked
	for text := range strings.SplitSeq(s.Text(1), "; ") {
		n := 1
		if m := several.FindStringSubmatch(text); m != nil {
			n, _ = strconv.Atoi(m[1]) // one digit
			text = m[2]
		}
		text, look, looks := strings.Cut(text, ", then ")
		one, over := smb.Asked(s, text)
		if !over {
			text, to, _ := strings.Cut(text, " to the ")
			name, terms, _ := strings.Cut(text, " with ")
			op := s.OperationIn(name)
			one = perform.Asked{Op: op, Terms: s.RequestIn(op, terms), To: to}
		}
		if looks {
			one.Look = s.OperationIn(look)
		}
		asked = append(asked, slices.Repeat([]perform.Asked{one}, n)...)
	}
	return atOnce(s, asked, perform.Each)
}

// readsAround lets one client read again and again while another writes once.
func readsAround(s *scenario.Sentence) scenario.Body {
	s.Facts.Races = true
	who, read, write := s.Text(1), s.Operation(2), s.Operation(3)
	if !read.Reads {
		s.Fail(fmt.Errorf("%s is not a read", read.Name))
	}
	return scenario.With(write.On, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		return perform.Around(ctx, w, w.Cast.Actor(who), read, write, t)
	})
}

// ofOneOrder judges that the last requests were performed one after the other.
func ofOneOrder(s *scenario.Sentence) scenario.Body {
	label := s.KindLabel(1)
	s.Facts.Judges = label
	return scenario.AfterCrowd(label, judge.Order)
}
