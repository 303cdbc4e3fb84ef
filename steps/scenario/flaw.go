package scenario

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Lacks records that a read lacks something, and which fields cannot be judged because of it.
func (s *Snapshot) Lacks(operation, respect, want, got string, lost ...Field) {
	s.Flaws = append(s.Flaws, Flaw{Operation: operation, Respect: respect, Want: want, Got: got, Lost: lost})
	s.Relax(lost...)
}

// Contradict records that a read contradicts another.
func (s *Snapshot) Contradict(operation, respect, format string, args ...any) {
	s.Flaws = append(s.Flaws, Flaw{Operation: operation, Respect: respect, Want: "reads that agree", Got: fmt.Sprintf(format, args...), Fleeting: true})
}

// Agree compares another read's ETag with the one already known.
func (s *Snapshot) Agree(name string, resp Response) {
	if e := resp.Header.Get("ETag"); e != "" && s.Exists && s.ETag != "" && !SameETag(e, s.ETag) {
		s.Contradict(name, string(FieldETag), "the ETag is %s in the first read, but %s in %s", s.ETag, e, name)
	}
}

// Forgo treats the failed read of err as a flaw, if a snapshot can do without that read: fields
// are those that only this read shows. Silence and transient answers stay errors.
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

// flawOf is the flaw in the answer with which a read or an operation of the set-up failed. It
// returns false if there was no answer, or if the next answer may be different.
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

// lost finds the flaw because of which a field cannot be read.
func (s *Snapshot) lost(f Field) (Flaw, bool) {
	i := slices.IndexFunc(s.Flaws, func(x Flaw) bool { return slices.Contains(x.Lost, f) })
	if i < 0 {
		return Flaw{}, false
	}
	return s.Flaws[i], true
}

// Unread reports whether a field is unknown because of a flaw.
func (s *Snapshot) Unread(f Field) bool {
	_, lost := s.lost(f)
	return lost
}

// Fleeting reports whether the reads may be wrong only because something ended between two
// of them.
func (s *Snapshot) Fleeting() bool {
	return slices.ContainsFunc(s.Flaws, func(f Flaw) bool { return f.Fleeting })
}

// SameETag compares two ETags regardless of their quotes: that an ETag has quotes is a promise
// of its own.
func SameETag(a, b string) bool { return bare(a) == bare(b) }

func bare(etag string) string { return strings.Trim(etag, `"`) }
