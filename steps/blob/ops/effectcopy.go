package ops

import (
	"cmp"
	"maps"
	"slices"

	"ifmatch/steps/scenario"
)

// Effects of operations that read another blob. The source itself is only read (BLOB-ETAG-27).
// Its content is known if the operation's own Prepare made it, or if the case gives it in
// Request.SourceState.

// sourced returns the state of the source; if it is unknown, it leaves the copied fields open.
func (s *State) sourced(req Request) *State {
	if req.SourceState == nil {
		s.Relax(scenario.FieldContent, scenario.FieldProperties, FieldPages, FieldCommitted)
		if req.Metadata == nil {
			s.Relax(scenario.FieldMetadata)
		}
	}
	return req.SourceState
}

// afterCopy is the destination of Copy Blob. While the copy is pending, the destination has
// zero length, and its stamp will change again.
// BLOB-ETAG-26
func afterCopy(s *State, req Request, resp scenario.Response) {
	s.replaced(req, resp) // BLOB-COPY-09
	src := s.sourced(req)
	status := resp.Header.Get(propCopyStatus)
	if status != "" && status != "success" {
		s.ETag, s.LastModified = scenario.NewETag, s.NotBefore
		s.Relax(scenario.FieldContent, scenario.FieldProperties, FieldPages, scenario.FieldMetadata, scenario.FieldLastModified)
		return
	}
	if src == nil {
		return
	}
	s.take(src, req)
	s.Properties[propCopyID] = cmp.Or(resp.Header.Get(propCopyID), scenario.AnyValue)
	s.Properties[propCopyStatus] = "success"
}

// afterCopyFromURL is the destination of Copy Blob From URL. Only Copy Blob is documented to
// remember the copy at its destination. Azurite 3.12.0 does not remember it here, and is not
// blamed for that.
func afterCopyFromURL(s *State, req Request, resp scenario.Response) {
	afterCopy(s, req, resp)
	s.Properties[propCopyID], s.Properties[propCopyStatus] = scenario.AnyValue, scenario.AnyValue
}

func afterPutBlobFromURL(s *State, req Request, resp scenario.Response) {
	s.replaced(req, resp)
	if src := s.sourced(req); src != nil {
		s.take(src, req)
		// It is undocumented here whether the destination remembers its copy, and whether it
		// inherits the source's metadata.
		s.Properties[propCopyID], s.Properties[propCopyStatus] = scenario.AnyValue, scenario.AnyValue
		if len(req.Metadata) == 0 {
			s.Relax(scenario.FieldMetadata)
		}
	}
}

// take copies the source's content and properties, and also its metadata unless the request
// names its own.
func (s *State) take(src *State, req Request) {
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
func afterAbortCopy(s *State, _ Request, _ scenario.Response) {
	s.Content, s.Pages = nil, nil
	s.Properties[propCopyStatus] = "aborted"
	s.Relax(scenario.FieldETag, scenario.FieldLastModified)
}

// fromURL is the effect of a write whose body is what the source holds; it leaves fields open if that is unknown.
func fromURL(effect func(*State, Request, scenario.Response), fields ...scenario.Field) func(*State, Request, scenario.Response) {
	return func(s *State, req Request, resp scenario.Response) {
		if src := req.SourceState; src != nil && int64(len(src.Content)) >= req.Count {
			req.Body = src.Content[:cmp.Or(req.Count, int64(len(src.Content)))]
		} else {
			s.Relax(fields...)
		}
		effect(s, req, resp)
	}
}
