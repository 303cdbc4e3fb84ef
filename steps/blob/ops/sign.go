package ops

import (
	"bytes"
	"strings"

	"ifmatch/steps/scenario"
)

// What one of many concurrent clients writes carries its text, so that the state afterwards
// shows whose write it was. Only values written under a client's own name can show that two
// writes were mixed.

var (
	signMetadata, signPolicies = scenario.SignMetadata[Request], scenario.SignPolicies[Request]
	signNothing                = scenario.SignNothing[Request]
)

// signBlob also signs the content, which only block blobs take at creation.
func signBlob(req *Request, text string, id func() string) {
	req.Body = []byte(text)
	signMetadata(req, text, id)
}

func signPages(req *Request, text string, _ func() string) {
	page := bytes.Repeat([]byte("."), pageSize)
	copy(page, text)
	req.Body = page
}

// signBlockList commits a block of the client's own, with its own content. Its name has the
// same length as the other clients' names.
func signBlockList(req *Request, text string, id func() string) {
	req.BlockList = []string{BlockID(id()[:12])}
	signBlob(req, text, id)
}

// signBlock stages a block of the client's own, next to the other clients' blocks.
func signBlock(req *Request, text string, id func() string) {
	req.BlockID, req.Body = BlockID(id()[:12]), []byte(text)
}

func signProperties(req *Request, text string, _ func() string) {
	if req.Size == nil && req.SequenceAction == "" {
		req.ContentType = "text/" + strings.ReplaceAll(text, " ", "-")
	}
}

func signTags(req *Request, text string, _ func() string) {
	req.Tags = map[string]string{"written": text, scenario.OwnName(text): text}
}
