package file

import (
	"errors"
	"slices"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

type request = *Request

// text is a term that goes on the wire unchanged.
func text(key, values, means string, field func(q request) **string) scenario.Term {
	return scenario.TextTerm(key, values, means, func(q request, v string) { *field(q) = &v })
}

// terms are what requests can carry.
func terms() []scenario.Term {
	const refused = "the header; the service refuses every request that has it"
	return slices.Concat(scenario.Conditions[request](refused), lease.Terms(), []scenario.Term{
		scenario.TextTerm("content", `"text"`, "the body, padded with spaces to whole blocks of 512 bytes", func(q request, v string) { q.Body = blocks(words.Unquote(v)) }),
		scenario.MetadataTerm[request]("x-ms-meta-*; `nothing` removes all metadata"),
		scenario.TextTerm("content type", `"type"`, "x-ms-content-type", func(q request, v string) { q.ContentType = words.Unquote(v) }),
		scenario.ValueTerm("size", "a number of bytes", "the length of a file that is created or resized", scenario.ReadNumber,
			func(q request, n int64) { q.Size = &n }),
		scenario.ValueTerm("range", "first-last, in bytes", "the range to write, to clear or to read", scenario.ReadRange,
			func(q request, r Range) { q.Offset, q.Count = r.Start, r.End-r.Start+1 }),
		scenario.ValueTerm("standard range", "first-last, in bytes", "the Range header, in place of x-ms-range, or in addition to that of a range before it", scenario.ReadRange, func(q request, r Range) {
			if q.Count == 0 {
				q.Offset, q.Count, q.Drop = r.Start, r.End-r.Start+1, append(q.Drop, "x-ms-range")
			}
			q.SetHeader("Range", "bytes="+r.String())
		}),
		text("attributes", "ReadOnly, None ...", "x-ms-file-attributes", func(q request) **string { return &q.Attributes }),
		scenario.ValueTerm("quota", "a number of GiB", "x-ms-share-quota", scenario.ReadNumber, func(q request, n int64) { q.Quota = new(int32(n)) }),
		scenario.TextTerm("last write time", "a time", "x-ms-file-last-write-time", func(q request, v string) { q.SetHeader("x-ms-file-last-write-time", v) }),
		text("timeout", "a number of seconds", "the timeout parameter of Put Range: how long the service may try", func(q request) **string { return &q.Timeout }),
		text("delete snapshots", "include or include-leased", "x-ms-delete-snapshots", func(q request) **string { return &q.DeleteSnapshots }),
		scenario.PolicyTerm[request]("policy", `"name", or none`, "rl", func(name string) []string { return []string{name} }),
		scenario.SpellingTerm[request](),
		scenario.VerbTerm[request](),
		lease.IDTerm("source lease id", "x-ms-source-lease-id", func(q lease.Request, id *string) { q.(request).SourceLeaseID = id }),
		lease.IDTerm("destination lease id", "x-ms-destination-lease-id", func(q lease.Request, id *string) { q.(request).DestinationLeaseID = id }),
		scenario.SourceTerm("source", "the name of a file of the scenario", "x-ms-file-rename-source or x-ms-copy-source", func(q request, from scenario.Address) { q.Source = new(from.(Address)) }),
		text("replace if exists", "true or false", "x-ms-file-rename-replace-if-exists", func(q request) **string { return &q.ReplaceIfExists }),
		scenario.NewTerm("ignore read-only", "true or false", "x-ms-file-rename-ignore-readonly or x-ms-file-copy-ignore-readonly", scenario.AsText,
			func(q *scenario.Asking, r request, v string) error {
				does := "rename"
				if q.Op.Name == "Copy File" {
					does = "copy"
				}
				r.SetHeader("x-ms-file-"+does+"-ignore-readonly", v)
				return nil
			}),
		scenario.NewTerm("handle", "an id, *, or the first listed", "x-ms-handle-id, by default *; the first listed: the first that the last List Handles returned", scenario.AsText,
			func(q *scenario.Asking, r request, v string) (err error) {
				if v == firstListed {
					v, err = listedFirst(q.Actor)
				}
				r.HandleID = &v
				return err
			}),
		text("recursive", "true or false", "x-ms-recursive", func(q request) **string { return &q.Recursive }),
		text("max results", "a number", "maxresults of a list", func(q request) **string { return &q.MaxResults }),
	})
}

const firstListed = "first listed"

// listedFirst is the id of the first handle in the last list that a client saw.
func listedFirst(a *scenario.Actor) (string, error) {
	if a.Last == nil || a.Last.Op.Name != handleList {
		return "", verdict.Miswritten("%s has listed no handles", a.Name)
	}
	list, err := parse(handleList, a.Last.Resp.Body)
	if err == nil && len(list.Handles) == 0 {
		err = errors.New("the list is empty")
	}
	if err != nil {
		return "", verdict.Blocked("choose a handle", err)
	}
	return list.Handles[0].ID, nil
}
