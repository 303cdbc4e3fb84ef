package stats

import "ifmatch/loadgen/history"

// slotOf numbers a client among the actors of so many shards, or of the one that it belongs to.
func slotOf(client uint32, shards int) uint32 {
	shard, at := history.ShardOf(client)
	if shards > 1 {
		return at*uint32(shards) + uint32(shard)
	}
	return at
}
