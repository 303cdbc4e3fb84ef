package ops

import (
	"maps"
	"slices"

	"ifmatch/steps/scenario"
)

// Effects of operations that read another blob. The source itself is only read (BLOB-ETAG-27).
// Its content is known if the operation's own Prepare made it, or if the case gives it in
// Request.SourceState.

// sourced returns the known state of the source; if it is unknown, it leaves the copied fields open.
func (s *State) sourced(req Request) (State, bool) {
	if req.SourceState != nil {
		return *req.SourceState, true
	}
	s.Relax(scenario.FieldContent, scenario.FieldProperties, FieldPages, FieldCommitted)
	if req.Metadata == nil {
		s.Relax(scenario.FieldMetadata)
	}
	return State{}, false
}

// afterCopy is the destination of Copy Blob. While the copy is pending, the destination has
// zero length, and its stamp will change again.
// BLOB-ETAG-26
func afterCopy(s State, req Request, resp scenario.Response) State {
	shots := s.Snapshots
	s.replaced(req, resp)
	s.Snapshots = shots // BLOB-COPY-09
	src, known := s.sourced(req)
	status := resp.Header.Get(propCopyStatus)
	if status != "" && status != "success" {
		s.ETag, s.LastModified = scenario.NewETag, s.NotBefore
		s.Relax(scenario.FieldContent, scenario.FieldProperties, FieldPages, scenario.FieldMetadata, scenario.FieldLastModified)
		return s
	}
	if !known {
		return s
	}
	s.take(src, req)
	s.Properties[propCopyID] = resp.Header.Get(propCopyID)
	s.Properties[propCopyStatus] = "success"
	if s.Properties[propCopyID] == "" {
		s.Properties[propCopyID] = scenario.AnyValue
	}
	return s
}

// afterCopyFromURL is the destination of Copy Blob From URL. Only Copy Blob is documented to
// remember the copy at its destination. Azurite 3.12.0 does not remember it here, and is not
// blamed for that.
func afterCopyFromURL(s State, req Request, resp scenario.Response) State {
	s = afterCopy(s, req, resp)
	s.Properties[propCopyID], s.Properties[propCopyStatus] = scenario.AnyValue, scenario.AnyValue
	return s
}

func afterPutBlobFromURL(s State, req Request, resp scenario.Response) State {
	s.replaced(req, resp)
	if src, known := s.sourced(req); known {
		s.take(src, req)
		// It is undocumented here whether the destination remembers its copy, and whether it
		// inherits the source's metadata.
		s.Properties[propCopyID], s.Properties[propCopyStatus] = scenario.AnyValue, scenario.AnyValue
		if len(req.Metadata) == 0 {
			s.Relax(scenario.FieldMetadata)
		}
	}
	return s
}

// take copies the source's content and properties, and also its metadata unless the request
// names its own.
func (s *State) take(src State, req Request) {
	s.Content = slices.Clone(src.Content)
	s.Pages = slices.Clone(src.Pages)
	if len(req.Metadata) == 0 {
		s.Metadata = maps.Clone(src.Metadata)
	}
	if req.ContentType == "" {
		s.Properties[propType] = src.Properties[propType]
	}
	for _, name := range []string{propEncoding, propLanguage, propDisposition, propCache, propSequence, propBlockCount, propSealed} {
		if v, ok := src.Properties[name]; ok {
			s.Properties[name] = v
		}
	}
	if s.at().Kind == AppendBlob && s.Properties[propBlockCount] == "" {
		s.Properties[propBlockCount] = scenario.AnyValue
	}
	if len(src.Committed) > 0 {
		// No document promises how the copy is divided into blocks.
		s.Relax(FieldCommitted)
	}
}

// afterAbortCopy is an empty destination; it is undocumented whether its stamp changes at that
// moment. BLOB-COPY-11, BLOB-ETAG-28
func afterAbortCopy(s State, _ Request, _ scenario.Response) State {
	s.Content, s.Pages = nil, nil
	s.Properties[propCopyStatus] = "aborted"
	s.Relax(scenario.FieldETag, scenario.FieldLastModified)
	return s
}

func afterPutBlockFromURL(s State, req Request, _ scenario.Response) State {
	if req.SourceState == nil {
		s.Relax(FieldUncommitted)
	}
	if src := req.SourceState; src != nil {
		s.stage(Block{req.BlockID, int64(len(src.Content))})
	}
	return s
}

func afterPutPageFromURL(s State, req Request, resp scenario.Response) State {
	s.Restamp(resp)
	s.written()
	s.Pages = scenario.JoinRanges(append(s.Pages, Range{Start: req.Offset, End: req.Offset + req.Count - 1})...)
	if src := req.SourceState; src != nil && int64(len(src.Content)) >= req.Count {
		s.overwrite(req.Offset, src.Content[:req.Count])
	} else {
		s.Relax(scenario.FieldContent)
	}
	return s
}

func afterAppendBlockFromURL(s State, req Request, resp scenario.Response) State {
	if src := req.SourceState; src != nil {
		s.appended(src.Content, resp)
		return s
	}
	s.appended(nil, resp)
	s.Relax(scenario.FieldContent)
	return s
}
