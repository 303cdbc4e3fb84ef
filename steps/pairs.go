package steps

import (
	"context"
	"fmt"
	"strings"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/scenario/perform"
)

// clientsSendEach lets one client per listed request send it, all together, on the same resource, or
// on another that the request names. A client can read afterwards: what its read does not show comes
// after its request.
func clientsSendEach(s *scenario.Sentence) scenario.Body {
	var asked []perform.Asked
	for text := range strings.SplitSeq(s.Text(1), "; ") {
		text, look, looks := strings.Cut(text, ", then ")
		text, to, _ := strings.Cut(text, " to the ")
		name, terms, _ := strings.Cut(text, " with ")
		op := s.OperationIn(name)
		one := perform.Asked{Op: op, Terms: s.RequestIn(op, terms), To: to}
		if looks {
			one.Look = s.OperationIn(look)
		}
		asked = append(asked, one)
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
