package history

import "fmt"

// SideSlot is the slot of the client that prepares a run and reads its final state. It is not
// an actor.
const SideSlot = 1<<SlotBits - 1

// StrangerSlot is the slot of somebody who is not a client of the run and interferes. It is not
// an actor either.
const StrangerSlot = SideSlot - 1

// RestartSlot is the slot for kills and restarts of the target.
const RestartSlot = SideSlot - 2

// ClockSlot is the slot that shows the time of one shard to the others.
const ClockSlot = SideSlot - 3

// Several processes may send a run at once. These are its shards, and each has slots of its own:
// ShardSlots for its clients, and one for each of the slots above.
const (
	ShardSlots = 10_000
	Shards     = 100
	asides     = 4 // slots of each shard that are not an actor's
)

// InShard is the slot in the whole run for a slot of a shard.
func InShard(shard int, slot uint32) uint32 {
	if slot > SideSlot-asides {
		return slot - uint32(shard)*asides
	}
	return slot + uint32(shard)*ShardSlots
}

// ShardOf is the shard of a client, and its slot there.
func ShardOf(client uint32) (shard int, slot uint32) {
	slot = SlotOf(client)
	if aside := SideSlot - slot; aside < Shards*asides {
		return int(aside / asides), SideSlot - aside%asides
	}
	return int(slot / ShardSlots), slot % ShardSlots
}

// ClientName names a client for people: "client 2", or "client 2.1" after the actor took another
// identity because of an unknown outcome. In any shard but the first it is "client 2 of shard
// 1". Outside of the measured part clients are not distinguished: "the preparation" wrote
// everything written there.
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

// Who names, for people, the client behind an event, or the part of the run outside of its
// measured part: the preparation writes, and the final check reads.
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
