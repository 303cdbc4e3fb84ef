// A tour of the concurrency features of the Table service with Microsoft's JavaScript client.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { TableClient, TableServiceClient, odata } from "@azure/data-tables";
import { connection, done, refused, run } from "./answers.mjs";

const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
const name = "interopjs" + randomUUID().replaceAll("-", "");
const table = TableClient.fromConnectionString(connection, name, options);
const service = TableServiceClient.fromConnectionString(connection, options);

const stale = `W/"datetime'2001-01-01T00%3A00%3A00.0000001Z'"`;

async function conditions() {
  const keys = { partitionKey: "stock", rowKey: "it's ünïcode %2F" };
  const read = () => table.getEntity(keys.partitionKey, keys.rowKey);
  const first = await done("insert", table.createEntity({ ...keys, owner: "js", count: 1 }));
  assert.match(first.etag, /^W\/"datetime'.+'"$/, "a weak ETag");
  await refused("insert again", 409, "EntityAlreadyExists", table.createEntity({ ...keys, count: 9 }));
  assert.equal((await done("read", read())).etag, first.etag, "a read gives the insert's ETag");

  const second = await done("replace with the current ETag", table.updateEntity({ ...keys, count: 2 }, "Replace", { etag: first.etag }));
  assert.notEqual(second.etag, first.etag, "a write changes the ETag");
  await refused("replace with a stale ETag", 412, "UpdateConditionNotSatisfied", table.updateEntity({ ...keys, count: 9 }, "Replace", { etag: first.etag }));
  await refused("merge with a stale ETag", 412, "UpdateConditionNotSatisfied", table.updateEntity({ ...keys, count: 9 }, "Merge", { etag: first.etag }));
  await refused("delete with a stale ETag", 412, "UpdateConditionNotSatisfied", table.deleteEntity(keys.partitionKey, keys.rowKey, { etag: first.etag }));
  await refused("replace with what is no ETag", 400, "InvalidInput", table.updateEntity({ ...keys, count: 9 }, "Replace", { etag: "not an ETag" }));
  const kept = await done("read", read());
  assert.deepEqual([kept.etag, kept.count, kept.owner], [second.etag, 2, undefined], "a refused write changes nothing, a replacement keeps nothing");

  const third = await done("merge with the current ETag", table.updateEntity({ ...keys, owner: "merged" }, "Merge", { etag: second.etag }));
  const merged = await done("read", read());
  assert.deepEqual([merged.etag, merged.count, merged.owner], [third.etag, 2, "merged"], "a merge keeps what it doesn't name");
  const fourth = await done("replace with *", table.updateEntity({ ...keys, count: 4 }, "Replace", { etag: "*" }));
  const fifth = await done("upsert over another's change", table.upsertEntity({ ...keys, count: 5 }, "Replace"));
  assert.equal(new Set([first, second, third, fourth, fifth].map((answer) => answer.etag)).size, 5, "each write has an ETag of its own");

  await done("delete with the current ETag", table.deleteEntity(keys.partitionKey, keys.rowKey, { etag: fifth.etag }));
  await refused("read deleted", 404, "ResourceNotFound", read());
  await refused("delete again with *", 404, "ResourceNotFound", table.deleteEntity(keys.partitionKey, keys.rowKey, { etag: "*" }));
  await refused("replace deleted with *", 404, "ResourceNotFound", table.updateEntity(keys, "Replace", { etag: "*" }));
  await refused("merge deleted with *", 404, "ResourceNotFound", table.updateEntity(keys, "Merge", { etag: "*" }));
  const again = await done("upsert what isn't there", table.upsertEntity({ ...keys, count: 6 }, "Merge"));
  await refused("delete the new with the old ETag", 412, "UpdateConditionNotSatisfied", table.deleteEntity(keys.partitionKey, keys.rowKey, { etag: fifth.etag }));
  await done("delete the new", table.deleteEntity(keys.partitionKey, keys.rowKey, { etag: again.etag }));
}

async function contention() {
  const keys = { partitionKey: "race", rowKey: "counter" };
  await done("insert", table.createEntity({ ...keys, count: 0 }));
  const add = async () => {
    for (;;) {
      const now = await table.getEntity(keys.partitionKey, keys.rowKey);
      try {
        return await table.updateEntity({ ...keys, count: now.count + 1 }, "Replace", { etag: now.etag });
      } catch (error) {
        assert.equal(error.statusCode, 412, "only a lost race is refused");
      }
    }
  };
  await done("eight count at once", Promise.all(Array.from({ length: 8 }, add)));
  assert.equal((await table.getEntity(keys.partitionKey, keys.rowKey)).count, 8, "no update is lost");
  await done("delete", table.deleteEntity(keys.partitionKey, keys.rowKey));
}

async function transactions() {
  const at = (rowKey, amount) => ({ partitionKey: "bank", rowKey, amount });
  const amounts = async () => {
    const found = {};
    for await (const entity of table.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${"bank"}` } })) found[entity.rowKey] = entity.amount;
    return found;
  };
  const made = await done("insert three", table.submitTransaction([["create", at("a", 10)], ["create", at("b", 0)], ["upsert", at("c", 0)]]));
  assert.deepEqual([made.status, made.subResponses.map((r) => r.status)], [202, [204, 204, 204]]);
  const a = made.getResponseForEntity("a").etag;
  assert.equal((await table.getEntity("bank", "a")).etag, a, "a transaction's ETag is the entity's");

  const moved = await done("move with current ETags", table.submitTransaction([
    ["update", at("a", 5), "Replace", { etag: a }],
    ["update", at("b", 5), "Merge", { etag: made.getResponseForEntity("b").etag }],
    ["delete", at("c")],
  ]));
  assert.deepEqual(moved.subResponses.map((r) => [r.status, Boolean(r.etag)]), [[204, true], [204, true], [204, false]]);
  assert.deepEqual(await amounts(), { a: 5, b: 5 });

  const before = await table.getEntity("bank", "b");
  await refused("move with one stale ETag", 412, "UpdateConditionNotSatisfied", table.submitTransaction([
    ["create", at("d", 1)],
    ["update", at("b", 10), "Replace", { etag: before.etag }],
    ["update", at("a", 0), "Replace", { etag: a }],
  ]));
  await refused("insert one that is there", 409, "EntityAlreadyExists", table.submitTransaction([["update", at("b", 0), "Replace"], ["create", at("a", 0)]]));
  await refused("change one that isn't there", 404, "ResourceNotFound", table.submitTransaction([["update", at("b", 0), "Replace"], ["update", at("e", 0), "Merge"]]));
  assert.deepEqual(await amounts(), { a: 5, b: 5 }, "a transaction that fails changes nothing");
  assert.equal((await table.getEntity("bank", "b")).etag, before.etag, "nor an ETag");
  await done("delete both", table.submitTransaction([["delete", at("a")], ["delete", at("b")]]));
  assert.deepEqual(await amounts(), {});
}

async function queries() {
  const when = new Date("2024-02-29T12:00:00.000Z");
  for (const partitionKey of ["even", "odd"]) {
    await done(`insert ${partitionKey}`, table.submitTransaction([1, 2, 3, 4, 5].map((n) => ["create", {
      partitionKey, rowKey: `r${n}`, n, big: { type: "Int64", value: "9007199254740993" }, half: n / 2, when, text: "O'Neil",
    }])));
  }
  const pages = async (filter, maxPageSize) => {
    const got = [];
    for await (const page of table.listEntities({ queryOptions: { filter } }).byPage({ maxPageSize })) got.push(page);
    return got;
  };
  const all = await done("query all", pages(undefined, 3));
  assert.deepEqual(all.map((page) => page.length), [3, 3, 3, 1], "pages of three");
  const order = all.flat().map((e) => e.partitionKey + e.rowKey);
  assert.deepEqual(order, [...order].sort(), "by partition, then by row");
  const filtered = await done("query with a filter", pages(odata`PartitionKey eq ${"odd"} and n gt ${2} and text eq ${"O'Neil"} and when le ${when}`, 2));
  assert.deepEqual(filtered.flat().map((e) => e.rowKey), ["r3", "r4", "r5"]);
  assert.deepEqual((await done("query with not", pages(odata`not (PartitionKey eq ${"odd"}) and half lt ${1.5}`, 9))).flat().map((e) => e.rowKey), ["r1", "r2"]);
  assert.deepEqual((await done("query 64 bits", pages("big eq 9007199254740992L", 9))).flat(), [], "64 bits are compared, not a double's 53");
  await refused("query nonsense", 400, "InvalidInput", pages("n gt", 2));

  const [one] = filtered.flat();
  assert.deepEqual([one.n, one.big, one.half, one.when], [3, 9007199254740993n, 1.5, when], "types survive");
  assert.equal((await table.getEntity("odd", "r3")).etag, one.etag, "a query gives the entity's ETag");
  await done("update with a query's ETag", table.updateEntity({ partitionKey: "odd", rowKey: "r3", n: 33 }, "Merge", { etag: one.etag }));
  await refused("update with it again", 412, "UpdateConditionNotSatisfied", table.updateEntity({ partitionKey: "odd", rowKey: "r3", n: 34 }, "Merge", { etag: one.etag }));
  await refused("update with an ETag of long ago", 412, "UpdateConditionNotSatisfied", table.updateEntity({ partitionKey: "odd", rowKey: "r4", n: 0 }, "Merge", { etag: stale }));

  const names = [];
  for await (const found of service.listTables({ queryOptions: { filter: odata`TableName eq ${name}` } })) names.push(found.name);
  assert.deepEqual(names, [name], "the table is listed");
}

await run(() => table.createTable(), [conditions, contention, transactions, queries], () => table.deleteTable());
