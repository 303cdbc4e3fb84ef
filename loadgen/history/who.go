package history

import "fmt"

// SideSlot is the slot of the client that prepares a run and reads its final state:
// it is no actor.
const SideSlot = 1<<SlotBits - 1

// StrangerSlot is the slot of somebody who is no client of the run and interferes: it is
// no actor either.
const StrangerSlot = SideSlot - 1

// RestartSlot is the slot of who kills the target and starts it again.
const RestartSlot = SideSlot - 2

// ClientName names a client for people: "client 2", and "client 2.1" after the
// actor took on another identity because of an unknown outcome. Outside of the
// measured part there are no clients to tell apart: what was written there was
// written by "the preparation".
func ClientName(client uint32) string {
	slot, generation := SlotOf(client), client>>SlotBits
	switch {
	case slot == SideSlot:
		return "the preparation"
	case slot == StrangerSlot:
		return "somebody else"
	case slot == RestartSlot:
		return "the restart"
	case generation > 0:
		return fmt.Sprintf("client %d.%d", slot, generation)
	}
	return fmt.Sprintf("client %d", slot)
}

// Who names for people who is behind an event: a client, or what the run does
// before and after its measured part. The preparation writes, and the final check
// reads.
func (e *Event) Who() string {
	if SlotOf(e.Client) != SideSlot {
		return ClientName(e.Client)
	}
	switch e.Op {
	case Read, Get, Peek, Update, Remove:
		return "the final check"
	}
	return "the preparation"
}
