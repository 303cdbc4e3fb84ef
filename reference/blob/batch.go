package blob

import (
	"bytes"
	"io"
	"net/http"
	"net/url"

	"ifmatch/reference/changeset"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
)

// submitBatch is Blob Batch, or Container Batch if it is sent to a container. It deletes blobs or sets tiers. Each
// request has its own credentials, conditions and lease id, and gets its own answer. A batch is not atomic.
// // BLOB-BATCH-01 BLOB-BATCH-02
//
// A batch that is refused as a whole is answered 202 as well. Its only part is the refusal, without a Content-ID, as
// the SDKs expect. // I:azblob ParseBlobBatchResponse
func submitBatch(c *call, w http.ResponseWriter) error {
	body, err := c.Body(c.Rules.Limits.BatchBody)
	if err != nil {
		return err
	}
	var answers []changeset.Answer
	if parts, err := c.batch(body); err != nil {
		alone := c.refusedBatch(err)
		answers = []changeset.Answer{{Alone: &alone}}
	} else {
		for _, p := range parts {
			alone := c.answerPart(p)
			answers = append(answers, changeset.Answer{Alone: &alone})
		}
	}
	kind, text := changeset.Write(answers)
	return frontend.Send(w, http.StatusAccepted, kind, text)
}

// batchPart is one request of a batch.
type batchPart struct {
	request *http.Request
	id      string // Content-ID
}

// batch reads the requests of a batch and checks whether they are allowed in one. // BLOB-BATCH-03
func (c *call) batch(body []byte) ([]batchPart, error) {
	if !c.Has(header.ContentType) {
		return nil, errcode.MissingHeader("Content-Type")
	}
	read, err := changeset.Parse(c.Get(header.ContentType), body)
	switch {
	case err != nil:
		return nil, errcode.New(errcode.InvalidInput)
	case len(read) == 0:
		return nil, errcode.Newf(errcode.InvalidInput, "The batch is empty.")
	case len(read) > c.Rules.Limits.BatchParts:
		return nil, errcode.New(errcode.ExceedsMaxBatchRequestCount)
	}
	parts := make([]batchPart, len(read))
	kind := op.Unrecognized
	for i, p := range read {
		if p.Alone == nil {
			return nil, errcode.Newf(errcode.InvalidInput, "A batch cannot contain another batch.")
		}
		u, err := url.ParseRequestURI(p.Alone.URI)
		if err != nil {
			return nil, errcode.Newf(errcode.InvalidInput, "The URI of a request in the batch cannot be read.")
		}
		parts[i] = batchPart{c.within(p.Alone, u), p.Alone.ID}
		in, err := c.service.Classify(parts[i].request)
		switch {
		case err != nil:
			continue // the request's own answer reports the error
		case in.Op != op.DeleteBlob && in.Op != op.SetBlobTier:
			return nil, errcode.Newf(errcode.InvalidInput, "A batch can contain only Delete Blob or Set Blob Tier, not "+in.Op.String()+".")
		case kind != op.Unrecognized && in.Op != kind:
			return nil, errcode.New(errcode.AllBatchSubRequestsShouldBeSameAPI)
		case c.container != "" && in.container != c.container:
			return nil, errcode.Newf(errcode.InvalidInput, "A request of the batch is for another container than the batch.")
		}
		kind = in.Op
	}
	return parts, nil
}

// within makes an http.Request from a request inside the batch, whose URI has no host.
func (c *call) within(in *changeset.Request, u *url.URL) *http.Request {
	delete(in.Header, header.ContentLength) // a length of zero is not signed
	r := &http.Request{
		Method: in.Method, URL: u, RequestURI: in.URI, Host: c.Request.Host, Header: in.Header, TLS: c.Request.TLS,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, RemoteAddr: c.Request.RemoteAddr,
		Body: io.NopCloser(bytes.NewReader(in.Body)), ContentLength: int64(len(in.Body)),
	}
	if _, err := c.Resource(r.Host, u.Path); err != nil {
		// Microsoft's Python client leaves the account out of these paths, as if the host named the account, and signs
		// them so.
		r.Host = c.Account + "." + r.Host
	}
	return r.WithContext(op.Inside(c.Request.Context(), c.Op))
}

// answerPart executes one request of the batch.
func (c *call) answerPart(p batchPart) changeset.Response {
	w := held.Empty()
	c.service.ServePart(w, p.request, c.Version)
	return changeset.Response{Status: w.Status, Header: w.Header(), Body: w.Body.Bytes(), ID: p.id}
}

// refusedBatch is the only part of the answer to a batch that was refused as a whole.
func (c *call) refusedBatch(err error) changeset.Response {
	w := held.Empty()
	c.service.RefusePart(w, c.Request, err, c.Version)
	return changeset.Response{Status: w.Status, Header: w.Header(), Body: w.Body.Bytes()}
}
