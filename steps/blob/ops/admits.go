package ops

import (
	"regexp"
	"slices"
	"strconv"

	"ifmatch/steps/scenario"
)

// Admits reports whether the documents have a request performed in this state, as far as that
// depends on the state alone, and not on ETags, dates or the lease.
func (s *State) Admits(operation string, req *Request) bool {
	length := int64(len(s.Content))
	if req.IfTags != nil && !s.tagged(*req.IfTags) {
		return false
	}
	switch operation {
	case "Delete Blob", "Blob Batch of Delete Blob", "Container Batch of Delete Blob":
		return len(s.Snapshots) == 0 || req.DeleteSnapshots != "" // BLOB-CONS-17
	case "Append Block", "Append Block From URL":
		return s.Properties[propSealed] != "true" && // BLOB-SEAL-01
			(req.AppendPos == nil || *req.AppendPos == strconv.FormatInt(length, 10)) &&
			(req.MaxSize == nil || length+int64(len(req.Body)) <= number(*req.MaxSize))
	}
	return s.inSequence(req)
}

// inSequence reports whether the conditions on the sequence number of a page blob hold. // BLOB-SEQ-01
func (s *State) inSequence(req *Request) bool {
	now := number(s.Properties[propSequence])
	return (req.IfSequenceEQ == nil || now == number(*req.IfSequenceEQ)) && (req.IfSequenceLT == nil || now < number(*req.IfSequenceLT)) &&
		(req.IfSequenceLE == nil || now <= number(*req.IfSequenceLE))
}

// equality is the one form of a condition on tags that pairs use.
var equality = regexp.MustCompile(`^"(\w+)"='(\w*)'$`)

func (s *State) tagged(as string) bool {
	m := equality.FindStringSubmatch(as)
	return m != nil && s.Tags[m[1]] == m[2]
}

// Gives reports whether an operation that reads this blob gets it under the condition that it has on its source.
func (s *State) Gives(req *Request) bool {
	return s.Exists && (req.SourceIfMatch == nil || scenario.SameETag(*req.SourceIfMatch, s.ETag))
}

// Misses reports whether the blocks that a list names may be gone: what other requests leave of staged blocks is for
// the cases of those. // BLOB-BLK-05
func (s *State) Misses(req *Request) bool {
	return slices.ContainsFunc(req.BlockList, func(id string) bool {
		return !slices.ContainsFunc(slices.Concat(s.Uncommitted, s.Committed), func(b Block) bool { return b.ID == id })
	})
}

// Overtaken is the state after an act of a pair. It leaves open what is not about the order of requests: whether staged
// blocks outlive what replaces the blob, and for how long a blob remembers that it was copied.
func (s *State) Overtaken(before *State, lacking bool) {
	if len(before.Uncommitted) > 0 && len(s.Uncommitted) == 0 {
		s.Relax(FieldUncommitted)
	}
	if lacking {
		s.Relax(scenario.FieldContent, FieldCommitted)
	}
	if before.Properties[propCopyID] != "" && s.Exists {
		s.Properties[propCopyID], s.Properties[propCopyStatus] = scenario.AnyValue, scenario.AnyValue
	}
}

func number(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64) // a feature names a number
	return n
}
