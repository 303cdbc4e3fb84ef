package workload

// file-lease is the pessimistic loop on files, whose leases never expire: acquire the
// lease of a file, read and write the file under the lease's id, release it. Holders
// acquire again under their id and change it. They also desert their leases, which others
// break. Intruders write without an id, with one that nobody acquired, and with one that
// was given up.
//
// Invariant: a lease has one holder at a time, until the holder releases it or a client
// breaks it. While it is held, only writes under its id succeed, so the holder reads the
// last contents written under it, whole. An acquire is refused only while another client
// holds the lease.

import (
	"math/rand/v2"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

var fileLease = Workload{
	Name:       "file-lease",
	Sentence:   "take turns in writing files under infinite leases; holders release, change, vanish and are broken, intruders try to write",
	Invariant:  "a file's lease has one holder at a time, and while it is held, only writes under its id succeed",
	Attempt:    "a Lease File acquire",
	Commit:     "an acquire that got the lease, whatever happens to the work under it",
	Services:   []target.Service{target.File},
	Defaults:   Options{Keys: 4, Reads: 0.1, Size: 1024, Lease: -1},
	Heeds:      heeds("think"),
	Operations: fileLeaseOperations("Get File", "Put Range"),
	Needs:      []string{"lease acquires", "refused acquires", "lease handoffs", "writes under a lease", "writes refused by a lease", "ranges read"},
	New: func(env Env) (Instance, error) {
		env.Options.Lease = -1
		set, err := newFileSet(env, 1)
		if err != nil {
			return nil, err
		}
		return &leasedRun{
			stock: set, locks: set.locks(), underID: readsUnderID, visits: intrusions,
			begin: func(*rand.Rand) guarded { return &guardedFile{set.exchange(nil)} },
		}, nil
	},
}

// fileLeaseOperations are the lease operations on files, and others. Renew is not among
// them, because file leases do not expire.
func fileLeaseOperations(others ...string) (out []string) {
	for _, name := range leaseOperations("File", others...) {
		if name != "Lease File renew" {
			out = append(out, name)
		}
	}
	return out
}

// guardedFile is a file in the hands of a contender.
type guardedFile struct{ fileExchange }

func (f *guardedFile) exchangeAbout(i int) *exchange {
	f.about = f.set.files[i]
	f.all()
	return &f.exchange
}

func (f *guardedFile) request(op history.Op) Step {
	if f.reads = op == history.Read; f.reads {
		return f.step("GET", "")
	}
	return f.step("PUT", "?comp=range")
}

func (f *guardedFile) fill(r *Request, id Identity, _ history.Op, _ bool) { f.Fill(r, id) }

func (f *guardedFile) judge(x *Exchange, _ history.Op, events []history.Event) []history.Event {
	return f.fileExchange.judge(x, events)
}
