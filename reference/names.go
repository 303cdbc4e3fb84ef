package reference

import (
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
)

// Names from other packages, so that users need to import only this one.
type (
	// Service is one of the services of a storage account.
	Service = operation.Service
	// Clock is where a server takes its time from.
	Clock = clock.Clock
	// VirtualClock stands still until it is moved.
	VirtualClock = clock.Virtual
	// RealClock is the machine's clock.
	RealClock = clock.Real
	// Fault is a wrong behaviour that can be built into a server.
	Fault = fault.Fault
)

// The services.
const (
	Blob  = operation.BlobService
	Queue = operation.QueueService
	Table = operation.TableService
	File  = operation.FileService
)

// NewVirtualClock returns a clock that stands at t, cut to whole seconds.
func NewVirtualClock(t time.Time) *VirtualClock { return clock.NewVirtual(t) }

// LookupFault finds a fault by its name, one of those that "ifmatch list faults" shows.
func LookupFault(name string) (Fault, bool) { return fault.Lookup(name) }
