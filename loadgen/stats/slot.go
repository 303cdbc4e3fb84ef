package stats

import "ifmatch/loadgen/history"

// slotOf numbers a client among the actors of all shards, or among those of its own shard if
// there is only one.
func slotOf(client uint32, shards int) uint32 {
	shard, at := history.ShardOf(client)
	if shards > 1 {
		return at*uint32(shards) + uint32(shard)
	}
	return at
}
