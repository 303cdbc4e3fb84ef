package scenario

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Lacks notes that a read lacks something, and what cannot be judged because of it.
func (s *Snapshot) Lacks(operation, respect, want, got string, lost ...Field) {
	s.Flaws = append(s.Flaws, Flaw{Operation: operation, Respect: respect, Want: want, Got: got, Lost: lost})
	s.Relax(lost...)
}

// Contradict notes that a read contradicts another.
func (s *Snapshot) Contradict(operation, respect, format string, args ...any) {
	s.Flaws = append(s.Flaws, Flaw{Operation: operation, Respect: respect, Want: "reads that agree", Got: fmt.Sprintf(format, args...), Fleeting: true})
}

// Agree holds another read's ETag against the one already known.
func (s *Snapshot) Agree(name string, resp Response) {
	if e := resp.Header.Get("ETag"); e != "" && s.Exists && s.ETag != "" && !SameETag(e, s.ETag) {
		s.Contradict(name, string(FieldETag), "the ETag is %s to the first read and %s to %s", s.ETag, e, name)
	}
}

// Forgo takes a read that came to nothing for a flaw, where a snapshot can do without
// it: fields are what only this read shows. Any other error stays one: silence, and
// what is only the weather.
func (s *Snapshot) Forgo(err error, fields ...Field) error {
	f, ok := flawOf(err)
	if !ok {
		return err
	}
	f.Lost = fields
	s.Flaws = append(s.Flaws, f)
	s.Relax(fields...)
	return nil
}

// flawOf is what an answer shows by which a read, or an operation of the set-up, came
// to nothing; false where there was none, or it may come otherwise the next time.
func flawOf(err error) (Flaw, bool) {
	var refused *RefusedError
	var bad *UnreadableError
	switch {
	case errors.As(err, &refused) && !transient(refused.Response.Status, refused.Response.Code):
		status, code := refused.Response.Status, refused.Response.Code
		absent := status == http.StatusNotImplemented || saysUnimplemented(code)
		return Flaw{Operation: refused.Operation, Respect: string(FieldStatus), Want: "success", Got: refused.Response.String(),
			Absent: absent, Silent: absent || status == http.StatusUnauthorized || status == http.StatusForbidden}, true
	case errors.As(err, &bad) && !bad.Broken:
		return Flaw{Operation: bad.Operation, Respect: string(FieldBody), Want: "an answer that can be read", Got: bad.Error()}, true
	}
	return Flaw{}, false
}

// lost finds the flaw because of which nobody could read a field.
func (s *Snapshot) lost(f Field) (Flaw, bool) {
	i := slices.IndexFunc(s.Flaws, func(x Flaw) bool { return slices.Contains(x.Lost, f) })
	if i < 0 {
		return Flaw{}, false
	}
	return s.Flaws[i], true
}

// Unread tells whether a flaw keeps a field from being known.
func (s *Snapshot) Unread(f Field) bool {
	_, lost := s.lost(f)
	return lost
}

// Fleeting tells whether something that ended between two reads may be all that is
// wrong with them.
func (s *Snapshot) Fleeting() bool {
	return slices.ContainsFunc(s.Flaws, func(f Flaw) bool { return f.Fleeting })
}

// SameETag compares two ETags whatever quotes they stand in: that there are some is a
// promise of its own.
func SameETag(a, b string) bool { return bare(a) == bare(b) }

func bare(etag string) string { return strings.Trim(etag, `"`) }
