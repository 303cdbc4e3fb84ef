package blob

import (
	"time"

	"ifmatch/reference/condition"
	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
	"ifmatch/reference/lease"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
	"ifmatch/reference/tags"
)

// preconditions are a request's demands on its resource, read before the server looks at the resource. // BLOB-COND-40
type preconditions struct {
	conditions condition.Set
	wildcard   bool // If-None-Match: *
	leaseID    lease.ID
	leased     bool // whether a lease id was given
	tags       *tags.Predicate
}

// preconditions reads the headers that the operation evaluates.
func (c *call) preconditions() (p preconditions, err error) {
	if c.rule.Headers != condition.None {
		p.conditions, err = c.conditions(c.rule.Headers, header.IfMatch, header.IfNoneMatch, hIfModifiedSince, hIfUnmodifiedSince)
	} else if c.rule.BlobHeaders != condition.None && c.Version >= c.Rules.BlobHeadersSince {
		p.conditions, err = c.conditions(c.rule.BlobHeaders, hBlobIfMatch, hBlobIfNoneMatch, hBlobIfModified, hBlobIfUnmodified)
	}
	if err != nil {
		return p, err
	}
	p.wildcard = p.conditions.Wildcard()
	if c.rule.Lease != lease.Unleased {
		if p.leaseID, p.leased, err = c.LeaseID(hLeaseID); err != nil {
			return p, err
		}
	}
	if v := c.Get(hIfTags); v != "" && c.rule.IfTags {
		if p.tags, err = tags.ParsePredicate(v); err != nil {
			return p, errcode.BadHeader("x-ms-if-tags", v)
		}
	}
	return p, nil
}

// conditions reads conditional headers with the given names.
func (c *call) conditions(kinds condition.Kinds, match, noneMatch, modifiedSince, unmodifiedSince string) (condition.Set, error) {
	s, err := condition.Parse(kinds, c.Header[match], c.Header[noneMatch], c.Header[modifiedSince], c.Header[unmodifiedSince])
	if err != nil {
		return s, errcode.Newf(errcode.InvalidHeaderValue, err.Error()+".") // BLOB-COND-19c
	}
	if !c.rule.Reads && !c.Rules.Conditions.CanWrite(s) {
		return s, errcode.New(errcode.MultipleConditionHeadersNotSupported) // BLOB-COND-25 BLOB-COND-26
	}
	return s, nil
}

// check checks a request against a version of a blob, in the order given by the rules. It returns the lease that the
// blob has if the operation succeeds.
func (c *call) check(p *preconditions, b *store.Blob, now time.Time) (l lease.Lease, err error) {
	if b != nil {
		l = b.Lease
	}
	for _, check := range c.Rules.Checks {
		switch check {
		case rules.Existence:
			err = c.exists(b)
		case rules.Copying:
			if b != nil && b.Pending() && !c.rule.DuringCopy {
				err = errcode.New(errcode.PendingCopyOperation) // BLOB-COPY-08 BLOB-USE-54
			}
		case rules.Lease:
			var code errcode.Code
			if l, code = c.Rules.BlobUses.Try(l, c.rule.Lease, p.leaseID, p.leased, now); code != "" {
				err = errcode.New(code)
			}
		case rules.Condition:
			err = c.conditionsHold(p, b, now)
		case rules.Tags:
			if p.tags != nil && (b == nil || !p.tags.Holds(b.Tags)) {
				err = errcode.New(errcode.ConditionNotMet) // BLOB-TAGS-02
			}
		}
		if err != nil {
			return l, err
		}
	}
	return l, nil
}

func (c *call) exists(b *store.Blob) error {
	switch {
	case c.rule.Missing == rules.Creates, b != nil && b.Committed, b != nil && c.rule.Missing == rules.Uncommitted:
		return nil
	}
	return errcode.New(errcode.BlobNotFound) // BLOB-COND-29 BLOB-COND-33 BLOB-COND-35 BLOB-LEASE-20
}

// conditionsHold evaluates the conditional headers against a version of a blob.
func (c *call) conditionsHold(p *preconditions, b *store.Blob, now time.Time) error {
	set := p.conditions
	if set.Present == condition.None {
		return nil
	}
	subject := condition.Subject{}
	switch {
	case b == nil:
	case b.Committed:
		subject = condition.Subject{Exists: true, ETag: b.Stamp.Unquoted(), Modified: b.Stamp.Modified}
	default: // uncommitted blocks have a date, and no tag // BLOB-COND-32b
		if err := c.outcome(set.Without(condition.Match|condition.NoneMatch), condition.Subject{Exists: true, Modified: b.Stamp.Modified}); err != nil {
			return err
		}
		set = set.Without(condition.Dates)
	}
	if p.wildcard && subject.Exists {
		switch c.rule.Wildcard {
		case rules.MustNotExist:
			// After the lease check, a lease id on a locked blob is the right one.
			if holder := p.leased && b.Lease.At(now).State.Locked(); !holder || !c.Rules.WildcardYieldsToLease { // BLOB-COND-43
				return errcode.New(errcode.BlobAlreadyExists) // BLOB-COND-20 BLOB-COND-21
			}
			set = set.Without(condition.NoneMatch)
		case rules.Unsatisfiable:
			return errcode.New(errcode.UnsatisfiableCondition) // BLOB-COND-28
		case rules.Ignored:
			set = set.Without(condition.NoneMatch | condition.ModifiedSince) // BLOB-COND-22
		}
	}
	return c.outcome(set, subject)
}

// plainSince is the first version of the protocol in which no operation has a code of its own for an unmet condition.
// BLOB-COPY-02: azblob 1.4.0 expects TargetConditionNotMet of 2024-08-04, and 1.5.0 ConditionNotMet of 2024-11-04
const plainSince = "2024-11-04"

// outcome evaluates the conditions and returns the refusal, if any.
func (c *call) outcome(set condition.Set, subject condition.Subject) error {
	evaluate := c.Rules.Conditions.ForWrite
	if c.rule.Reads {
		evaluate = c.Rules.Conditions.ForRead
	}
	switch evaluate(set, subject) {
	case condition.Failed:
		if c.rule.Unmet != "" && c.Version < plainSince {
			return errcode.New(c.rule.Unmet)
		}
		return errcode.New(errcode.ConditionNotMet)
	case condition.NotModified:
		return errcode.New(errcode.ConditionNotMet).WithStatus(304) // BLOB-COND-02 BLOB-COND-03
	}
	return nil
}

// update makes a new version of the call's blob, after checking the request against the current one. The change gets
// the current version, and may return it changed, or another one.
func (c *call) update(p *preconditions, change func(old *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error)) (*store.Blob, error) {
	return c.store().UpdateBlob(c.container, c.blob, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		lease, err := c.check(p, old, at.Now)
		if err != nil {
			return nil, err
		}
		var next store.Blob
		if old != nil {
			next = *old
		}
		next.Lease = lease
		return change(old, next, at)
	})
}

// read finds the version of the blob, or of its snapshot, that the call reads, and checks the request against it.
func (c *call) read() (*store.Blob, error) {
	p, err := c.preconditions()
	if err != nil {
		return nil, err
	}
	b, err := c.store().Blob(c.container, c.blob)
	if err != nil {
		return nil, err
	}
	if at := c.Query.Get("snapshot"); at != "" && b != nil {
		b = b.Snapshot(at) // BLOB-COND-36
	}
	_, err = c.check(&p, b, c.Clock.Now())
	return b, err
}

// checkContainer checks a request against a version of a container, and returns the lease as check does. The caller has
// checked that the container exists.
func (c *call) checkContainer(p *preconditions, v *store.Container, now time.Time) (lease.Lease, error) {
	l := v.Lease
	for _, check := range c.Rules.Checks {
		switch check {
		case rules.Lease:
			var code errcode.Code
			if l, code = c.Rules.ContainerUses.Try(l, c.rule.Lease, p.leaseID, p.leased, now); code != "" {
				return l, errcode.New(code)
			}
		case rules.Condition:
			subject := condition.Subject{Exists: true, ETag: v.Stamp.Unquoted(), Modified: v.Stamp.Modified}
			if err := c.outcome(p.conditions, subject); err != nil {
				return l, err
			}
		}
	}
	return l, nil
}
