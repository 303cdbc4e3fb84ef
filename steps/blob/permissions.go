package blob

import (
	"net/http"

	"ifmatch/steps/plan"
	"ifmatch/steps/sdk"
)

// withholds recognises the refusal of an account that allows no public access.
func withholds(req *http.Request, resp *http.Response) string {
	if resp.Header.Get("x-ms-error-code") == "PublicAccessNotPermitted" && sdk.Sent(req.Header, "x-ms-blob-public-access") != "" {
		return "public access"
	}
	return ""
}

// uses adds the reads of the tags, if the story is about them.
func uses(c plan.Case) []string {
	if tagged(c) {
		return []string{"Get Blob Tags"}
	}
	return nil
}
