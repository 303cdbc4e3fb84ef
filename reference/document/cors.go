package document

import (
	"slices"
	"strings"

	"ifmatch/reference/errcode"
)

// CORS lists what scripts of other origins may do.
type CORS struct {
	Rules []CORSRule `xml:"CorsRule"`
}

// CORSRule is one such permission. The lists are separated by commas. * stands for all origins; at the end of a
// header's name it stands for all names with that prefix.
type CORSRule struct {
	AllowedOrigins, AllowedMethods string
	MaxAgeInSeconds                int
	ExposedHeaders, AllowedHeaders string
}

// AllowsAll reports whether the rule applies to every origin.
func (r *CORSRule) AllowsAll() bool { return slices.Contains(entries(r.AllowedOrigins), "*") }

// Allows reports whether the rule applies to an origin and a method. Origins are case-sensitive. Without an origin only
// a rule for all origins applies.
func (r *CORSRule) Allows(origin, method string) bool {
	if !slices.Contains(entries(r.AllowedMethods), method) {
		return false
	}
	return slices.ContainsFunc(entries(r.AllowedOrigins), func(allowed string) bool {
		scheme, domain, wild := strings.Cut(allowed, "://*.")
		return allowed == "*" || origin != "" && (allowed == origin ||
			wild && strings.HasPrefix(origin, scheme+"://") && strings.HasSuffix(origin, "."+domain))
	})
}

// Limits of CORS rules. // D:CORS support for Azure Storage
const (
	maxRules    = 5
	maxCORS     = 2048 // bytes of all rules, tags not counted
	maxEntry    = 256  // bytes of an origin or of a header's name
	maxLiterals = 64
	maxPrefixes = 2
)

var corsMethods = []string{"DELETE", "GET", "HEAD", "MERGE", "PATCH", "POST", "OPTIONS", "PUT"}

// check refuses rules that a service does not accept.
func (c *CORS) check() error {
	if len(c.Rules) > maxRules {
		return badCORS("There are at most five CORS rules.")
	}
	size := 0
	for i := range c.Rules {
		r := &c.Rules[i]
		size += len(r.AllowedOrigins) + len(r.AllowedMethods) + len(r.ExposedHeaders) + len(r.AllowedHeaders)
		if err := r.check(); err != nil {
			return err
		}
	}
	if size > maxCORS {
		return badCORS("The CORS rules are larger than 2 KiB.")
	}
	return nil
}

func (r *CORSRule) check() error {
	origins, methods := entries(r.AllowedOrigins), entries(r.AllowedMethods)
	switch {
	case len(origins) == 0:
		return badCORS("A CORS rule allows no origin.")
	case len(methods) == 0:
		return badCORS("A CORS rule allows no method.")
	case r.MaxAgeInSeconds < 0:
		return badCORS("MaxAgeInSeconds is less than 0.")
	}
	for _, m := range methods {
		if !slices.Contains(corsMethods, m) {
			return badCORS("A CORS rule allows a method that the services do not have.")
		}
	}
	for _, origin := range origins {
		if len(origin) > maxEntry {
			return badCORS("An origin of a CORS rule is longer than 256 characters.")
		}
	}
	for _, list := range []string{r.ExposedHeaders, r.AllowedHeaders} {
		literals, prefixes := 0, 0
		for _, name := range entries(list) {
			switch {
			case len(name) > maxEntry:
				return badCORS("A header of a CORS rule is longer than 256 characters.")
			case strings.HasSuffix(name, "*"):
				prefixes++
			default:
				literals++
			}
		}
		if literals > maxLiterals || prefixes > maxPrefixes {
			return badCORS("A CORS rule lists more than 64 headers or more than two prefixes of headers.")
		}
	}
	return nil
}

func badCORS(message string) error { return errcode.Newf(errcode.InvalidXMLDocument, message) }

// entries returns the parts of a list that are not empty.
func entries(list string) (out []string) {
	for e := range strings.SplitSeq(list, ",") {
		if e = strings.TrimSpace(e); e != "" {
			out = append(out, e)
		}
	}
	return out
}
