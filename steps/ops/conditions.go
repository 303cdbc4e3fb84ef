package ops

import (
	"net/http"
	"strconv"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"
)

// Conditions go through the SDK's typed options where those can say them, as a
// user of the SDK would send them. exchange.fill then makes sure that the exact
// text arrives: a date that is none, a container's If-Match.

func (q Request) modified() *blob.ModifiedAccessConditions {
	return &blob.ModifiedAccessConditions{
		IfMatch: etag(q.IfMatch), IfNoneMatch: etag(q.IfNoneMatch),
		IfModifiedSince: date(q.IfModifiedSince), IfUnmodifiedSince: date(q.IfUnmodifiedSince),
		IfTags: q.IfTags,
	}
}

func (q Request) lease() *blob.LeaseAccessConditions {
	return &blob.LeaseAccessConditions{LeaseID: q.LeaseID}
}

// access is both, in the type that blobs and containers share.
func (q Request) access() *blob.AccessConditions {
	return &blob.AccessConditions{LeaseAccessConditions: q.lease(), ModifiedAccessConditions: q.modified()}
}

// tagAccess is what the operations on tags take. Their SDK methods would turn an
// If-Match into x-ms-blob-if-match, which is another header.
func (q Request) tagAccess() *blob.AccessConditions {
	return &blob.AccessConditions{
		LeaseAccessConditions:    q.lease(),
		ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfTags: q.IfTags},
	}
}

func (q Request) source() *blob.SourceModifiedAccessConditions {
	return &blob.SourceModifiedAccessConditions{
		SourceIfMatch: etag(q.SourceIfMatch), SourceIfNoneMatch: etag(q.SourceIfNoneMatch),
		SourceIfModifiedSince: date(q.SourceIfModifiedSince), SourceIfUnmodifiedSince: date(q.SourceIfUnmodifiedSince),
		SourceIfTags: q.SourceIfTags,
	}
}

func (q Request) sequence() *pageblob.SequenceNumberAccessConditions {
	return &pageblob.SequenceNumberAccessConditions{
		IfSequenceNumberLessThanOrEqualTo: number(q.IfSequenceLE),
		IfSequenceNumberLessThan:          number(q.IfSequenceLT),
		IfSequenceNumberEqualTo:           number(q.IfSequenceEQ),
	}
}

func (q Request) position() *appendblob.AppendPositionAccessConditions {
	return &appendblob.AppendPositionAccessConditions{AppendPosition: number(q.AppendPos), MaxSize: number(q.MaxSize)}
}

func etag(s *string) *azcore.ETag {
	if s == nil {
		return nil
	}
	e := azcore.ETag(*s)
	return &e
}

// date is nil for what time.Time cannot carry back to the same text.
func date(s *string) *time.Time {
	if s == nil {
		return nil
	}
	t, err := time.Parse(http.TimeFormat, *s)
	if err != nil {
		return nil
	}
	return &t
}

func number(s *string) *int64 {
	if s == nil {
		return nil
	}
	n, err := strconv.ParseInt(*s, 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

// pointers gives metadata the shape that the SDK wants.
func pointers(m map[string]string) map[string]*string {
	if m == nil {
		return nil
	}
	out := make(map[string]*string, len(m))
	for k, v := range m {
		out[k] = &v
	}
	return out
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
