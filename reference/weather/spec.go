package weather

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/operation"
)

// Spec says which share of the requests is disturbed, and how. The zero Spec disturbs nothing.
type Spec struct {
	Seed  uint64 // decides, together with the number of a request, what happens to it
	Rules []Rule
}

// Rule says to which share of the requests for some operations one kind happens.
type Rule struct {
	Kind  Kind
	Share float64       // share of the requests to which it applies, 0 to 1
	Held  time.Duration // how long something is held back; 0: the kind's default
	Of    string        // names of operations, as a pattern of path.Match: "Put *"; empty: all
}

// Forms explains how a Spec is written.
const Forms = "5% of everything that may happen to a client, or KIND=SHARE[:DURATION][@OPERATION], separated by commas: lose-answer=2%@Put Blob,stall=1%:300ms,seed=7"

// limit is the longest time for which anything may be held back.
const limit = time.Hour

// Parse reads a Spec in the syntax of Forms, for example
//
//	5%
//	lose-answer=2%@Put Blob, busy=10%@Lease Blob *, stall=1%:300ms, seed=7
//
// A share alone is spread evenly over the kinds that every client meets sooner or later. Silence, broken leases and
// discarded blocks must be named. The shares of one operation may add up to at most 100 %.
func Parse(text string) (Spec, error) {
	var s Spec
	for clause := range strings.SplitSeq(text, ",") {
		if err := s.add(strings.TrimSpace(clause)); err != nil {
			return Spec{}, fmt.Errorf("read the weather %q: %w", text, err)
		}
	}
	if err := s.Check(); err != nil {
		return Spec{}, fmt.Errorf("read the weather %q: %w", text, err)
	}
	return s, nil
}

// add reads one clause.
func (s *Spec) add(clause string) error {
	clause, of, limited := strings.Cut(clause, "@")
	of = strings.TrimSpace(of)
	if limited && of == "" {
		return errors.New("an @ must be followed by the name of an operation")
	}
	name, value, named := strings.Cut(clause, "=")
	name = strings.TrimSpace(name)
	if !named {
		share, err := parseShare(name)
		if err != nil {
			return err
		}
		return s.spread(share, of)
	}
	if name == "seed" {
		seed, err := strconv.ParseUint(strings.TrimSpace(value), 10, 64)
		if err != nil || limited {
			return fmt.Errorf("%q is not a seed; a seed is a number: seed=7", strings.TrimSpace(value))
		}
		s.Seed = seed
		return nil
	}
	k, err := ParseKind(name)
	if err != nil {
		return err
	}
	share, held, timed := strings.Cut(value, ":")
	r := Rule{Kind: k, Of: of}
	if r.Share, err = parseShare(strings.TrimSpace(share)); err != nil {
		return err
	}
	if timed {
		if r.Held, err = time.ParseDuration(strings.TrimSpace(held)); err != nil || r.Held <= 0 {
			return fmt.Errorf("%q is not a duration above zero; write for instance 300ms", strings.TrimSpace(held))
		}
	}
	s.Rules = append(s.Rules, r)
	return nil
}

// spread adds rules that divide a share among the common kinds.
func (s *Spec) spread(share float64, of string) error {
	var common []Kind
	for _, k := range Kinds() {
		if forms[k].common {
			common = append(common, k)
		}
	}
	for _, k := range common {
		if (Rule{Kind: k, Of: of}).matches() {
			s.Rules = append(s.Rules, Rule{Kind: k, Share: share / float64(len(common)), Of: of})
		}
	}
	if _, err := path.Match(of, ""); err != nil || !matchesAny(of) {
		return unknownOperation(of)
	}
	return nil
}

// parseShare reads 5% or 0.05.
func parseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, fmt.Errorf("%q is not a share; write 5%% or 0.05", text)
	}
	return share, nil
}

// Check returns an error that explains what is wrong with a Spec that was not made by Parse, or nil.
func (s Spec) Check() error {
	for _, r := range s.Rules {
		switch {
		case r.Kind == Clear || r.Kind >= kinds:
			return fmt.Errorf("%s is not a kind of weather", r.Kind)
		case !(r.Share >= 0 && r.Share <= 1):
			return fmt.Errorf("%s: the share must be from 0 to 1, and is %v", r.Kind, r.Share)
		case r.Held < 0 || r.Held > limit:
			return fmt.Errorf("%s: cannot hold back for %s; at most %s", r.Kind, r.Held, limit)
		case r.Held > 0 && r.Kind.Held() == 0:
			return fmt.Errorf("%s holds nothing back, so it takes no duration", r.Kind)
		}
		if _, err := path.Match(r.Of, ""); err != nil || !matchesAny(r.Of) {
			return unknownOperation(r.Of)
		}
		if !r.matches() {
			return fmt.Errorf("%s cannot happen to %s", r.Kind, r.Of)
		}
	}
	for o := range operation.Operation(operation.Count) {
		sum := 0.0
		for _, r := range s.Rules {
			if r.about(o) {
				sum += r.Share
			}
		}
		if sum > 1+1e-9 { // rounding: ten tenths are not exactly one
			return fmt.Errorf("the shares of %s add up to %.4g %%, which is more than 100 %%", o, sum*100)
		}
	}
	return nil
}

func unknownOperation(of string) error {
	return fmt.Errorf("%q is not the name of an operation; names are Microsoft's, with * for any part: Put Blob, Lease Blob *", of)
}

func matchesAny(of string) bool {
	for o := range operation.Operation(operation.Count) {
		if named(of, o) {
			return true
		}
	}
	return false
}

// named reports whether a pattern of a rule matches an operation.
func named(of string, o operation.Operation) bool {
	found, err := path.Match(of, o.String())
	return of == "" || err == nil && found
}

// about reports whether a rule applies to an operation.
func (r Rule) about(o operation.Operation) bool { return r.Kind.Applies(o) && named(r.Of, o) }

// matches reports whether a rule applies to any operation at all.
func (r Rule) matches() bool {
	for o := range operation.Operation(operation.Count) {
		if r.about(o) {
			return true
		}
	}
	return false
}

// String returns the Spec in the syntax that Parse reads.
func (s Spec) String() string {
	var parts []string
	for _, r := range s.Rules {
		text := r.Kind.String() + "=" + strconv.FormatFloat(r.Share, 'g', -1, 64)
		if r.Held > 0 {
			text += ":" + r.Held.String()
		}
		if r.Of != "" {
			text += "@" + r.Of
		}
		parts = append(parts, text)
	}
	if s.Seed != 0 || len(parts) == 0 {
		parts = append(parts, "seed="+strconv.FormatUint(s.Seed, 10))
	}
	return strings.Join(parts, ",")
}

// Transient reports whether a retry overcomes everything in the Spec.
func (s Spec) Transient() bool {
	for _, r := range s.Rules {
		if !r.Kind.Transient() && r.Share > 0 {
			return false
		}
	}
	return true
}
