// A tour of the concurrency features of the File service with Microsoft's JavaScript client.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import dns from "node:dns";
import { ShareServiceClient } from "@azure/storage-file-share";
import { connection, done, refused, run } from "./answers.mjs";

// The client makes the target of a rename from the share's name alone: an address that begins with the account's name
// would lose it. So the account is named by the host, which lies on this machine, whatever the resolver knows.
const lookup = dns.lookup;
dns.lookup = (host, ...rest) => lookup(host.endsWith(".localhost") ? "127.0.0.1" : host, ...rest);
const byHost = connection.replace(/(FileEndpoint=https?:\/\/)[^:;/]+(:\d+)\/([^;/]+)/, "$1$3.file.localhost$2");

const service = ShareServiceClient.fromConnectionString(byHost, { retryOptions: { maxTries: 1 } });
const share = service.getShareClient("interop-js-" + randomUUID());
const root = share.rootDirectoryClient;

async function text(file) {
  return (await done("download", file.downloadToBuffer())).toString();
}

async function put(name, content, options) {
  const file = root.getFileClient(name);
  await done(`create ${name}`, file.create(content.length, options));
  if (content) await done(`write ${name}`, file.uploadRange(content, 0, content.length));
  return file;
}

async function lastWriter() {
  const file = await put("shared.txt", "one", { metadata: { owner: "one", only: "one" } });
  const before = await done("properties", file.getProperties());
  const written = await done("two writes", file.uploadRange("two", 0, 3));
  assert.notEqual(written.etag, before.etag, "a write gives a new ETag");
  await done("two sets metadata", file.setMetadata({ owner: "two" }));
  const after = await done("properties", file.getProperties());
  assert.deepEqual(after.metadata, { owner: "two" }, "the last writer's, whole");
  assert.notEqual(after.etag, written.etag, "metadata give a new ETag");
  assert.equal(await text(file), "two");
  await done("create again", file.create(3));
  assert.equal(await text(file), "\0\0\0", "there is no create-if-absent");
  await Promise.all(Array.from({ length: 12 }, (_, n) => done("write a range of one's own", file.resize(12).then(() => file.uploadRange("x", n, 1)))));
  assert.equal((await done("properties", file.getProperties())).contentLength, 12);
  await done("delete", file.delete());
  await refused("delete again", 404, "ResourceNotFound", file.delete());
}

async function directories() {
  const a = share.getDirectoryClient("a");
  await done("create a directory", a.create());
  await refused("create it again", 409, "ResourceAlreadyExists", a.create());
  const b = a.getDirectoryClient("b");
  await done("create one in it", b.create({ metadata: { m: "1" } }));
  const file = a.getFileClient("f ünï.txt");
  await done("create a file in it", file.create(5));
  await refused("create a file below nothing", 404, "ParentNotFound", a.getDirectoryClient("none").getFileClient("f").create(1));
  await refused("delete what is not empty", 409, "DirectoryNotEmpty", a.delete());
  const listed = [];
  for await (const item of a.listFilesAndDirectories({ includeExtendedInfo: true, includeTimestamps: true, includeEtag: true, includeAttributes: true, includePermissionKey: true }))
    listed.push([item.kind, item.name, item.fileId !== undefined]);
  assert.deepEqual(listed.sort(), [["directory", "b", true], ["file", "f ünï.txt", true]]);
  assert.ok(!(await done("is there one", a.getFileClient("none").exists())));
  await done("delete the file", file.delete());
  await done("delete the directories", b.delete().then(() => a.delete()));
  assert.ok(!(await done("is it there", a.exists())), "gone at once");
}

async function ranges() {
  const file = root.getFileClient("ranges");
  await done("create", file.create(4096));
  const list = async () => (await done("list ranges", file.getRangeList())).rangeList.map((r) => [r.start, r.end]);
  assert.deepEqual(await list(), []);
  await done("write", file.uploadRange("x".repeat(1024), 512, 1024));
  assert.deepEqual(await list(), [[512, 1535]]);
  await done("clear", file.clearRange(1024, 512));
  assert.deepEqual(await list(), [[512, 1023]]);
  await refused("write behind the end", 416, "InvalidRange", file.uploadRange("xx", 4095, 2));
  const part = await done("download a part", file.downloadToBuffer(1020, 8));
  assert.equal(part.toString(), "xxxx\0\0\0\0");
  await done("upload", file.uploadData(Buffer.from("whole")));
  assert.equal(await text(file), "whole");
  await done("delete", file.delete());
}

async function fileLeases() {
  const file = await put("leased", "one");
  const [a, b] = [randomUUID(), randomUUID()];
  const lease = file.getShareLeaseClient(a);
  const other = file.getShareLeaseClient(b);
  const conditions = (leaseId) => ({ leaseAccessConditions: { leaseId } });
  await refused("release what is not leased", 409, "LeaseNotPresentWithLeaseOperation", lease.releaseLease());
  await refused("write with an id where there is no lease", 412, "LeaseNotPresentWithFileOperation", file.uploadRange("two", 0, 3, conditions(a)));
  await done("acquire", lease.acquireLease());
  await done("acquire again", lease.acquireLease());
  await refused("acquire what another holds", 409, "LeaseAlreadyPresent", other.acquireLease());
  await refused("write without the id", 412, "LeaseIdMissing", file.uploadRange("two", 0, 3));
  await refused("write with another id", 412, "LeaseIdMismatchWithFileOperation", file.uploadRange("two", 0, 3, conditions(b)));
  await refused("delete without the id", 412, "LeaseIdMissing", file.delete());
  await done("write with the id", file.uploadRange("two", 0, 3, conditions(a)));
  assert.equal(await text(file), "two");
  assert.equal((await done("properties", file.getProperties())).leaseState, "leased");
  await done("change", lease.changeLease(b));
  await refused("release with the old id", 409, "LeaseIdMismatchWithLeaseOperation", file.getShareLeaseClient(a).releaseLease());
  await done("break", file.getShareLeaseClient().breakLease());
  await done("write what is broken", file.uploadRange("six", 0, 3));
  await done("delete", file.delete());
}

async function renames() {
  const file = await put("from", "from");
  const lease = file.getShareLeaseClient();
  await done("acquire", lease.acquireLease());
  await refused("rename without the id", 412, "LeaseIdMissing", file.rename("to"));
  await put("to", "to");
  const source = { sourceLeaseAccessConditions: { leaseId: lease.leaseId }, sourceLeaseId: lease.leaseId };
  await refused("rename onto a file", 409, "ResourceAlreadyExists", file.rename("to", source));
  const { destinationFileClient: moved } = await done("rename, replacing", file.rename("to", { ...source, replaceIfExists: true }));
  assert.equal(await text(moved), "from");
  assert.equal((await done("properties", moved.getProperties())).leaseState, "leased", "a lease goes with its file");
  await refused("read the old name", 404, "ResourceNotFound", file.getProperties());
  await done("break", moved.getShareLeaseClient().breakLease());
  const directory = share.getDirectoryClient("old");
  await done("create a directory", directory.create());
  await done("create a file in it", directory.getFileClient("f").create(0));
  const { destinationDirectoryClient: renamed } = await done("rename it", directory.rename("new"));
  await done("delete what came along", renamed.getFileClient("f").delete().then(() => renamed.delete()));
  const copy = root.getFileClient("copy");
  assert.equal((await done("copy", copy.startCopyFromURL(moved.url))).copyStatus, "success");
  assert.equal(await text(copy), "from");
  await done("delete", Promise.all([copy.delete(), moved.delete()]));
}

async function shareLeases() {
  const lease = share.getShareLeaseClient(randomUUID());
  await refused("lease for a moment", 400, "InvalidHeaderValue", lease.acquireLease(5));
  await done("lease for 15 s", lease.acquireLease(15));
  await refused("set metadata without the id", 412, "LeaseIdMissing", share.setMetadata({ a: "1" }));
  await refused("delete without the id", 412, "LeaseIdMissing", share.delete());
  await done("a file inside is none of its business", put("inside", "x").then((f) => f.delete()));
  await done("set metadata with the id", share.setMetadata({ a: "1" }, { leaseAccessConditions: { leaseId: lease.leaseId } }));
  // The client refuses to renew a share's lease, which it takes for a file's.
  await done("break at once", share.getShareLeaseClient().breakLease({ breakPeriod: 0 }));
  await done("set metadata without the id", share.setMetadata({ a: "2" }));
  await done("release", lease.releaseLease());
}

async function snapshots() {
  const file = await put("f", "before");
  const { snapshot } = await done("snapshot", share.createSnapshot());
  await done("write", file.uploadRange("after!", 0, 6));
  assert.equal(await text(share.withSnapshot(snapshot).rootDirectoryClient.getFileClient("f")), "before");
  const handles = [];
  for await (const h of root.listHandles({ recursive: true })) handles.push(h);
  assert.deepEqual(handles, [], "requests are no handles");
  assert.equal((await done("close all", file.forceCloseAllHandles())).closedHandlesCount, 0);
  await refused("delete a share with snapshots", 409, "ShareHasSnapshots", share.delete());
  await done("delete the snapshot", share.withSnapshot(snapshot).delete());
}

async function checksums() {
  const content = Buffer.alloc(5 << 20, "0123456789");
  const file = root.getFileClient("checked");
  const options = { contentChecksumAlgorithm: "StorageCrc64" };
  await done("upload in structured bodies", file.uploadData(content, options));
  assert.deepEqual(await file.downloadToBuffer(0, undefined, options), content);
  assert.deepEqual(await file.downloadToBuffer(), content);
  assert.equal((await file.downloadToBuffer(3, 4, options)).toString(), "3456");
  await done("delete", file.delete());
}

await run(() => share.create(), [lastWriter, directories, ranges, checksums, fileLeases, renames, shareLeases, snapshots], async () => {
  await share.delete({ deleteSnapshots: "include", leaseAccessConditions: undefined });
  await refused("create again at once", 409, "ShareBeingDeleted", share.create());
});
