// Records requests that Microsoft's JavaScript clients sign, for the tests of package auth: run it in a folder where
// the packages named below are installed (npm install @azure/storage-blob@12.32.0 @azure/storage-queue@12.30.0
// @azure/storage-file-share@12.31.0 @azure/data-tables@13.3.2 azure-storage@2.10.7), and redirect its output to
// recorded.json. The clients talk to a server that notes what it gets and answers 400.
import http from "node:http";
import { Readable } from "node:stream";
import { BlobServiceClient, StorageSharedKeyCredential, generateBlobSASQueryParameters, generateAccountSASQueryParameters,
  BlobSASPermissions, ContainerSASPermissions, AccountSASPermissions, AccountSASServices, AccountSASResourceTypes, SASProtocol } from "@azure/storage-blob";
import { QueueServiceClient } from "@azure/storage-queue";
import { ShareServiceClient } from "@azure/storage-file-share";
import { TableClient, AzureNamedKeyCredential } from "@azure/data-tables";
import legacy from "azure-storage";

const account = "devstoreaccount1"; // the emulators' account; its key is public
const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const records = [];
let label = "";
let service = "";

const server = http.createServer((request, response) => {
  const headers = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i];
    if (!/^(host|user-agent|connection|accept.*)$/i.test(name)) headers.push([name, request.rawHeaders[i + 1]]);
  }
  records.push({ name: label, service, now: new Date().toISOString(), method: request.method, target: request.url, headers });
  request.resume();
  response.writeHead(400, { "x-ms-error-code": "Captured" });
  response.end();
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const base = `http://127.0.0.1:${server.address().port}/${account}`;

async function record(of, name, call) {
  [service, label] = [of, name];
  const before = records.length;
  try { await call(); } catch (error) { if (records.length === before) throw error; }
}

const once = { retryOptions: { maxTries: 1, maxRetries: 0 } };
const credential = new StorageSharedKeyCredential(account, key);
const blobs = new BlobServiceClient(base, credential, once);
const container = blobs.getContainerClient("cont");
const conditions = { ifMatch: '"0x1"', ifNoneMatch: '"0x2"', ifModifiedSince: new Date(0), ifUnmodifiedSince: new Date(0), leaseId: "6b0f8a5c-3f0e-4a0c-9e7e-0d8a0a5f3c11" };
await record("blob", "blob: list containers", () => blobs.listContainers({ prefix: "a b+c" }).next());
await record("blob", "blob: create container", () => container.create({ metadata: { ab: "1", a_b: "2", aC: "3  3" } }));
await record("blob", "blob: list blobs", () => container.listBlobsFlat({ prefix: "ü &=+%2F", includeSnapshots: true, includeMetadata: true }).next());
await record("blob", "blob: upload", () => container.getBlockBlobClient("dir/ü b+c%2F?.txt").upload("hello", 5, { conditions, metadata: { k: "v" }, tags: { "a b": "c+d" }, blobHTTPHeaders: { blobContentType: "text/plain; charset=utf-8" } }));
await record("blob", "blob: upload nothing", () => container.getBlockBlobClient("empty").upload("", 0));
await record("blob", "blob: download a range", () => container.getBlobClient("b").download(5, 10, { conditions }));
await record("blob", "blob: put block", () => container.getBlockBlobClient("b").stageBlock("YmxvY2s+Lw==", "data", 4));
await record("blob", "blob: append", () => container.getAppendBlobClient("b").appendBlock("x", 1, { conditions: { appendPosition: 7, maxSize: 90 } }));
await record("blob", "blob: copy", () => container.getBlobClient("b").beginCopyFromURL("https://other.example/c/b?sig=secret"));
await record("blob", "blob: lease", () => container.getBlobClient("b").getBlobLeaseClient().acquireLease(15));
await record("blob", "blob: find by tags", () => blobs.findBlobsByTags(`"a b"='c+d'`).next());

const queues = new QueueServiceClient(base, credential, once);
await record("queue", "queue: send", () => queues.getQueueClient("q").sendMessage("hello", { visibilityTimeout: 5, messageTimeToLive: 60 }));
await record("queue", "queue: delete message", () => queues.getQueueClient("q").deleteMessage("id", "AgAAAAMAAAA+/w=="));
const files = new ShareServiceClient(base, credential, once);
await record("file", "file: create", () => files.getShareClient("s").getDirectoryClient("d ü").getFileClient("f.txt").create(10));
await record("file", "file: upload range", () => files.getShareClient("s").getDirectoryClient("d").getFileClient("f").uploadRange("abc", 0, 3));
const table = new TableClient(base, "t", new AzureNamedKeyCredential(account, key), { allowInsecureConnection: true, ...once });
await record("table", "table lite: insert", () => table.createEntity({ partitionKey: "p", rowKey: "r" }));
await record("table", "table lite: get", () => table.getEntity("p' ü", "r/1"));
await record("table", "table lite: update", () => table.updateEntity({ partitionKey: "p", rowKey: "r", etag: "*" }, "Merge", { etag: `W/"datetime'x'"` }));
await record("table", "table lite: access policy", () => table.getAccessPolicy());

// The clients of the generation before sign tables in the full form.
const call = (start) => new Promise((resolve) => start(() => resolve()));
await record("table", "table full: insert", () => call((done) => legacy.createTableService(account, key, base).insertEntity("people", { PartitionKey: { _: "p" }, RowKey: { _: "r" } }, done)));
await record("table", "table full: query", () => call((done) => legacy.createTableService(account, key, base).queryEntities("people", new legacy.TableQuery().where("PartitionKey eq ?", "p ü"), null, done)));
await record("table", "table full: access policy", () => call((done) => legacy.createTableService(account, key, base).getTableAcl("people", done)));
await record("blob", "older version: create blob", () => call((done) => legacy.createBlobService(account, key, base).createBlockBlobFromText("cont", "a b ü", "text", { metadata: { k: "v" } }, done)));
await record("blob", "older version: list", () => call((done) => legacy.createBlobService(account, key, base).listBlobsSegmentedWithPrefix("cont", "p +", null, done)));
await record("queue", "older version: queue", () => call((done) => legacy.createQueueService(account, key, base).createMessage("jobs", "text", done)));

// Signatures of earlier versions sign fewer fields.
const expiresOn = new Date("2027-06-01T00:00:00Z");
const startsOn = new Date("2026-01-01T00:00:00Z");
function signature(name, target, sas) {
  records.push({ name, service: "blob", now: "2026-11-02T12:00:00Z", method: "GET", target: `/${account}${target}${target.includes("?") ? "&" : "?"}${sas}`, headers: [] });
}
for (const version of ["2015-04-05", "2016-05-31", "2018-03-28", "2018-11-09", "2020-02-10", "2020-12-06", "2024-08-04"]) {
  const common = { containerName: "cont", startsOn, expiresOn, version, protocol: SASProtocol.HttpsAndHttp, ipRange: { start: "192.0.2.1", end: "192.0.2.9" } };
  signature(`service SAS ${version}: blob`, "/cont/dir/%C3%BC%20b",
    generateBlobSASQueryParameters({ ...common, blobName: "dir/ü b", permissions: BlobSASPermissions.parse("racwd"), cacheControl: "no-cache", contentType: "text/plain" }, credential));
  signature(`service SAS ${version}: container`, "/cont?restype=container&comp=list", generateBlobSASQueryParameters({ ...common, permissions: ContainerSASPermissions.parse("rl") }, credential));
  if (version >= "2018-11-09") {
    signature(`service SAS ${version}: snapshot`, "/cont/b?snapshot=2026-10-01T00%3A00%3A00.0000001Z",
      generateBlobSASQueryParameters({ ...common, blobName: "b", snapshotTime: "2026-10-01T00:00:00.0000001Z", permissions: BlobSASPermissions.parse("r") }, credential));
  }
  if (version >= "2020-12-06") {
    signature(`service SAS ${version}: encryption scope`, "/cont/b", generateBlobSASQueryParameters({ ...common, blobName: "b", encryptionScope: "scope", permissions: BlobSASPermissions.parse("r") }, credential));
  }
  signature(`account SAS ${version}`, "/cont/b", generateAccountSASQueryParameters({
    startsOn, expiresOn, version, protocol: SASProtocol.HttpsAndHttp, permissions: AccountSASPermissions.parse("rwdlac"),
    services: AccountSASServices.parse("bqtf").toString(), resourceTypes: AccountSASResourceTypes.parse("sco").toString(),
  }, credential));
}
const oldBlobs = legacy.createBlobService(account, key, base);
signature("service SAS of the older client", "/cont/b", oldBlobs.generateSharedAccessSignature("cont", "b", { AccessPolicy: { Permissions: "r", Start: startsOn, Expiry: expiresOn } }));

server.close();
server.closeAllConnections();
console.log("[\n" + records.map((r) => JSON.stringify(r)).join(",\n") + "\n]");
