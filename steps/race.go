package steps

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"ifmatch/reports"
	"ifmatch/reports/figure"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// clientsSend lets n clients send the same operation together.
func clientsSend(s *scenario.Sentence) scenario.Body {
	n, op := s.Count(1), s.Operation(2)
	return atOnce(s, slices.Repeat([]perform.Asked{{Op: op, Terms: s.Request(op, 3)}}, n), perform.AtOnce)
}

// atOnce lets one client per request send it, all together, on the same resource or on another that the request names.
func atOnce(s *scenario.Sentence, asked []perform.Asked, send func(context.Context, *scenario.World, []perform.Asked, *scenario.Resource) error) scenario.Body {
	s.Facts.Races = true
	first := asked[0].Op
	for _, one := range asked {
		if one.To == "" && one.Op.On != first.On {
			s.Fail(fmt.Errorf("%s and %s do not address the same kind of resource", first.Name, one.Op.Name))
		}
	}
	return scenario.With(first.On, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		return send(ctx, w, asked, t)
	})
}

// clientsSendApart lets n clients send the same operation together, each to its own resource.
func clientsSendApart(s *scenario.Sentence) scenario.Body {
	n, op := s.Count(1), s.Operation(2)
	terms := s.Request(op, 3)
	prepared, named := s.Given(4, 5), s.KindLabel(4)
	s.Facts.Races = true
	return func(ctx context.Context, w *scenario.World) error {
		asked := slices.Repeat([]perform.Asked{{Op: op, Terms: terms}}, n)
		for i := range asked {
			kind, state := prepared(w)
			asked[i].To = fmt.Sprintf("%s-%d", named, i+1)
			if err := perform.Provide(ctx, w, kind, asked[i].To, state); err != nil {
				return err
			}
		}
		return perform.AtOnce(ctx, w, asked, nil)
	}
}

// sendsInARow lets one client send an operation again and again, as fast as it can.
func sendsInARow(s *scenario.Sentence) scenario.Body {
	who, op, n := s.Text(1), s.Operation(2), s.Count(4)
	terms := s.Request(op, 3)
	s.Facts.Chance = true
	return scenario.With(op.On, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		a := w.Cast.Actor(who)
		crowd := &scenario.Crowd{}
		for i := range n {
			req, err := perform.Ask(w, a, op, t, terms)
			if err != nil {
				return err
			}
			op.Sign(req, fmt.Sprintf("version %d", i), w.GUID)
			ac, known, err := perform.Try(ctx, w, a, op, t, req)
			if err != nil {
				return err
			}
			if !known {
				continue // the others show the same
			}
			if err := ac.MustSucceed(); err != nil {
				return err
			}
			crowd.Acts = append(crowd.Acts, ac)
		}
		w.Resources.Changed()
		w.Crowd = crowd
		return nil
	})
}

// oneSendsEach lets one client per listed operation send it, all together, on the same
// resource and with the same terms.
func oneSendsEach(s *scenario.Sentence) scenario.Body {
	ops := s.Operations(1)
	terms := s.Request(ops[0], 2)
	var asked []perform.Asked
	for _, op := range ops {
		asked = append(asked, perform.Asked{Op: op, Terms: terms})
	}
	return atOnce(s, asked, perform.AtOnce)
}

// clientsAdd lets n clients each add 1 to a number, m times. Under If-Match a client
// reads, writes on condition that nothing changed, and starts over on 412. Under a lease it
// acquires first and releases afterwards.
func clientsAdd(s *scenario.Sentence) scenario.Body {
	n, label, m, under := s.Count(1), s.KindLabel(2), s.Count(3), s.Text(4)
	s.Facts.Races = true
	lock := ""
	if under != "If-Match" {
		if lock = label; strings.HasPrefix(under, "the ") {
			lock = s.KindLabel(5)
		}
	}
	return scenario.With(label, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		if t.Kind.Number == nil {
			return verdict.Miswritten("a %s holds no number", t.Kind.Word)
		}
		if _, err := perform.Look(ctx, w, t); err != nil {
			return err
		}
		w.Resources.Changed()
		add := adding{t: t, total: n * m}
		if lock != "" {
			var err error
			if add.lock, err = w.Resources.Named(lock); err != nil {
				return err
			}
		}
		unknown, err := add.together(ctx, w, n, m)
		w.Crowd = &scenario.Crowd{Unknown: unknown}
		return err
	})
}

// adding is one client's way to add 1 to the number in t.
type adding struct {
	t     *scenario.Resource
	lock  *scenario.Resource // the resource whose lease serves as the lock; nil: If-Match guards the number
	id    string             // of the client's leases
	total int                // how many additions all clients make together
}

// together lets n clients make m additions each, and counts those whose outcome is unknown.
func (add adding) together(ctx context.Context, w *scenario.World, n, m int) (int, error) {
	ids := make([]string, n)
	actors := make([]*scenario.Actor, n)
	for i := range n {
		ids[i], actors[i] = w.GUID(), w.Cast.OneOfMany("client", i)
	}
	var unknown atomic.Int64
	err := perform.Together(n, func(i int) error {
		mine := add
		mine.id = ids[i]
		for range m {
			known, err := mine.once(ctx, w, actors[i])
			if err != nil {
				return err
			}
			if !known {
				unknown.Add(1)
			}
		}
		return nil
	})
	return int(unknown.Load()), err
}

// patienceForTurn is how long a client waits for its turn at most: as long as one exchange
// may take, or a short time in process.
func patienceForTurn(w *scenario.World) time.Duration {
	if w.Time.Movable() {
		return 5 * time.Second
	}
	return w.Timeout
}

// once makes one addition; known is false if its outcome is unknown. Under If-Match each
// refusal means that another client succeeded, so there are at most as many refusals as
// additions. Getting a lock is a matter of luck, so time limits the tries. A client that never
// got its turn says nothing about the service.
func (add adding) once(ctx context.Context, w *scenario.World, a *scenario.Actor) (known bool, err error) {
	began := time.Now()
	tries := 0
	for ; add.lock == nil && tries <= add.total || add.lock != nil && time.Since(began) < patienceForTurn(w); tries++ {
		if add.lock != nil {
			got, err := lease.TryAcquire(ctx, w, a, add.lock, add.id)
			if err != nil {
				return true, err
			}
			if !got {
				if err := ctx.Err(); err != nil {
					return true, verdict.Unknown("wait for the lease", err)
				}
				runtime.Gosched()
				continue
			}
		}
		wrote, known, err := add.increment(ctx, w, a)
		if err != nil {
			return true, err
		}
		if add.lock != nil {
			if err := lease.Release(ctx, w, a, add.lock, add.id); err != nil {
				return true, err
			}
		}
		switch {
		case !known:
			return false, nil
		case wrote.Resp.Status == wrote.Op.Success:
			return true, nil
		case wrote.Resp.Status == http.StatusPreconditionFailed && add.lock == nil:
		default:
			return true, wrote.Differs(strconv.Itoa(wrote.Op.Success) + map[bool]string{true: ", or 412 after another client's write"}[add.lock == nil])
		}
	}
	return true, add.givenUp(tries, time.Since(began))
}

// givenUp is the verdict on a client that was refused too often, or for too long.
func (add adding) givenUp(tries int, after time.Duration) error {
	if add.lock == nil {
		return verdict.In(verdict.Failed("a client was refused more often than others wrote", fmt.Sprintf("at most %d refusals with 412", add.total), fmt.Sprintf("%d refusals", tries)), reports.InStatus, add.t.Kind.Number.Put, "If-Match")
	}
	return verdict.Unknown("add to the number", fmt.Errorf("a client never got its turn: others held the lease each of the %d times that it asked, for %s", tries, figure.Duration(after)))
}

// increment reads the number and writes the next one.
func (add adding) increment(ctx context.Context, w *scenario.World, a *scenario.Actor) (*scenario.Act, bool, error) {
	kind := add.t.Kind.Number
	get, put := w.Language.Must(add.t.Kind.Reads[0]), w.Language.Must(kind.Put)
	read, known, err := perform.Try(ctx, w, a, get, add.t, get.Request())
	if err != nil || !known {
		return nil, known, err
	}
	text := kind.In(read.Resp)
	n, err := strconv.Atoi(text)
	if err != nil {
		if err := add.t.Require(scenario.FieldContent); err != nil {
			return nil, true, err
		}
		return nil, true, verdict.In(verdict.Failed(get.Name+" returned something that no client wrote", "a number", fmt.Sprintf("%q", scenario.First([]byte(text), 80))), reports.InResponse, get.Name, string(scenario.FieldContent))
	}
	req := kind.Write(n + 1)
	switch {
	case add.lock == nil:
		etag := read.Resp.Header.Get("ETag")
		if etag == "" {
			return nil, true, verdict.In(verdict.Failed(get.Name+" returned no ETag", "some ETag", "none"), reports.InResponse, get.Name, string(scenario.FieldETag))
		}
		req.Common().IfMatch = &etag
	case add.lock == add.t:
		req.(lease.Request).Lease().LeaseID = &add.id
	}
	return perform.Try(ctx, w, a, put, add.t, req)
}

// holdsNumber judges the sum: a lost update would make it smaller.
func holdsNumber(s *scenario.Sentence) scenario.Body {
	label, n := s.KindLabel(1), s.Count(2)
	return scenario.With(label, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		if t.Kind.Number == nil {
			return verdict.Miswritten("a %s holds no number", t.Kind.Word)
		}
		st, err := w.Again(ctx, t)
		if err != nil {
			return verdict.Unknown("read the "+label, err)
		}
		shown := t.Kind.Number.Shown(st)
		got, err := strconv.Atoi(shown)
		least := n
		if w.Crowd != nil {
			least -= w.Crowd.Unknown // additions with unknown outcome
		}
		if err != nil || got > n || got < least {
			want := strconv.Itoa(n)
			if least < n {
				want = fmt.Sprintf("%d to %d", least, n)
			}
			return verdict.In(verdict.Failed("updates were lost or made twice", want, string(scenario.First([]byte(shown), 80))), reports.InEffect, t.Kind.Number.Put, "one step")
		}
		return nil
	})
}

// writesWhileRead lets one client replace a resource again and again while others
// read it.
func writesWhileRead(s *scenario.Sentence) scenario.Body {
	who, label, times, op, readers := s.Text(1), s.KindLabel(2), s.Count(3), s.Operation(4), s.Count(5)
	s.Facts.Races = true
	var by scenario.Operation
	if s.Text(6) != "" {
		by = s.Operation(6)
	}
	if op.On != label {
		s.Fail(fmt.Errorf("%s does not replace the %s", op.Name, label))
	}
	return scenario.With(label, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		if t.Kind.Versions == nil {
			return verdict.Miswritten("the versions of a %s are not known", t.Kind.Word)
		}
		get := by
		if get.Name == "" {
			get = w.Language.Must(t.Kind.Reads[0])
		}
		return perform.Replaces(ctx, w, w.Cast.Actor(who), op, t, times, readers, func(ctx context.Context, r *scenario.Actor) ([]*scenario.Act, error) {
			ac, err := perform.See(ctx, w, r, get, t)
			return []*scenario.Act{ac}, err
		})
	})
}

// wholeReads judges every read that was made while a client wrote.
func wholeReads(*scenario.Sentence) scenario.Body {
	return func(_ context.Context, w *scenario.World) error {
		if w.Crowd == nil || w.Crowd.Whole == nil {
			return verdict.Miswritten("no client has read while another wrote")
		}
		for _, ac := range w.Crowd.Reads {
			if ac.Resp.Status != ac.Op.Success {
				return verdict.In(verdict.Failed(ac.Op.Name+" returned the wrong status while another client wrote", strconv.Itoa(ac.Op.Success), ac.Resp.String()), reports.InStatus, ac.Op.Name, string(scenario.FieldStatus))
			}
			if err := w.Crowd.Whole(ac); err != nil {
				return err
			}
		}
		return nil
	}
}
