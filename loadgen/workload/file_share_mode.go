package workload

// file-share-mode lets two protocols contend for the same files. Actors open them over SMB
// with all kinds of access and share modes, read and write through their handles, and close
// them. All actors also read and write over REST.
//
// Invariant: while a file is open with a share mode that denies writing, no write over REST
// succeeds; the same holds for reading. Handles that deny each other are never open
// together. A request is refused only because of an open handle. Both protocols read what
// either has written.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"ifmatch/internal/smbclient"
	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// Chances and bounds of file-share-mode.
const (
	openChance  = 0.35  // that an actor without an open file opens one
	mostOpeners = 64    // actors that use SMB at all: servers bound their connections
	mostUses    = 3     // uses of a handle before it is closed
	blindChance = 0.05  // that an opening asks for no access
	maxOverSMB  = 64000 // bytes of a file: one message of every dialect
)

var fileShareMode = Workload{
	Name:       "file-share-mode",
	Sentence:   "open files over SMB with all kinds of access and share modes, and read and write them over REST meanwhile",
	Invariant:  "no read or write over REST gets through a share mode that denies it, and none is refused without one",
	Attempt:    "a Put Range",
	Commit:     "a Put Range that was answered with success",
	Services:   []target.Service{target.File},
	SMB:        true,
	Defaults:   Options{Keys: 4, Reads: 0.3, Size: 1024, Think: 5 * time.Millisecond}, // a request has to fit between an opening and its close
	Heeds:      heeds("think"),
	Operations: []string{"Put Range", "Get File", "SMB CREATE", "SMB CLOSE", "SMB READ", "SMB WRITE"},
	Needs: []string{
		"openings over SMB", "openings refused for a share mode", "writes refused for a share mode", "reads refused for a share mode",
		"writes beside an opening that shares writing", "ranges written", "ranges read",
	},
	New: func(env Env) (Instance, error) {
		if env.Options.Size > maxOverSMB {
			return nil, fmt.Errorf("size: %d bytes are more than one SMB message can carry, %d", env.Options.Size, maxOverSMB)
		}
		set, err := newFileSet(env, 1)
		if err != nil {
			return nil, err
		}
		return &shareModeRun{fileSet: set, names: map[fileVerb]uint16{
			opens: env.Book.Name("SMB CREATE"), closes: env.Book.Name("SMB CLOSE"), readsBy: env.Book.Name("SMB READ"), writesBy: env.Book.Name("SMB WRITE"),
		}}, nil
	},
}

var errNoSMB = errors.New("open files over SMB: the target has no SMB, or its credential is not the account key")

type shareModeRun struct {
	*fileSet
	names map[fileVerb]uint16

	mu      sync.Mutex
	openers []*opener
}

// Prepare creates the files, and logs in once: without SMB the workload cannot run.
func (r *shareModeRun) Prepare(ctx context.Context, c Conn) error {
	if r.env.SMB == nil {
		return errNoSMB
	}
	if err := r.fileSet.Prepare(ctx, c); err != nil {
		return err
	}
	session, err := r.env.SMB(ctx, r.share[1:])
	if err != nil {
		return err
	}
	session.Close()
	return nil
}

func (r *shareModeRun) Actor(slot int, rng *rand.Rand) Actor {
	a := &opener{fileExchange: r.exchange(nil), run: r, keys: newChooser(rng, r.env.Options), rng: rng, may: slot%history.ShardSlots < mostOpeners}
	if a.may {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.openers = append(r.openers, a)
	}
	return a
}

// Drain closes the open handles, and reads every file once.
func (r *shareModeRun) Drain(ctx context.Context, c Conn) error {
	for _, a := range r.openers {
		if a.held == nil {
			continue
		}
		a.do = closes
		x, err := c.Send(ctx, a.call(), nil)
		if err != nil {
			return fmt.Errorf("close the files that are open over SMB: %w", err)
		}
		c.Record(a.judgeCall(x, nil)...)
	}
	r.leave()
	return r.fileSet.Drain(ctx, c)
}

// Clean ends all sessions and deletes the share.
func (r *shareModeRun) Clean(ctx context.Context, c Conn) error {
	r.leave()
	return r.fileSet.Clean(ctx, c)
}

// leave ends all sessions.
func (r *shareModeRun) leave() {
	for _, a := range r.openers {
		a.drop()
	}
}

// opener is an actor of file-share-mode.
type opener struct {
	fileExchange
	run  *shareModeRun
	keys chooser
	rng  *rand.Rand
	may  bool // whether it uses SMB

	session *smbclient.Client
	held    *smbclient.Handle
	file    *resource // the open file
	opening smbclient.Opening
	group   uint64 // identifies the opening
	uses    int    // uses left of the handle

	do       fileVerb
	answered bool
	told     smbclient.Status // 0: success
	seen     []byte
}

// Next continues with the handle, or chooses between the protocols.
func (a *opener) Next() Step {
	switch {
	case a.held != nil:
		a.do = a.use()
		return a.call()
	case a.may && a.rng.Float64() < openChance:
		a.file, a.opening, a.do = a.set.files[a.keys.next()], a.choose(), opens
		return a.call()
	}
	a.about, a.do = a.set.files[a.keys.next()], overREST
	a.all()
	if a.reads = a.rng.Float64() < a.env.Options.Reads; a.reads {
		return a.step("GET", "")
	}
	return a.step("PUT", "?comp=range")
}

// choose returns a random opening: any kinds of access, sharing any kinds.
func (a *opener) choose() smbclient.Opening {
	const all = smbclient.Read | smbclient.Write | smbclient.Delete
	o := smbclient.Opening{Access: 1 + smbclient.Kinds(a.rng.IntN(int(all))), Share: smbclient.Kinds(a.rng.IntN(int(all) + 1))}
	if a.rng.Float64() < blindChance {
		o.Access = smbclient.None
	}
	return o
}

// use chooses what to do next with the handle.
func (a *opener) use() fileVerb {
	a.uses--
	can := a.opening.Access & (smbclient.Read | smbclient.Write)
	switch {
	case a.uses < 0 || can == smbclient.None:
		return closes
	case can == smbclient.Read || can != smbclient.Write && a.rng.Float64() < 0.5:
		return readsBy
	}
	return writesBy
}

// Done interprets the answer.
func (a *opener) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	first := len(events)
	if a.do != overREST {
		events = a.judgeCall(x, events)
	} else {
		events = a.judge(x, events)
	}
	after := next(events[first])
	if a.held != nil || events[first].Op == history.Opening {
		after.Pause = cmp.Or(exponential(a.rng, a.env.Options.Think), after.Pause)
	}
	return events, after
}
