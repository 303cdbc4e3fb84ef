package workload

// all lists the workloads in the order of lists and help.
var all = []Workload{
	blobCAS,
	blobCreate,
	blobOverwrite,
	blobBlocks,
	blobAppend,
	blobMixed,
	blobLog,
	blobOwnership,
	containerCreate,
	leaseMutex,
	containerLease,
	tableCAS,
	tableBatch,
	tableLock,
	queueConsume,
	idempotentConsumer,
	fileLWW,
	fileLease,
	fileShareMode,
}

// All returns all workloads, in the order of lists and help.
func All() []Workload { return append([]Workload(nil), all...) }

// Lookup finds a workload by its name.
func Lookup(name string) (Workload, bool) {
	for _, w := range all {
		if w.Name == name {
			return w, true
		}
	}
	return Workload{}, false
}
