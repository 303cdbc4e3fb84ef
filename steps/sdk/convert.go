package sdk

import (
	"net/http"
	"strconv"
	"time"

	"ifmatch/steps/scenario"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
)

// What a request says as text, in the types that SDK methods take. What such a type
// cannot carry back to the same text is left out there: Exchange sends it exactly.

// ETag is nil for none.
func ETag(s *string) *azcore.ETag {
	if s == nil {
		return nil
	}
	e := azcore.ETag(*s)
	return &e
}

// Date is nil for what time.Time cannot carry back to the same text.
func Date(s *string) *time.Time {
	if s == nil {
		return nil
	}
	t, err := time.Parse(http.TimeFormat, *s)
	if err != nil {
		return nil
	}
	return &t
}

// Number is nil for what is no number.
func Number(s *string) *int64 {
	if s == nil {
		return nil
	}
	n, err := strconv.ParseInt(*s, 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

// Pointers gives metadata the shape that the SDK wants.
func Pointers(m map[string]string) map[string]*string {
	if m == nil {
		return nil
	}
	out := make(map[string]*string, len(m))
	for k, v := range m {
		out[k] = &v
	}
	return out
}

// Policy is a stored access policy as SDKs want it; nil is not stored.
type Policy struct {
	Permission    *string
	Start, Expiry *time.Time
}

// Policies are stored access policies as an SDK has them in its type T.
func Policies[T any](list []scenario.Policy, as func(id string, p Policy) T) (out []T) {
	for _, p := range list {
		q := Policy{Permission: Optional(p.Permission)}
		if !p.Start.IsZero() {
			q.Start = &p.Start
		}
		if !p.Expiry.IsZero() {
			q.Expiry = &p.Expiry
		}
		out = append(out, as(p.ID, q))
	}
	return out
}

// Optional is nil for the empty text.
func Optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Text is what s points to, or otherwise.
func Text(s *string, otherwise string) string {
	if s == nil {
		return otherwise
	}
	return *s
}
