"""A tour of the services with Microsoft's Python clients, as Debian ships them."""
import os
import sys
import uuid
from datetime import datetime, timedelta, timezone

from azure.core import MatchConditions
from azure.core.exceptions import HttpResponseError
from azure.data.tables import TableServiceClient, UpdateMode
from azure.storage.blob import (BlobBlock, BlobClient, BlobSasPermissions, BlobServiceClient, ContainerClient, ContainerSasPermissions, CorsRule,
                                generate_blob_sas, generate_container_sas)
from azure.storage.fileshare import CorsRule as ShareCorsRule, ShareServiceClient
from azure.storage.queue import QueueServiceClient

CONNECTION = os.environ["AZURE_STORAGE_CONNECTION_STRING"]
HOSTILE = ["o'brien & \"sons\" <x>.txt", "tab\tname", "ümläut/日本/🎉.txt", "per%2Fcent +plus?#hash.txt", "trailing space "]
OPTIONS = {"retry_total": 0}


def refused(what, status, code, call):
    try:
        call()
    except HttpResponseError as e:
        got = e.status_code, getattr(e, "error_code", None)
        assert got[0] == status and (code is None or got[1] == code), f"{what}: want {status} {code}, got {got}"
        return
    raise AssertionError(f"{what}: want {status} {code}, got success")


def same(what, got, want):
    assert got == want, f"{what}: want {want!r}, got {got!r}"


def blobs():
    service = BlobServiceClient.from_connection_string(CONNECTION, **OPTIONS)
    container = service.create_container("interop-py-" + str(uuid.uuid4()), metadata={"Owner": "python"})
    same("metadata of the container", container.get_container_properties().metadata, {"Owner": "python"})

    for name in HOSTILE:
        container.upload_blob(name, name.encode(), metadata={"Spelled": "asGiven", "lower": "x"}, tags={"kind": "hostile name"})
        blob = container.get_blob_client(name)
        same(f"content of {name!r}", blob.download_blob().readall(), name.encode())
        same(f"metadata of {name!r}", blob.get_blob_properties().metadata, {"Spelled": "asGiven", "lower": "x"})
        same(f"tags of {name!r}", blob.get_blob_tags(), {"kind": "hostile name"})
    listed = {b.name: b for b in container.list_blobs(include=["metadata", "tags"])}
    same("listed names", sorted(listed), sorted(HOSTILE))
    for b in listed.values():
        same(f"listed metadata of {b.name!r}", b.metadata, {"Spelled": "asGiven", "lower": "x"})
        same(f"listed tags of {b.name!r}", b.tags, {"kind": "hostile name"})
    same("names page by page", sorted(b.name for page in container.list_blobs(results_per_page=2).by_page() for b in page), sorted(HOSTILE))

    blob = container.get_blob_client("conditions")
    first = blob.upload_blob(b"one")["etag"]
    second = blob.upload_blob(b"two", overwrite=True, etag=first, match_condition=MatchConditions.IfNotModified)["etag"]
    assert first != second, "a write changes the ETag"
    refused("write with a stale ETag", 412, "ConditionNotMet",
            lambda: blob.upload_blob(b"lost", overwrite=True, etag=first, match_condition=MatchConditions.IfNotModified))
    refused("create again", 409, "BlobAlreadyExists", lambda: blob.upload_blob(b"no"))
    same("content after refusals", blob.download_blob().readall(), b"two")
    same("a range", blob.download_blob(offset=1, length=1).readall(), b"w")

    lease = blob.acquire_lease(15)
    refused("write without the lease", 412, "LeaseIdMissing", lambda: blob.upload_blob(b"no", overwrite=True))
    blob.upload_blob(b"mine", overwrite=True, lease=lease)
    lease.change(str(uuid.uuid4()))
    lease.renew()
    lease.release()

    blob.stage_block("YQ==", b"a")
    blob.stage_block("Yg==", b"b")
    blob.commit_block_list([BlobBlock("YQ=="), BlobBlock("Yg==")])
    same("blocks", blob.download_blob().readall(), b"ab")
    snapshot = blob.create_snapshot()["snapshot"]
    blob.upload_blob(b"newer", overwrite=True)
    same("a snapshot", container.get_blob_client("conditions", snapshot=snapshot).download_blob().readall(), b"ab")
    refused("delete with snapshots", 409, "SnapshotsPresent", blob.delete_blob)
    blob.delete_blob(delete_snapshots="include")

    log = container.get_blob_client("log")
    log.create_append_blob()
    same("append offset", log.append_block(b"one", appendpos_condition=0)["blob_append_offset"], "0")
    refused("append at 0 again", 412, "AppendPositionConditionNotMet", lambda: log.append_block(b"x", appendpos_condition=0))
    pages = container.get_blob_client("pages")
    pages.create_page_blob(1024)
    pages.upload_page(b"p" * 512, 512, 512)
    same("page ranges", [(r["start"], r["end"]) for r in pages.get_page_ranges()[0]], [(512, 1023)])
    copy = container.get_blob_client("copy")
    copy.start_copy_from_url(log.url)
    same("a copy", copy.download_blob().readall(), b"one")

    key = {"account_key": service.credential.account_key, "expiry": datetime.now(timezone.utc) + timedelta(hours=1)}
    sas = generate_blob_sas(service.account_name, container.container_name, HOSTILE[0], permission=BlobSasPermissions(read=True), **key)
    reader = BlobClient(service.url, container.container_name, HOSTILE[0], credential=sas, **OPTIONS)
    same("read by a signature", reader.download_blob().readall(), HOSTILE[0].encode())
    refused("delete by a signature for reading", 403, "AuthorizationPermissionMismatch", reader.delete_blob)
    sas = generate_container_sas(service.account_name, container.container_name, permission=ContainerSasPermissions(list=True), **key)
    guest = ContainerClient(service.url, container.container_name, credential=sas, **OPTIONS)
    same("list by a signature", sum(1 for _ in guest.list_blobs()), len(HOSTILE) + 3)

    for name in ("batch 1", "batch'2", "batch%3"):
        container.upload_blob(name, b"x")
    held = container.get_blob_client("batch'2").acquire_lease(-1)
    answers = [part.status_code for part in container.delete_blobs("batch 1", "batch'2", "batch%3", raise_on_any_failure=False)]
    same("a batch of deletes, one of them leased", answers, [202, 412, 202])
    same("what it left", [b.name for b in container.list_blobs(name_starts_with="batch")], ["batch'2"])
    held.release()

    service.set_service_properties(cors=[CorsRule(["https://a.example"], ["GET"], max_age_in_seconds=5)])
    same("CORS rules", [r.allowed_origins for r in service.get_service_properties()["cors"]], ["https://a.example"])
    for b in container.list_blobs():
        container.delete_blob(b)
    container.delete_container()


def queues():
    service = QueueServiceClient.from_connection_string(CONNECTION, **OPTIONS)
    queue = service.create_queue("interop-py-" + str(uuid.uuid4()), metadata={"Owner": "python"})
    for text in HOSTILE:
        queue.send_message(text)
    same("peeked", [m.content for m in queue.peek_messages(max_messages=32)], HOSTILE)
    for want in HOSTILE:
        message = queue.receive_message(visibility_timeout=30)
        same("received", message.content, want)
        newer = queue.update_message(message, visibility_timeout=30, content="changed")
        refused("delete by an old receipt", 404, "MessageNotFound", lambda: queue.delete_message(message.id, message.pop_receipt))
        queue.delete_message(newer)
    same("messages left", queue.get_queue_properties().approximate_message_count, 0)
    same("queues", [q.name for q in service.list_queues(include_metadata=True) if q.metadata == {"Owner": "python"}], [queue.queue_name])
    queue.delete_queue()


def tables():
    service = TableServiceClient.from_connection_string(CONNECTION, **OPTIONS)
    table = service.create_table("interoppy" + uuid.uuid4().hex[:8])
    keys = ["o'brien & \"sons\" <x>", "ümläut 日本 🎉", "per%cent +plus"]
    for row in keys:
        table.create_entity({"PartitionKey": "p'q", "RowKey": row, "Count": 1, "At": datetime(2026, 1, 2, tzinfo=timezone.utc), "Blob": b"\x00\x01", "Text": row})
        got = table.get_entity("p'q", row)
        same(f"entity {row!r}", (got["RowKey"], got["Count"], got["Blob"], got["Text"]), (row, 1, b"\x00\x01", row))
        etag = got.metadata["etag"]
        table.update_entity({"PartitionKey": "p'q", "RowKey": row, "Count": 2}, mode=UpdateMode.MERGE, etag=etag, match_condition=MatchConditions.IfNotModified)
        refused("merge with a stale ETag", 412, "UpdateConditionNotSatisfied", lambda: table.update_entity(
            {"PartitionKey": "p'q", "RowKey": row, "Count": 3}, mode=UpdateMode.MERGE, etag=etag, match_condition=MatchConditions.IfNotModified))
    same("queried", sorted(e["RowKey"] for e in table.query_entities("PartitionKey eq @p and Count eq 2", parameters={"p": "p'q"})), sorted(keys))
    table.submit_transaction([("create", {"PartitionKey": "p'q", "RowKey": "t1"}), ("upsert", {"PartitionKey": "p'q", "RowKey": keys[0], "Count": 9})])
    refused("a transaction that fails", 409, None, lambda: table.submit_transaction(
        [("create", {"PartitionKey": "p'q", "RowKey": "t2"}), ("create", {"PartitionKey": "p'q", "RowKey": "t1"})]))
    refused("what it would have made", 404, None, lambda: table.get_entity("p'q", "t2"))
    for e in list(table.list_entities()):
        table.delete_entity(e)
    service.delete_table(table.table_name)


def files():
    service = ShareServiceClient.from_connection_string(CONNECTION, **OPTIONS)
    share = service.create_share("interop-py-" + str(uuid.uuid4()), quota=5, metadata={"owner": "python"})
    folder = share.create_directory("a folder")
    names = ["o'brien & 'sons'.txt", "ümläut 日本.txt", "per%2Fcent +plus#hash.txt"]
    for name in names:
        file = folder.upload_file(name, name.encode(), metadata={"spelled": "asgiven"})
        same(f"content of {name!r}", file.download_file().readall(), name.encode())
        same(f"metadata of {name!r}", file.get_file_properties().metadata, {"spelled": "asgiven"})
    same("listed names", sorted(f.name for f in folder.list_directories_and_files()), sorted(names))

    service.set_service_properties(cors=[ShareCorsRule(["https://a.example"], ["GET"], max_age_in_seconds=5)])
    properties = service.get_service_properties()
    same("CORS rules", [r.allowed_origins for r in properties["cors"]], ["https://a.example"])
    same("SMB Multichannel", properties["protocol"].smb.multichannel.enabled, False)

    file = folder.get_file_client("ranges")
    file.create_file(1024)
    first = file.get_file_properties().etag
    file.upload_range(b"r" * 512, offset=512, length=512)
    assert file.get_file_properties().etag != first, "a write of a range changes the ETag"
    same("ranges", [(r["start"], r["end"]) for r in file.get_ranges()], [(512, 1023)])
    lease = file.acquire_lease()
    refused("write without the lease", 412, "LeaseIdMissing", lambda: file.upload_range(b"x" * 512, offset=0, length=512))
    file.upload_range(b"x" * 512, offset=0, length=512, lease=lease)
    refused("delete without the lease", 412, "LeaseIdMissing", file.delete_file)
    lease.release()
    refused("delete a folder that is not empty", 409, "DirectoryNotEmpty", folder.delete_directory)

    snapshot = share.create_snapshot()["snapshot"]
    for f in list(folder.list_directories_and_files()):
        folder.delete_file(f.name)
    folder.delete_directory()
    kept = service.get_share_client(share.share_name, snapshot=snapshot).get_directory_client("a folder")
    same("what a snapshot keeps", len(list(kept.list_directories_and_files())), len(names) + 1)
    held = share.acquire_lease(lease_duration=15)
    refused("delete a leased share", 412, "LeaseIdMissing", lambda: share.delete_share(delete_snapshots=True))
    held.release()
    share.delete_share(delete_snapshots=True)


if __name__ == "__main__":
    {"blob": blobs, "queue": queues, "table": tables, "file": files}[sys.argv[1]]()
    print("everything answers as promised")
