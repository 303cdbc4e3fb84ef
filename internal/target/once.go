package target

import (
	"io"
	"net/http"
)

// once sends each request one time. net/http itself repeats a GET if a kept connection
// breaks before the answer. But Get Messages changes what it reads, and the judge must
// know that an answer was lost.
type once struct{ next http.RoundTripper }

// RoundTrip gives a request without a body an empty one that cannot be rewound, so that
// net/http does not repeat it. This is not visible on the wire.
func (o once) RoundTrip(req *http.Request) (*http.Response, error) {
	switch req.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		if req.Body == nil || req.Body == http.NoBody {
			req = req.WithContext(req.Context()) // do not change the caller's request
			req.Body, req.GetBody, req.ContentLength = nothing{}, nil, 0
			req.TransferEncoding = []string{"identity"} // otherwise net/http might send an empty chunked body
		}
	}
	return o.next.RoundTrip(req)
}

// nothing is an empty body.
type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, io.EOF }
func (nothing) Close() error             { return nil }
