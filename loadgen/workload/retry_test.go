package workload

import (
	"context"
	"strings"
	"testing"
	"time"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
	"ifmatch/reference"
)

// failing makes the first requests to a place fail, as make decides.
func failing(times int, method, query string, make func(send func() (*transport.Reply, error)) (*transport.Reply, error)) meddler {
	return func(x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		if x.Step.Method == method && strings.Contains(x.Step.Path, query) && times > 0 {
			times--
			return make(send)
		}
		return send()
	}
}

func TestPreparationIsInsistedOn(t *testing.T) {
	t.Parallel()
	drop := func(func() (*transport.Reply, error)) (*transport.Reply, error) { return nil, errCut }
	applied := func(send func() (*transport.Reply, error)) (*transport.Reply, error) { send(); return nil, errCut }
	busy := func(func() (*transport.Reply, error)) (*transport.Reply, error) {
		return answer(503, "ServerBusy"), nil
	}
	for _, test := range []struct {
		name, method, query string
		make                func(send func() (*transport.Reply, error)) (*transport.Reply, error)
	}{
		{"a container that nobody heard of", "PUT", "restype=container", drop},
		{"a container that was made unheard", "PUT", "restype=container", applied},
		{"a busy service", "PUT", "restype=container", busy},
		{"a blob that nobody heard of", "PUT", "/b0", drop},
		{"a blob that was made unheard", "PUT", "/b0", applied},
		{"a final read without answer", "GET", "/b0", drop},
		{"a container that was deleted unheard", "DELETE", "restype=container", applied},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, blobCAS, nil)
			d.meddle = failing(3, test.method, test.query, test.make)
			d.prepare()
			events := d.finish()
			last := events[len(events)-1]
			if last.Op != history.Read || last.Outcome != history.Won || last.Flags&history.Outside == 0 {
				t.Errorf("the final read: %+v", last)
			}
			for _, e := range events {
				if e.Flags&history.Outside == 0 {
					t.Errorf("an event of the preparation counts as measured: %+v", e)
				}
			}
			verifySimulation(t, d)
		})
	}
}

func TestPreparationGivesUp(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, method, query string
		answer              *transport.Reply // nil: none
		want                string
	}{
		{"refused container", "PUT", "restype=container", answer(403, "AuthenticationFailed"), "create the container: PUT /ifm-5f3a1b2c?restype=container: the service answered 403 AuthenticationFailed"},
		{"dead service", "PUT", "restype=container", nil, "create the container: PUT /ifm-5f3a1b2c?restype=container: connection reset by peer"},
		{"refused blob", "PUT", "/b0", answer(403, "AuthorizationFailure"), "create a blob: the service answered 403 AuthorizationFailure to Put Blob"},
		{"broken service", "PUT", "/b0", answer(500, "InternalError"), "create a blob: PUT /ifm-5f3a1b2c/b0: the service answered 500 InternalError"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, blobCAS, nil)
			d.meddle = failing(1000, test.method, test.query, func(func() (*transport.Reply, error)) (*transport.Reply, error) {
				if test.answer == nil {
					return nil, errCut
				}
				return test.answer, nil
			})
			err := d.instance.Prepare(context.Background(), &d.conn)
			if err == nil || err.Error() != test.want {
				t.Errorf("error %q, want %q", err, test.want)
			}
			waited := d.clock.Now().Sub(d.began)
			if again := test.answer == nil || test.answer.Status == 500; again != (waited == 5500*time.Millisecond) || !again && waited != 0 {
				t.Errorf("waited %s", waited)
			}
		})
	}
}

func TestPreparationEndsWithItsContext(t *testing.T) {
	t.Parallel()
	d := drive(t, blobCAS, nil)
	ctx, cancel := context.WithCancel(context.Background())
	d.meddle = func(*Exchange, func() (*transport.Reply, error)) (*transport.Reply, error) {
		cancel()
		return nil, errCut
	}
	if err := d.instance.Prepare(ctx, &d.conn); err == nil || !strings.Contains(err.Error(), context.Canceled.Error()) {
		t.Errorf("error %v", err)
	}
}

// TestOthersActUnderTheHoldersID demands what a service needs to lose a write or a break: lease operations under the
// holder's id by others than the holder. Nobody may be accused for them.
func TestOthersActUnderTheHoldersID(t *testing.T) {
	t.Parallel()
	for _, w := range []Workload{leaseMutex, containerLease, tableLock} {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			untilSeen(t, w, reference.Options{}, 6000, func(d *driver, exchanges int) (missing []string) {
				d.prepare()
				d.simulate(8, exchanges)
				d.finish()
				holder, seen := map[history.Token]uint32{}, map[history.Op]bool{}
				for _, e := range d.events {
					switch slot := history.SlotOf(e.Client); {
					case e.Outcome != history.Won:
					case e.Op == history.Acquire:
						holder[e.Lease] = slot
					case e.Op == history.Renew, e.Op == history.Change, e.Op == history.Release:
						by, held := holder[e.Lease]
						seen[e.Op] = seen[e.Op] || held && by != slot
						if e.Op == history.Change {
							holder[e.Next] = slot
						}
					}
				}
				for op, what := range map[history.Op]string{history.Renew: "a renewal", history.Change: "a change", history.Release: "a release"} {
					if !seen[op] {
						missing = append(missing, what+" by another than the holder")
					}
				}
				if v := judge(d); len(v.Results) > 0 && v.Violations > 0 {
					t.Errorf("%d violations: %+v", v.Violations, v.Results)
				}
				return missing
			})
		})
	}
}
