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

// ClockSlot is the slot of who shows the time of one shard to the others.
const ClockSlot = SideSlot - 3

// A run may be sent by several processes at once, its shards, each of which has slots of
// its own: so many for its clients, and one of each of those above.
const (
	ShardSlots = 10_000
	Shards     = 100
	asides     = 4 // slots that are no actor's, of each shard
)

// InShard is the slot by which the run as a whole knows one of a shard's.
func InShard(shard int, slot uint32) uint32 {
	if slot > SideSlot-asides {
		return slot - uint32(shard)*asides
	}
	return slot + uint32(shard)*ShardSlots
}

// ShardOf is the shard that a client belongs to, and its slot there.
func ShardOf(client uint32) (shard int, slot uint32) {
	slot = SlotOf(client)
	if aside := SideSlot - slot; aside < Shards*asides {
		return int(aside / asides), SideSlot - aside%asides
	}
	return int(slot / ShardSlots), slot % ShardSlots
}

// ClientName names a client for people: "client 2", "client 2.1" after the actor took on
// another identity because of an unknown outcome, and "client 2 of shard 1" in any shard
// but the first. Outside of the measured part there are no clients to tell apart: what was
// written there was written by "the preparation".
func ClientName(client uint32) string {
	shard, slot := ShardOf(client)
	switch slot {
	case SideSlot:
		return "the preparation"
	case StrangerSlot:
		return "somebody else"
	case RestartSlot:
		return "the restart"
	case ClockSlot:
		return "the clock"
	}
	name := fmt.Sprintf("client %d", slot)
	if generation := client >> SlotBits; generation > 0 {
		name += fmt.Sprintf(".%d", generation)
	}
	if shard > 0 {
		name += fmt.Sprintf(" of shard %d", shard)
	}
	return name
}

// Who names for people who is behind an event: a client, or what the run does
// before and after its measured part. The preparation writes, and the final check
// reads.
func (e *Event) Who() string {
	if _, slot := ShardOf(e.Client); slot != SideSlot {
		return ClientName(e.Client)
	}
	switch e.Op {
	case Read, Get, Peek, Update, Remove:
		return "the final check"
	}
	return "the preparation"
}
