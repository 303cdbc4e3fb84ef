// Three processors of an event hub claim partitions as EventHubConsumerClient does: list the owners, claim a partition
// that nobody owns, and again if they got none. The command fails if two own one partition at the same time.
import { BlobCheckpointStore } from "@azure/eventhubs-checkpointstore-blob";
import { ContainerClient } from "@azure/storage-blob";

const hub = { fullyQualifiedNamespace: "ns.servicebus.windows.net", eventHubName: "hub", consumerGroup: "$Default" };
const partitions = ["0", "1", "2"];
const containers = ["", "_2", "_3"].map((n) => new ContainerClient(process.env["AZURE_STORAGE_CONNECTION_STRING" + n], "owners"));
await containers[0].create();

const owned = await Promise.all(containers.map(async (container, n) => {
  const store = new BlobCheckpointStore(container);
  for (let tries = 0; tries < 3; tries++) {
    const owners = await store.listOwnership(hub.fullyQualifiedNamespace, hub.eventHubName, hub.consumerGroup);
    const free = partitions.find((p) => !owners.some((o) => o.partitionId === p));
    if (free === undefined) return [];
    const got = await store.claimOwnership([{ ...hub, ownerId: `processor ${n + 1}`, partitionId: free }]);
    if (got.length > 0) return got.map((o) => o.partitionId);
  }
  return [];
}));
for (const p of partitions) {
  const owners = owned.flatMap((all, n) => (all.includes(p) ? [`processor ${n + 1}`] : []));
  if (owners.length > 1) {
    console.log(`partition ${p} is owned by ${owners.join(" and ")}`);
    process.exitCode = 1;
  }
}
