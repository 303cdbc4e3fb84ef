package auth

import (
	"bytes"
	"net/http"
	"strings"
)

// verifyQueueSAS checks a signature over one queue and its messages. It returns the stored access policy that the
// signature names, or zero if it names none.
func verifyQueueSAS(r *http.Request, f fields, o Options, path string) (*SAS, StoredPolicy, *Error) {
	var none StoredPolicy
	unescaped, err := resourcePath(r, o.Account, path)
	if err != nil {
		return nil, none, notAuthentic("The path cannot be unescaped.")
	}
	queue, _, _ := strings.Cut(strings.TrimPrefix(unescaped, "/"), "/")
	text := queueStringToSign(f, o.Account, queue)
	if queue == "" || !o.signs(text, f.signature) {
		return nil, none, wrongSignature(text)
	}
	permissions, policy, refusal := f.granted(o, "queue", queue, "raup")
	if refusal != nil {
		return nil, policy, refusal
	}
	return &SAS{Permissions: permissions, Resource: "q"}, policy, nil
}

// queueStringToSign returns the text that the signature must cover. Later versions sign more.
func queueStringToSign(f fields, account, queue string) []byte {
	resource := "/" + account + "/" + queue
	if f.version >= "2015-02-21" {
		resource = "/queue" + resource
	}
	text := lines(f.permissions, f.start, f.expiry, resource, f.identifier)
	if f.version >= "2015-04-05" {
		text = append(text, lines(f.ip, f.protocol)...)
	}
	return bytes.TrimSuffix(append(text, lines(f.version)...), []byte("\n"))
}
