// Plays cases of `ifmatch list cases --json` against a server, with Microsoft's client and none of ifmatch's code:
//
//	node play.mjs cases.json 40
//
// It takes the first 40 whose every sentence it understands. Exit code 1: one was answered differently.
import { readFileSync } from "node:fs";
import { BlobServiceClient } from "@azure/storage-blob";

const [, , file, most] = process.argv;
const service = BlobServiceClient.fromConnectionString(process.env.AZURE_STORAGE_CONNECTION_STRING, { retryOptions: { maxTries: 1 } });
const box = service.getContainerClient(`cases-${Date.now().toString(36)}`);
const id = Object.fromEntries(["A", "B", "C"].map((x, i) => [x, `00000000-0000-4000-8000-00000000000${i}`]));
const etag = (w, word) => ({ current: w.current, stale: w.stale, "*": "*" })[word];
const conditions = (w, t) => ({ conditions: { ifMatch: etag(w, t["If-Match"]), ifNoneMatch: etag(w, t["If-None-Match"]), leaseId: id[t["lease id"]] } });
const lease = (w, t, holder) => w.blob.getBlobLeaseClient(id[t["proposed id"] ?? t["lease id"] ?? holder]);

const create = async (w) => [w.stale, w.current] = [(await w.blob.upload("1", 1)).etag, (await w.blob.upload("2", 1)).etag];
const leased = async (w) => { await create(w); await w.blob.getBlobLeaseClient(id.A).acquireLease(-1); };
const setUps = {
  "block blob does not exist": async () => {}, "block blob exists": create, "blob exists": create, "blob is Leased(A)": leased, "block blob is Leased(A)": leased,
  "blob is Broken(A)": async (w) => { await leased(w); await w.blob.getBlobLeaseClient(id.A).breakLease(0); },
};
const operations = {
  "Put Blob": (w, t) => w.blob.upload("3", 1, conditions(w, t)), "Delete Blob": (w, t) => w.blob.delete(conditions(w, t)),
  "Get Blob Properties": (w, t) => w.blob.getProperties(conditions(w, t)), "Set Blob Metadata": (w, t) => w.blob.setMetadata({ a: "1" }, conditions(w, t)),
  "Set Blob Properties": (w, t) => w.blob.setHTTPHeaders({}, conditions(w, t)), "Snapshot Blob": (w, t) => w.blob.createSnapshot(conditions(w, t)),
  "Lease Blob acquire": (w, t) => lease(w, t).acquireLease(60, conditions(w, t)), "Lease Blob renew": (w, t) => lease(w, t, "A").renewLease(conditions(w, t)),
  "Lease Blob release": (w, t) => lease(w, t, "A").releaseLease(conditions(w, t)), "Lease Blob break": (w, t) => lease(w, t, "A").breakLease(0, conditions(w, t)),
};
const terms = ["If-Match current", "If-Match stale", "If-Match *", "If-None-Match *", "If-None-Match current", "If-None-Match stale", ...["A", "B", "C"].flatMap((x) => [`lease id ${x}`, `proposed id ${x}`])];
const effects = { unchanged: async (w) => (await w.blob.exists()) ? (await w.blob.getProperties()).etag === w.current : !w.current, gone: async (w) => !(await w.blob.exists()), "as asked": () => true };

const understood = (s) => s.setUp ? setUps[`${s.setUp.kind} ${s.setUp.state}`] && !s.setUp.name
  : s.requests ? !s.atOnce && s.requests.every((r) => operations[r.operation] && (r.terms ?? []).every((t) => terms.includes(`${t.key} ${t.words}`)))
  : s.answers ? !s.carries : s.effect?.of === "blob" && effects[s.effect.is];
const outcome = (call) => call.then((r) => ({ status: r._response.status }), (e) => ({ status: e.statusCode, code: e.code ?? e.details?.errorCode }));
const fits = (got, a) => (a.success ? got.status < 300 : got.status === a.status) && (!a.code || a.weak || got.code === a.code);

async function play(c) {
  const w = { blob: box.getBlockBlobClient(c.id) };
  for (const s of c.steps) {
    if (s.setUp) await setUps[`${s.setUp.kind} ${s.setUp.state}`](w);
    for (const r of s.requests ?? []) w.got = await outcome(operations[r.operation](w, Object.fromEntries((r.terms ?? []).map((t) => [t.key, t.words]))));
    for (const set of s.answers ?? []) if (!set.some((a) => fits(w.got, a))) return `${s.text}, but it got ${w.got.status} ${w.got.code ?? ""}`;
    if (s.effect && !(await effects[s.effect.is](w))) return `${s.text}, but it is not`;
  }
}

await box.create();
const cases = JSON.parse(readFileSync(file, "utf8")).filter((c) => !c.open && c.steps.every(understood)).slice(0, Number(most));
const wrong = [];
for (const c of cases) { const why = await play(c); if (why) wrong.push(`${c.id}: ${why}`); }
await box.delete();
console.log([...wrong, `${cases.length - wrong.length} of ${cases.length} cases were answered as promised`].join("\n"));
process.exit(wrong.length ? 1 : 0);
