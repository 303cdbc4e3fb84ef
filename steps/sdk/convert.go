package sdk

import (
	"cmp"
	"net/http"
	"strconv"
	"time"

	"ifmatch/steps/scenario"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
)

// The textual values of a request, in the types that SDK methods take. A value that such a type
// cannot reproduce exactly is left out there: Exchange sends it.

// ETag converts an ETag; nil for none.
func ETag(s *string) *azcore.ETag { return (*azcore.ETag)(s) }

// Date is nil if time.Time cannot reproduce the same text.
func Date(s *string) *time.Time {
	return parsed(s, func(text string) (time.Time, error) { return time.Parse(http.TimeFormat, text) })
}

// Number is nil if the text is not a number.
func Number(s *string) *int64 {
	return parsed(s, func(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) })
}

func parsed[T any](s *string, parse func(string) (T, error)) *T {
	if s == nil {
		return nil
	}
	v, err := parse(*s)
	if err != nil {
		return nil
	}
	return &v
}

// Pointers converts metadata into the form that the SDK wants.
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

// Policy is a stored access policy as SDKs want it; a nil field is not stored.
type Policy struct {
	Permission    *string
	Start, Expiry *time.Time
}

// Policies converts stored access policies into an SDK's type T.
func Policies[T any](list []scenario.Policy, as func(id string, p Policy) T) (out []T) {
	for _, p := range list {
		out = append(out, as(p.ID, Policy{Optional(p.Permission), Optional(p.Start), Optional(p.Expiry)}))
	}
	return out
}

// Optional is nil for a zero value, such as an empty text.
func Optional[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}

// Text is the text that s points to, or otherwise if s is nil.
func Text(s *string, otherwise string) string { return *cmp.Or(s, &otherwise) }
