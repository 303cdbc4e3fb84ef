// Two clients add one to a counter.
import { BlobServiceClient } from "@azure/storage-blob";

const blobs = ["", "_2"].map((n) =>
  BlobServiceClient.fromConnectionString(process.env["AZURE_STORAGE_CONNECTION_STRING" + n]).getContainerClient("work").getBlockBlobClient("counter"));

async function increment(blob) {
  const n = Number(await blob.downloadToBuffer());
  const text = String(n + 1);
  await blob.upload(text, text.length);
}

async function careful(blob) {
  for (;;) {
    try {
      const ifMatch = (await blob.getProperties()).etag;
      const n = Number(await blob.downloadToBuffer(0, undefined, { conditions: { ifMatch } }));
      const text = String(n + 1);
      return await blob.upload(text, text.length, { conditions: { ifMatch } });
    } catch (err) {
      if (err.statusCode !== 412) throw err;
    }
  }
}

await BlobServiceClient.fromConnectionString(process.env.AZURE_STORAGE_CONNECTION_STRING).createContainer("work");
await blobs[0].upload("0", 1);
await Promise.all(blobs.map(process.argv[2] === "careful" ? careful : increment));
