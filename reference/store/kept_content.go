package store

// ContentChange is how a content differs from another one, in the form that a journal keeps.
type ContentChange struct {
	Size  int64
	Parts splice
}

// Change returns how the content differs from an older one, and the data that the older one does not have.
func (c Content) Change(old Content) (ContentChange, [][]byte) {
	s, data := segmentPieces.differ(old.segments, c.segments, segmentData)
	return ContentChange{c.size, s}, data
}

// Changed returns the content that differs from this one as told. It takes the data from the beginning of data, and
// returns the rest.
func (c Content) Changed(by ContentChange, data []byte) (Content, []byte, error) {
	segments, rest, err := segmentPieces.apply(by.Parts, c.segments, segmentData, data)
	if err != nil {
		return Content{}, nil, err
	}
	end := int64(0)
	for _, s := range segments {
		if s.at < end {
			return Content{}, nil, errSplice
		}
		end = s.end()
	}
	if end > by.Size {
		return Content{}, nil, errSplice
	}
	return Content{by.Size, segments}, rest, nil
}

func segmentData(dropped []segment) [][]byte {
	var known [][]byte
	for _, s := range dropped {
		known = append(known, s.data)
	}
	return known
}
