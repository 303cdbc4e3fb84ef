package ops

import (
	"bytes"
	"strings"

	"ifmatch/steps/scenario"
)

// What one of many clients at once writes carries its text, so that the state
// afterwards tells whose write it was. Only what is written under a client's own
// name can show that two writes were mixed.

var (
	signMetadata, signPolicies = scenario.SignMetadata[Request], scenario.SignPolicies[Request]
	signNothing                = scenario.SignNothing[Request]
)

// signBlob also names the content, which only block blobs take at creation.
func signBlob(req *Request, text string, id func() string) {
	req.Body = []byte(text)
	signMetadata(req, text, id)
}

func signPages(req *Request, text string, _ func() string) {
	page := bytes.Repeat([]byte("."), pageSize)
	copy(page, text)
	req.Body = page
}

// signBlockList commits a block of the client's own: a name of the same length as the
// other clients' names, with its own content.
func signBlockList(req *Request, text string, id func() string) {
	req.BlockList = []string{BlockID(id()[:12])}
	signBlob(req, text, id)
}

// signBlock stages a block of the client's own, beside the other clients'.
func signBlock(req *Request, text string, id func() string) {
	req.BlockID, req.Body = BlockID(id()[:12]), []byte(text)
}

func signProperties(req *Request, text string, _ func() string) {
	if req.Size == nil && req.SequenceAction == "" {
		req.ContentType = "text/" + strings.ReplaceAll(text, " ", "-")
	}
}

func signTags(req *Request, text string, _ func() string) {
	req.Tags = map[string]string{"written": text}
}
