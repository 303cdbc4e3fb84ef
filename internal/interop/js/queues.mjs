// A tour of the concurrency features of the Queue service with Microsoft's JavaScript client.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { QueueServiceClient } from "@azure/storage-queue";
import { connection, done, refused, run, until } from "./answers.mjs";

const service = QueueServiceClient.fromConnectionString(connection, { retryOptions: { maxTries: 1 } });
const queue = service.getQueueClient("interop-js-" + randomUUID());

async function get(what, options) {
  return (await done(what, queue.receiveMessages(options))).receivedMessageItems;
}

async function peek(what, options) {
  return (await done(what, queue.peekMessages(options))).peekedMessageItems;
}

async function receipts() {
  assert.deepEqual(await get("get from an empty queue"), []);
  const put = await done("put", queue.sendMessage("one <&> ünïcode"));
  const [seen] = await peek("peek");
  assert.deepEqual([seen.messageId, seen.messageText, seen.dequeueCount, seen.popReceipt], [put.messageId, "one <&> ünïcode", 0, undefined], "a peek isn't counted and gives no receipt");

  const [held] = await get("get", { visibilityTimeout: 60 });
  assert.deepEqual([held.messageId, held.dequeueCount], [put.messageId, 1], "the first get is counted as one");
  assert.notEqual(held.popReceipt, put.popReceipt, "a receipt of its own");
  assert.ok(Math.abs(held.nextVisibleOn - Date.now() - 60e3) < 5e3, `visible in a minute, not at ${held.nextVisibleOn}`);
  assert.deepEqual([await get("get what another holds"), await peek("peek what another holds")], [[], []]);
  await refused("delete with the put's receipt", 404, "MessageNotFound", queue.deleteMessage(put.messageId, put.popReceipt));

  const updated = await done("update", queue.updateMessage(held.messageId, held.popReceipt, "two", 60));
  assert.notEqual(updated.popReceipt, held.popReceipt, "an update gives a new receipt");
  await refused("update with the old receipt", 404, "MessageNotFound", queue.updateMessage(held.messageId, held.popReceipt, "lost", 0));
  await refused("delete with the old receipt", 404, "MessageNotFound", queue.deleteMessage(held.messageId, held.popReceipt));
  const released = await done("give it back", queue.updateMessage(held.messageId, updated.popReceipt, undefined, 0));
  const [back] = await peek("peek what was given back");
  assert.deepEqual([back.messageText, back.dequeueCount], ["two", 1], "an update without a text keeps the text");
  await refused("delete with what is no receipt", 400, "InvalidQueryParameterValue", queue.deleteMessage(put.messageId, "nonsense"));
  await done("delete with the last receipt", queue.deleteMessage(put.messageId, released.popReceipt));
  await refused("delete again", 404, "MessageNotFound", queue.deleteMessage(put.messageId, released.popReceipt));
  await refused("delete what never was", 404, "MessageNotFound", queue.deleteMessage(randomUUID(), released.popReceipt));
}

async function visibility() {
  await done("put", queue.sendMessage("work"));
  const [first] = await get("get for a second", { visibilityTimeout: 1 });
  const second = await until("get it when the second is over", async () => (await queue.receiveMessages({ visibilityTimeout: 60 })).receivedMessageItems[0]);
  assert.deepEqual([second.messageId, second.dequeueCount], [first.messageId, 2]);
  await refused("delete by the one who was too slow", 404, "MessageNotFound", queue.deleteMessage(first.messageId, first.popReceipt));
  await refused("update by the one who was too slow", 404, "MessageNotFound", queue.updateMessage(first.messageId, first.popReceipt, "lost", 60));
  await done("delete by the one who holds it", queue.deleteMessage(second.messageId, second.popReceipt));

  const later = await done("put for later", queue.sendMessage("later", { visibilityTimeout: 60 }));
  assert.deepEqual(await get("get before its time"), []);
  await done("delete before its time", queue.deleteMessage(later.messageId, later.popReceipt));
  await refused("get for no time", 400, "OutOfRangeQueryParameterValue", queue.receiveMessages({ visibilityTimeout: 0 }));
  await refused("get too many", 400, "OutOfRangeQueryParameterValue", queue.receiveMessages({ numberOfMessages: 33 }));
  await refused("put for later than its life", 400, "InvalidQueryParameterValue", queue.sendMessage("never", { visibilityTimeout: 30, messageTimeToLive: 30 }));
}

async function consumers() {
  const sent = Array.from({ length: 24 }, (_, n) => `job ${n}`);
  await done("put 24", Promise.all(sent.map((text) => queue.sendMessage(text))));
  const worked = [];
  const work = async () => {
    for (;;) {
      const { receivedMessageItems: items } = await queue.receiveMessages({ numberOfMessages: 3, visibilityTimeout: 300 });
      if (items.length === 0) return;
      for (const item of items) {
        worked.push(item.messageText);
        await queue.deleteMessage(item.messageId, item.popReceipt);
      }
    }
  };
  await done("six consume at once", Promise.all(Array.from({ length: 6 }, work)));
  assert.deepEqual(worked.sort(), sent.sort(), "each message went to one of them");
}

async function clear() {
  await done("put", queue.sendMessage("held"));
  const [held] = await get("get", { visibilityTimeout: 60 });
  await done("put", queue.sendMessage("visible"));
  assert.ok((await done("properties", queue.getProperties())).approximateMessagesCount >= 1);
  await done("clear", queue.clearMessages());
  assert.deepEqual(await peek("peek", { numberOfMessages: 32 }), []);
  await refused("delete what was cleared", 404, "MessageNotFound", queue.deleteMessage(held.messageId, held.popReceipt));
  await refused("update what was cleared", 404, "MessageNotFound", queue.updateMessage(held.messageId, held.popReceipt, "lost", 0));
  assert.equal((await done("properties", queue.getProperties())).approximateMessagesCount, 0);
}

async function lastWriter() {
  const metadata = async () => (await done("properties", queue.getProperties())).metadata;
  const answer = await done("one sets metadata", queue.setMetadata({ owner: "one", only: "one" }));
  assert.deepEqual([answer.etag, answer._response.headers.get("etag")], [undefined, undefined], "a queue has no ETag");
  await done("two sets metadata", queue.setMetadata({ owner: "two" }));
  assert.deepEqual(await metadata(), { owner: "two" }, "the last writer's, whole");
  await done("create as it is", queue.create({ metadata: { owner: "two" } }));
  await refused("create as it isn't", 409, "QueueAlreadyExists", queue.create({ metadata: { owner: "three" } }));
  await done("nobody sets metadata", queue.setMetadata());
  assert.deepEqual(await metadata(), {});

  const policy = (id, permissions) => ({ id, accessPolicy: { permissions, startsOn: new Date("2024-01-01T00:00:00Z"), expiresOn: new Date("2034-01-01T00:00:00Z") } });
  await done("one sets policies", queue.setAccessPolicy([policy("one", "r"), policy("both", "r")]));
  await done("two sets policies", queue.setAccessPolicy([policy("two", "raup")]));
  const { signedIdentifiers } = await done("get policies", queue.getAccessPolicy());
  assert.deepEqual(signedIdentifiers.map((i) => [i.id, i.accessPolicy.permissions]), [["two", "raup"]]);

  const names = [];
  for await (const item of service.listQueues({ prefix: queue.name })) names.push(item.name);
  assert.deepEqual(names, [queue.name], "the queue is listed");
}

await run(() => queue.create(), [receipts, visibility, consumers, clear, lastWriter], async () => {
  await queue.delete();
  await refused("put into a deleted queue", 404, "QueueNotFound", queue.sendMessage("late"));
  await done("delete again", queue.delete());
  await refused("create again at once", 409, "QueueBeingDeleted", queue.create());
});
