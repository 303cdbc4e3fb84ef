package history

import "testing"

func TestWho(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		event Event
		want  string
	}{
		{Event{Client: 0, Op: Swap}, "client 0"},
		{Event{Client: 7, Op: Read}, "client 7"},
		{Event{Client: 2 + 89<<SlotBits, Op: Acquire}, "client 2.89"},
		{Event{Client: SideSlot, Op: Create, Flags: Outside}, "the preparation"},
		{Event{Client: SideSlot, Op: Delete, Flags: Outside}, "the preparation"},
		{Event{Client: SideSlot + 1<<SlotBits, Op: Read, Flags: Outside}, "the final check"},
		{Event{Client: SideSlot, Op: Get, Flags: Outside}, "the final check"},
		{Event{Client: StrangerSlot, Op: Break, Flags: Outside}, "somebody else"},
		{Event{Client: InShard(2, 7), Op: Write}, "client 7 of shard 2"},
		{Event{Client: InShard(Shards-1, ShardSlots-1) + 1<<SlotBits, Op: Write}, "client 9999.1 of shard 99"},
		{Event{Client: InShard(2, SideSlot), Op: Read, Flags: Outside}, "the final check"},
		{Event{Client: InShard(Shards-1, StrangerSlot), Op: Break, Flags: Outside}, "somebody else"},
		{Event{Client: ClockSlot, Op: Tell, Flags: Outside}, "the clock"},
		{Event{Client: RestartSlot, Op: Restart, Flags: Outside}, "the restart"},
		{Event{Client: StrangerSlot + 3<<SlotBits, Op: Break}, "somebody else"},
		{Event{Client: SideSlot, Op: Remove}, "the final check"},
	} {
		if got := tc.event.Who(); got != tc.want {
			t.Errorf("Who of %+v = %q, want %q", tc.event, got, tc.want)
		}
	}
	if got := ClientName(SideSlot); got != "the preparation" {
		t.Errorf("ClientName(SideSlot) = %q", got)
	}
}
