// A tour of the concurrency features of the Blob service with Microsoft's JavaScript client.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { BlobClient, BlobSASPermissions, BlobServiceClient, ContainerClient } from "@azure/storage-blob";
import { connection, done, refused, run } from "./answers.mjs";

const service = BlobServiceClient.fromConnectionString(connection, { retryOptions: { maxTries: 1 } });
const container = service.getContainerClient("interop-js-" + randomUUID());

async function text(client, options) {
  return (await client.downloadToBuffer(0, undefined, options)).toString();
}

async function conditions() {
  const name = "folder/odd näme +%2F?.txt";
  const blob = container.getBlockBlobClient(name);
  const first = await done("create", blob.upload("one", 3, { conditions: { ifNoneMatch: "*" }, metadata: { owner: "js" } }));
  assert.match(first.etag, /^"0x[0-9A-F]+"$/, "an ETag in quotes");
  await refused("create again", 409, "BlobAlreadyExists", blob.upload("two", 3, { conditions: { ifNoneMatch: "*" } }));

  const second = await done("write with the current ETag", blob.upload("two", 3, { conditions: { ifMatch: first.etag } }));
  assert.notEqual(second.etag, first.etag, "a write changes the ETag");
  await refused("write with a stale ETag", 412, "ConditionNotMet", blob.upload("lost update", 11, { conditions: { ifMatch: first.etag } }));
  assert.equal(await text(blob), "two", "a refused write changes nothing");
  await refused("read with a stale ETag", 412, "ConditionNotMet", blob.download(0, undefined, { conditions: { ifMatch: first.etag } }));
  await refused("read if changed", 304, "ConditionNotMet", blob.getProperties({ conditions: { ifNoneMatch: second.etag } }));
  await refused("delete with a stale ETag", 412, "ConditionNotMet", blob.delete({ conditions: { ifMatch: first.etag } }));

  const properties = await done("properties", blob.getProperties({ conditions: { ifMatch: second.etag } }));
  assert.equal(properties.etag, second.etag);
  assert.equal(properties.contentLength, 3);
  const described = await done("set metadata", blob.setMetadata({ owner: "still js" }, { conditions: { ifMatch: second.etag } }));
  await refused("set metadata again", 412, "ConditionNotMet", blob.setMetadata({}, { conditions: { ifMatch: second.etag } }));
  assert.equal((await blob.getProperties()).metadata.owner, "still js");
  assert.notEqual(described.etag, second.etag);

  const blocks = container.getBlockBlobClient("blocks");
  const ids = ["YQ==", "Yg=="];
  await done("put block a", blocks.stageBlock(ids[0], "a", 1));
  await done("put block b", blocks.stageBlock(ids[1], "b", 1));
  await refused("read uncommitted", 404, "BlobNotFound", blocks.getProperties());
  const committed = await done("put block list", blocks.commitBlockList(ids, { conditions: { ifNoneMatch: "*" } }));
  await refused("put block list with a stale ETag", 412, "ConditionNotMet", blocks.commitBlockList([ids[0]], { conditions: { ifMatch: first.etag } }));
  await done("put block list with the current ETag", blocks.commitBlockList([ids[1]], { conditions: { ifMatch: committed.etag } }));
  assert.equal(await text(blocks), "b");
}

async function leases() {
  const blob = container.getBlockBlobClient("leased");
  await done("create", blob.upload("free", 4));
  const lease = blob.getBlobLeaseClient();
  const held = await done("acquire", lease.acquireLease(15));
  const etag = (await blob.getProperties()).etag;
  assert.equal(held.etag, etag, "a lease leaves the ETag alone");
  await refused("acquire while held", 409, "LeaseAlreadyPresent", blob.getBlobLeaseClient(randomUUID()).acquireLease(15));
  await done("renew", lease.renewLease());
  await refused("write without the lease", 412, "LeaseIdMissing", blob.upload("no", 2));
  await refused("write with another lease", 412, "LeaseIdMismatchWithBlobOperation", blob.upload("no", 2, { conditions: { leaseId: randomUUID() } }));
  assert.equal(await text(blob), "free", "everyone may read, nobody else wrote");
  await done("write with the lease", blob.upload("mine", 4, { conditions: { leaseId: lease.leaseId } }));
  await refused("delete without the lease", 412, "LeaseIdMissing", blob.delete());

  const properties = await done("properties", blob.getProperties());
  assert.deepEqual([properties.leaseStatus, properties.leaseState, properties.leaseDuration], ["locked", "leased", "fixed"]);
  const broken = await done("break", lease.breakLease(10));
  assert.ok(broken.leaseTime > 0 && broken.leaseTime <= 10, `break within 10 s, got ${broken.leaseTime}`);
  assert.equal((await blob.getProperties()).leaseState, "breaking");
  await refused("acquire while breaking", 409, "LeaseIsBreakingAndCannotBeAcquired", lease.acquireLease(15));
  await refused("renew while breaking", 409, "LeaseIsBrokenAndCannotBeRenewed", lease.renewLease());
  await refused("acquire by another while breaking", 409, "LeaseAlreadyPresent", blob.getBlobLeaseClient(randomUUID()).acquireLease(15));
  await done("release", lease.releaseLease());
  await done("write after the release", blob.upload("free again", 10));
  await refused("write with the released lease", 412, "LeaseNotPresentWithBlobOperation", blob.upload("no", 2, { conditions: { leaseId: lease.leaseId } }));

  const door = container.getBlobLeaseClient();
  await done("acquire the container", door.acquireLease(-1));
  await done("write into a leased container", blob.upload("open", 4));
  await refused("delete a leased container", 412, "LeaseIdMissing", container.delete());
  await done("break the container's lease", door.breakLease(0));
  await refused("renew a broken lease", 409, "LeaseIsBrokenAndCannotBeRenewed", door.renewLease());
}

async function copies() {
  const source = container.getBlockBlobClient("leased");
  const target = container.getBlobClient("copy of leased");
  const stale = (await source.getProperties()).etag;
  await done("change the source", source.upload("copied", 6));
  await refused("copy a source that changed", 412, "SourceConditionNotMet",
    target.beginCopyFromURL(source.url, { sourceConditions: { ifMatch: stale } }));
  const poller = await done("copy", target.beginCopyFromURL(source.url, { intervalInMs: 20 }));
  const result = await done("copy to the end", poller.pollUntilDone());
  assert.equal(result.copyStatus, "success");
  assert.equal(await text(target), "copied");
}

async function appends() {
  const log = container.getAppendBlobClient("log");
  await done("create", log.create({ conditions: { ifNoneMatch: "*" } }));
  const first = await done("append at 0", log.appendBlock("one,", 4, { conditions: { appendPosition: 0 } }));
  assert.equal(first.blobAppendOffset, "0");
  assert.equal(first.blobCommittedBlockCount, 1);
  await refused("append at 0 again", 412, "AppendPositionConditionNotMet", log.appendBlock("one,", 4, { conditions: { appendPosition: 0 } }));
  await done("append at 4", log.appendBlock("two", 3, { conditions: { appendPosition: 4, ifMatch: first.etag } }));
  await refused("append past the limit", 412, "MaxBlobSizeConditionNotMet", log.appendBlock("three", 5, { conditions: { maxSize: 8 } }));
  await refused("append with a stale ETag", 412, "ConditionNotMet", log.appendBlock("three", 5, { conditions: { ifMatch: first.etag } }));
  assert.equal(await text(log), "one,two");
}

async function signatures() {
  const blob = container.getBlockBlobClient("log");
  await refused("read a private blob without credentials", 404, "ResourceNotFound", new BlobClient(blob.url.split("?")[0]).getProperties());

  const expiresOn = new Date(Date.now() + 3600e3);
  const reader = new BlobClient(await blob.generateSasUrl({ permissions: BlobSASPermissions.parse("r"), expiresOn }));
  assert.equal(await text(reader), "one,two");
  await refused("delete with a signature for reading", 403, "AuthorizationPermissionMismatch", reader.delete());
  const late = new BlobClient(await blob.generateSasUrl({ permissions: BlobSASPermissions.parse("r"), expiresOn: new Date(Date.now() - 60e3) }));
  await refused("read with an expired signature", 403, "AuthenticationFailed", late.getProperties());

  await done("set access policy", container.setAccessPolicy(undefined, [{ id: "readers", accessPolicy: { permissions: "rl", expiresOn } }]));
  const listed = await done("get access policy", container.getAccessPolicy());
  assert.deepEqual(listed.signedIdentifiers.map((i) => [i.id, i.accessPolicy.permissions]), [["readers", "rl"]]);
  const guest = new ContainerClient(await container.generateSasUrl({ identifier: "readers" }));
  assert.equal(await text(guest.getBlobClient("log")), "one,two");
  await done("list by stored access policy", guest.listBlobsFlat().next());
  await refused("write by stored access policy", 403, "AuthorizationPermissionMismatch", guest.getAppendBlobClient("log").appendBlock("x", 1));
  await done("revoke", container.setAccessPolicy());
  await refused("read after the policy is gone", 403, "AuthenticationFailed", guest.getBlobClient("log").getProperties());
}

// Names that XML, URLs and headers have to be careful with come back as they are, in lists too, with tags and metadata.
async function hostile() {
  const names = ["o'brien & \"sons\" <x>.txt", "ümläut/日本 🎉.txt", "100%/a+b#c?.txt"];
  for (const name of names) {
    const blob = container.getBlockBlobClient(name);
    await done(`upload ${name}`, blob.upload(name, Buffer.byteLength(name), { metadata: { spelled: name.length.toString() }, tags: { kind: "hostile name" } }));
    assert.equal(await text(blob), name);
    assert.deepEqual((await done(`tags of ${name}`, blob.getTags())).tags, { kind: "hostile name" });
    await refused(`tags of ${name} under another tag`, 412, "ConditionNotMet", blob.getProperties({ conditions: { tagConditions: "kind='other'" } }));
  }
  const found = [];
  for await (const item of container.listBlobsFlat({ includeTags: true, includeMetadata: true })) {
    if (names.includes(item.name)) found.push([item.name, item.tags, item.metadata.spelled]);
  }
  assert.deepEqual(found.sort(), names.map((name) => [name, { kind: "hostile name" }, name.length.toString()]).sort());
  const prefixes = [];
  for await (const item of container.listBlobsByHierarchy("/")) if (item.kind === "prefix") prefixes.push(item.name);
  assert.deepEqual(prefixes.filter((p) => p !== "folder/").sort(), ["100%/", "ümläut/"]);
  for (const name of names) await done(`delete ${name}`, container.deleteBlob(name));

  // A backslash is taken for a slash: the client signs as if it were, and lists show it so.
  const backslashed = container.getBlockBlobClient("win\\dows.txt");
  await done("upload with a backslash", backslashed.upload("x", 1));
  assert.equal((await container.listBlobsFlat({ prefix: "win" }).next()).value.name, "win/dows.txt");
  const sas = await backslashed.generateSasUrl({ permissions: BlobSASPermissions.parse("r"), expiresOn: new Date(Date.now() + 3600e3) });
  assert.equal(await text(new BlobClient(sas)), "x");
  await done("delete by its other name", container.deleteBlob("win/dows.txt"));
}

// A batch answers each of its requests by itself.
async function batches() {
  const blobs = ["batch 1", "batch'2", "batch%3"].map((name) => container.getBlockBlobClient(name));
  for (const blob of blobs) await done(`upload ${blob.name}`, blob.upload("x", 1));
  const lease = blobs[1].getBlobLeaseClient();
  await done("lease one of them", lease.acquireLease(-1));
  const batch = service.getBlobBatchClient();
  const urls = blobs.map((blob) => blob.url);
  const tiers = await done("set the tiers in a batch", batch.setBlobsAccessTier(urls, service.credential, "Cool"));
  assert.deepEqual(tiers.subResponses.map((r) => [r.status, r.errorCode]), [[200, undefined], [412, "LeaseIdMissing"], [200, undefined]]);
  assert.deepEqual([tiers.subResponsesSucceededCount, tiers.subResponsesFailedCount], [2, 1]);
  assert.equal((await blobs[0].getProperties()).accessTier, "Cool");
  const deleted = await done("delete in a batch", batch.deleteBlobs(urls, service.credential));
  assert.deepEqual(deleted.subResponses.map((r) => r.status), [202, 412, 202], "the leased one stays");
  assert.deepEqual(await Promise.all(blobs.map((blob) => blob.exists())), [false, true, false]);
  await done("release", lease.releaseLease());
  await done("delete the last", blobs[1].delete());
}

async function listing() {
  const found = new Map();
  for await (const page of container.listBlobsFlat({ includeMetadata: true }).byPage({ maxPageSize: 2 })) {
    for (const item of page.segment.blobItems) found.set(item.name, item);
  }
  assert.deepEqual([...found.keys()].sort(), ["blocks", "copy of leased", "folder/odd näme +%2F?.txt", "leased", "log"].sort());
  for (const [name, item] of found) {
    const properties = await done(`properties of ${name}`, container.getBlobClient(name).getProperties());
    assert.equal(`"${item.properties.etag.replaceAll('"', "")}"`, properties.etag, `the listing's ETag of ${name}`);
    await done(`delete ${name}`, container.deleteBlob(name, { conditions: { ifMatch: properties.etag } }));
    await refused(`read deleted ${name}`, 404, "BlobNotFound", container.getBlobClient(name).getProperties());
  }
  for await (const item of container.listBlobsFlat()) assert.fail(`${item.name} is still listed`);
}

async function checksums() {
  const content = Buffer.alloc(5 << 20, "0123456789");
  const blob = container.getBlockBlobClient("checked");
  const options = { contentChecksumAlgorithm: "StorageCrc64" };
  await done("upload in a structured body", blob.upload(content, content.length, options));
  assert.deepEqual(await blob.downloadToBuffer(0, undefined, options), content);
  assert.deepEqual(await blob.downloadToBuffer(), content);
  assert.equal((await blob.downloadToBuffer(3, 4, options)).toString(), "3456");
  await done("upload in parts", blob.uploadData(content, { ...options, blockSize: 1 << 20, maxSingleShotSize: 1 << 20 }));
  assert.deepEqual(await blob.downloadToBuffer(0, undefined, options), content);
  await done("delete", blob.delete());
}

await run(() => container.create(), [conditions, leases, copies, appends, checksums, signatures, hostile, batches, listing], async () => {
  await container.deleteIfExists();
  assert.equal(await container.exists(), false, "the container is gone");
});
