package steps

import (
	"bytes"
	"net/http"
	"strings"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// request turns the words of a request cell into what goes on the wire, as a
// client a that addresses t sees it.
func (w *world) request(a *actor, op ops.Operation, t *thing, words string) (ops.Request, error) {
	if words == "" {
		words = "nothing"
	}
	terms, err := cell.ParseRequest(words)
	if err != nil {
		return ops.Request{}, miswritten("%v", err)
	}
	req := ops.Request{Header: http.Header{}}
	w.defaults(op, t, &req)
	w.messageDefaults(a, op, t, &req)
	for _, term := range terms {
		if err := w.apply(a, t, &req, term); err != nil {
			return req, err
		}
	}
	if n := int64(len(req.Body)); t != nil && t.res.Kind == ops.PageBlob && n > 0 && n < req.Count {
		// Pages are written whole: words fill the range.
		req.Body = append(req.Body, bytes.Repeat([]byte(" "), int(req.Count-n))...)
	}
	if req.Source == nil && op.Source {
		if src, ok := w.things["source"]; ok {
			req.Source = &src.res
		}
	}
	return req, nil
}

// defaults fills in what a sentence may leave unsaid: the lease operations name
// lease A, and an acquire asks for 60 seconds.
func (w *world) defaults(op ops.Operation, t *thing, req *ops.Request) {
	if t != nil && t.copyID != "" {
		req.CopyID = &t.copyID
	}
	switch {
	case strings.HasSuffix(op.Name, " acquire"):
		req.ProposedID, req.Duration = ptr(w.leases["A"]), ptr("60")
	case strings.HasSuffix(op.Name, " change"):
		req.LeaseID, req.ProposedID = ptr(w.leases["A"]), ptr(w.leases["B"])
	case strings.HasSuffix(op.Name, " renew"), strings.HasSuffix(op.Name, " release"):
		req.LeaseID = ptr(w.leases["A"])
	}
}

// apply puts one term into the request.
func (w *world) apply(a *actor, t *thing, req *ops.Request, term cell.Term) error {
	v := term.Value
	if term.No {
		return leaveOut(req, term.Key)
	}
	switch term.Key {
	case "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since":
		return w.condition(a, t, term.Key, v, map[string]**string{"If-Match": &req.IfMatch, "If-None-Match": &req.IfNoneMatch,
			"If-Modified-Since": &req.IfModifiedSince, "If-Unmodified-Since": &req.IfUnmodifiedSince})
	case "source If-Match", "source If-None-Match", "source If-Modified-Since", "source If-Unmodified-Since":
		src, err := w.thing("source")
		if err != nil {
			return err
		}
		return w.condition(a, src, strings.TrimPrefix(term.Key, "source "), v, map[string]**string{"If-Match": &req.SourceIfMatch,
			"If-None-Match": &req.SourceIfNoneMatch, "If-Modified-Since": &req.SourceIfModifiedSince, "If-Unmodified-Since": &req.SourceIfUnmodifiedSince})
	case "tags condition":
		req.IfTags = &v
	case "source tags condition":
		req.SourceIfTags = &v
	case "lease id":
		return w.leaseID(a, t, v, &req.LeaseID)
	case "source lease id":
		var id *string
		if err := w.leaseID(a, t, v, &id); err != nil {
			return err
		}
		req.Header.Set("x-ms-source-lease-id", *id)
	case "proposed id":
		return w.leaseID(a, t, v, &req.ProposedID)
	case "duration":
		if v == "infinite" {
			v = "-1"
		}
		req.Duration = &v
	case "break period":
		req.BreakPeriod = &v
	case "lease action":
		req.Header.Set("x-ms-lease-action", v)
	case "append position":
		req.AppendPos = &v
	case "max size":
		req.MaxSize = &v
	case "sequence number at most":
		req.IfSequenceLE = &v
	case "sequence number below":
		req.IfSequenceLT = &v
	case "sequence number exactly":
		req.IfSequenceEQ = &v
	case "sequence action":
		req.SequenceAction = v
	case "sequence number":
		return number(v, &req.SequenceNumber)
	case "size":
		return number(v, &req.Size)
	case "content":
		req.Body = []byte(unquote(v))
	case "content type":
		req.ContentType = unquote(v)
	case "metadata":
		if v == "none" || v == "minimal" || v == "full" {
			req.MetadataLevel = v // of entities
			return nil
		}
		if v == "nothing" {
			req.Metadata = map[string]string{} // takes away what there is
			return nil
		}
		key, value, ok := strings.Cut(unquote(v), "=")
		if !ok {
			return miswritten("metadata %q is not of the form key=value", v)
		}
		req.Metadata = map[string]string{key: value}
	case "tags":
		key, value, ok := strings.Cut(unquote(v), "=")
		if !ok {
			return miswritten("tags %q are not of the form key=value", v)
		}
		req.Tags = map[string]string{key: value}
	case "range":
		return byteRange(v, req)
	case "delete snapshots":
		req.DeleteSnapshots = v
	case "policy":
		return w.policy(t, v, req)
	case "copy id":
		req.CopyID = ptr(map[bool]string{true: w.guid(), false: v}[v == "other"])
	case "source":
		src, err := w.thing(v)
		if err != nil {
			return err
		}
		req.Source = &src.res
	case "api version":
		req.Header.Set("x-ms-version", v)
	default:
		if done, err := w.applyToMessages(a, t, req, term); done {
			return err
		}
		return w.applyToRows(a, t, req, term)
	}
	return nil
}

func leaveOut(req *ops.Request, key string) error {
	switch key {
	case "lease id":
		req.LeaseID = nil
		req.Drop = append(req.Drop, "x-ms-lease-id")
	case "proposed id":
		req.ProposedID = nil
		req.Drop = append(req.Drop, "x-ms-proposed-lease-id")
	case "duration":
		req.Duration = nil
		req.Drop = append(req.Drop, "x-ms-lease-duration")
	case "lease action":
		req.Drop = append(req.Drop, "x-ms-lease-action")
	case "copy id":
		req.CopyID = nil
	case "pop receipt":
		req.PopReceipt = nil
	case "visibility":
		req.Visibility = nil
	case "If-Match":
		// The SDK sends an asterisk by itself (TABLE-GO-01).
		req.IfMatch = nil
		req.Drop = append(req.Drop, "If-Match")
	}
	return nil
}
