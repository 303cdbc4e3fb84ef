package blob

import (
	"bytes"
	"slices"
	"strings"

	"ifmatch/steps/account"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/words"
)

type request = *ops.Request

// text is a term that goes on the wire unchanged.
var text = scenario.TextTerm[request]

// whole is a term that is a whole number.
func whole(key, means string, set func(q request, n int64)) scenario.Term {
	return scenario.ValueTerm(key, "a whole number", means, scenario.ReadNumber, set)
}

// terms are what requests can carry.
func terms() []scenario.Term {
	return slices.Concat(conditions(), lease.Terms(), preconditions(), contents(), searches())
}

func conditions() []scenario.Term {
	const own, source = "a condition on what the request addresses", "a condition on the source of a copy"
	const tags, tier = "a condition on the blob whose tags are set or read, x-ms-blob-if-*", "a condition on the time of the blob's tier, x-ms-access-tier-if-*; the words are those of dates of the blob"
	return append(scenario.Conditions[request](own), []scenario.Term{
		scenario.Condition("source If-Match", "If-Match", "source", source, func(q request) **string { return &q.SourceIfMatch }),
		scenario.Condition("source If-None-Match", "If-None-Match", "source", source, func(q request) **string { return &q.SourceIfNoneMatch }),
		scenario.Condition("source If-Modified-Since", "If-Modified-Since", "source", source, func(q request) **string { return &q.SourceIfModifiedSince }),
		scenario.Condition("source If-Unmodified-Since", "If-Unmodified-Since", "source", source, func(q request) **string { return &q.SourceIfUnmodifiedSince }),
		scenario.Condition("blob If-Match", "If-Match", "", tags, func(q request) **string { return &q.BlobIfMatch }),
		scenario.Condition("blob If-None-Match", "If-None-Match", "", tags, func(q request) **string { return &q.BlobIfNoneMatch }),
		scenario.Condition("blob If-Modified-Since", "If-Modified-Since", "", tags, func(q request) **string { return &q.BlobIfModifiedSince }),
		scenario.Condition("blob If-Unmodified-Since", "If-Unmodified-Since", "", tags, func(q request) **string { return &q.BlobIfUnmodifiedSince }),
		scenario.Condition("tier If-Modified-Since", "If-Modified-Since", "", tier, func(q request) **string { return &q.TierIfModifiedSince }),
		scenario.Condition("tier If-Unmodified-Since", "If-Unmodified-Since", "", tier, func(q request) **string { return &q.TierIfUnmodifiedSince }),
		text("tags condition", "a predicate over index tags", "x-ms-if-tags", func(q request, v string) { q.IfTags = &v }),
		text("source tags condition", "a predicate over index tags", "x-ms-source-if-tags", func(q request, v string) { q.SourceIfTags = &v }),
		lease.IDTerm("source lease id", "x-ms-source-lease-id", func(q lease.Request, id *string) { q.Common().SetHeader("x-ms-source-lease-id", *id) }),
	}...)
}

func preconditions() []scenario.Term {
	const n = "a number of bytes"
	return []scenario.Term{
		text("append position", n, "x-ms-blob-condition-appendpos", func(q request, v string) { q.AppendPos = &v }),
		text("max size", n, "x-ms-blob-condition-maxsize", func(q request, v string) { q.MaxSize = &v }),
		text("sequence number at most", "a number", "x-ms-if-sequence-number-le", func(q request, v string) { q.IfSequenceLE = &v }),
		text("sequence number below", "a number", "x-ms-if-sequence-number-lt", func(q request, v string) { q.IfSequenceLT = &v }),
		text("sequence number exactly", "a number", "x-ms-if-sequence-number-eq", func(q request, v string) { q.IfSequenceEQ = &v }),
		text("sequence action", "update, max or increment", "x-ms-sequence-number-action", func(q request, v string) { q.SequenceAction = v }),
		whole("sequence number", "x-ms-blob-sequence-number", func(q request, n int64) { q.SequenceNumber = &n }),
		whole("size", "the length of a page blob, in bytes", func(q request, n int64) { q.Size = &n }),
	}
}

func contents() []scenario.Term {
	return []scenario.Term{
		text("content", `"text"`, "the body; pages are padded with spaces", func(q request, v string) { q.Body = []byte(words.Unquote(v)) }),
		whole("repeated", "how many times the body has the content that is named before", func(q request, n int64) { q.Body = bytes.Repeat(q.Body, int(n)) }),
		text("block", `"name"`, "the block id; names of up to twelve letters give ids of the same length", func(q request, v string) { q.BlockID = ops.BlockID(words.Unquote(v)) }),
		text("blocks", `"names"`, "the block ids to commit, in this order; content is then that of all blocks together", func(q request, v string) {
			for _, name := range strings.Fields(words.Unquote(v)) {
				q.BlockList = append(q.BlockList, ops.BlockID(name))
			}
		}),
		text("content type", `"type"`, "x-ms-blob-content-type", func(q request, v string) { q.ContentType = words.Unquote(v) }),
		scenario.MetadataTerm[request]("x-ms-meta-*; `nothing` removes all metadata"),
		scenario.ValueTerm("tags", `"key=value"`, "x-ms-tags, or the index tags to set", scenario.ReadPair("tags"),
			func(q request, v [2]string) { q.Tags = map[string]string{v[0]: v[1]} }),
		scenario.ValueTerm("range", "first-last, in bytes", "the range to write or to read", scenario.ReadRange,
			func(q request, r ops.Range) { q.Offset, q.Count = r.Start, r.End-r.Start+1 }),
		scenario.ValueTerm("standard range", "first-last, in bytes", "the Range header, in place of x-ms-range, or in addition to that of a range before it", scenario.ReadRange, func(q request, r ops.Range) {
			if q.Count == 0 {
				q.Offset, q.Count, q.Drop = r.Start, r.End-r.Start+1, append(q.Drop, "x-ms-range")
			}
			q.SetHeader("Range", "bytes="+r.String())
		}),
		text("delete snapshots", "include or only", "x-ms-delete-snapshots", func(q request, v string) { q.DeleteSnapshots = v }),
		scenario.PolicyTerm[request]("policy", `"name", or none`, "rl", func(name string) []string { return []string{name} }),
		scenario.Omits(scenario.NewTerm("copy id", "other, or a GUID", "the copy to abort", scenario.AsText, func(q *scenario.Asking, r request, v string) error {
			if v == "other" {
				v = q.World.GUID()
			}
			r.CopyID = &v
			return nil
		}), func(r request) { r.CopyID = nil }),
		scenario.SourceTerm("source", "the name of a blob of the scenario", "x-ms-copy-source", func(r request, from scenario.Address) { r.Source = new(from.(ops.Address)) }),
		text("public access", "container or blob", "x-ms-blob-public-access", func(q request, v string) { q.Access = v }),
		account.Term(func(q request) *account.Settings { return &q.Settings }),
		scenario.SpellingTerm[request](),
		scenario.VerbTerm[request](),
		scenario.NamesTerm[request](),
		text("expectation", "100-continue", "the Expect header: the client may wait for 100 Continue before it sends the body", func(q request, v string) { q.SetHeader("Expect", v) }),
		text("api version", "a version", "x-ms-version", func(q request, v string) { q.SetHeader("x-ms-version", v) }),
	}
}

// searches are the terms that only batches, searches and comparisons carry.
func searches() []scenario.Term {
	return []scenario.Term{
		text("where", `"expression"`, "the search expression", func(q request, v string) { q.Where = words.Unquote(v) }),
		scenario.NewTerm("previous snapshot", "the name of a snapshot of the scenario, or none", "the snapshot to compare with; none: one that never existed", scenario.AsText,
			func(q *scenario.Asking, r request, v string) error {
				if v == "none" {
					r.PrevSnapshot = nil
					return nil
				}
				return compareWith(q, r, v)
			}),
		whole("requests", "the number of requests in the batch; the others are for blobs that do not exist", func(q request, n int64) { q.Requests = int(n) }),
		scenario.SourceTerm("batched with", "the name of a blob of the scenario", "one more request in the batch, for that blob and without conditions",
			func(r request, other scenario.Address) { r.Beside = &ops.Beside{Resource: other.(ops.Address)} }),
	}
}

func compareWith(q *scenario.Asking, r request, name string) error {
	t, err := q.World.Resources.Named(name)
	if err != nil {
		return err
	}
	r.PrevSnapshot = new(t.Address.(ops.Address).Snapshot)
	return nil
}

// defaults fills in the last copy onto the blob, and what lease operations leave unsaid.
func defaults(q *scenario.Asking) {
	if id := of(q.Resource).copyID; id != "" {
		q.Req.(request).CopyID = &id
	}
	if req, ok := q.Req.(request); ok && q.Resource.Deleted != nil {
		req.Deleted, req.Version = stateOf(q.Resource.Deleted), q.Resource.Version
	}
	if q.World.Resources.Get(perform.SnapshotLabel) != nil && q.Resource.Label != perform.SnapshotLabel {
		_ = compareWith(q, q.Req.(request), perform.SnapshotLabel) // the snapshot exists
	}
	lease.Defaults(q)
}

// finish pads the body to whole pages, and names the source of a copy.
func finish(q *scenario.Asking) {
	if q.Resource.Kind.Word == account.KindWord {
		return // there is nothing to pad or copy
	}
	req := q.Req.(request)
	if n := int64(len(req.Body)); q.Resource.Address.(ops.Address).Kind == ops.PageBlob && n > 0 && n < req.Count {
		// Pages are written whole: spaces fill the rest of the range.
		req.Body = append(req.Body, bytes.Repeat([]byte(" "), int(req.Count-n))...)
	}
	if src := q.World.Resources.Get("source"); req.Source == nil && q.Op.Source && src != nil {
		req.Source = new(src.Address.(ops.Address))
	}
}
