package auth

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
)

// verifyServiceSAS checks a signature over one container or blob. It returns the stored access policy that the
// signature names, or zero if it names none.
func verifyServiceSAS(r *http.Request, f fields, o Options, path string) (*SAS, StoredPolicy, *Error) {
	var none StoredPolicy
	switch f.resource {
	case "c", "b":
	case "bs", "bv":
		if f.version < "2018-11-09" { // earlier versions did not sign the snapshot's time
			return nil, none, notAuthentic("sr=" + f.resource + " needs sv=2018-11-09 or later.")
		}
	case "d":
		return nil, none, notAuthentic("Signatures over a directory (sr=d) need a hierarchical namespace, which this account does not have.")
	default:
		return nil, none, notAuthentic("sr=" + strconv.Quote(f.resource) + " must be c, b, bs or bv.")
	}
	unescaped, err := resourcePath(r, o.Account, path)
	if err != nil {
		return nil, none, notAuthentic("The path cannot be unescaped.")
	}
	container, blob := splitResource(unescaped, f.restype)

	text := serviceStringToSign(f, o.Account, container, blob)
	if !o.signs(text, f.signature) {
		return nil, none, wrongSignature(text)
	}

	permissions, policy, refusal := f.granted(o, "container", container, "racwdxyltmeopfi")
	if refusal != nil {
		return nil, policy, refusal
	}
	return &SAS{Permissions: permissions, Resource: f.resource, ResponseHeaders: f.overrides()}, policy, nil
}

// splitResource splits "/container/blob/with/slashes". A single segment is a container if the request says so, or asks
// for the account there, and otherwise a blob in the root container. The service treats backslashes as slashes.
func splitResource(path, restype string) (container, blob string) {
	path = strings.TrimPrefix(strings.ReplaceAll(path, `\`, "/"), "/")
	container, blob, found := strings.Cut(path, "/")
	if found && blob != "" || restype == "container" || restype == "account" || container == "" {
		return container, blob
	}
	return "$root", container
}

// serviceStringToSign returns the text that the signature must cover. Later versions sign more lines.
func serviceStringToSign(f fields, account, container, blob string) []byte {
	resource := "/" + account + "/" + container
	if f.version >= "2015-02-21" {
		resource = "/blob" + resource
	}
	moment := ""
	switch f.resource {
	case "c": // covers all its blobs, so none is named
	case "bs":
		resource, moment = resource+"/"+blob, f.snapshot
	case "bv":
		resource, moment = resource+"/"+blob, f.versionID
	default:
		resource += "/" + blob
	}

	var rest []string
	if f.version >= "2018-11-09" {
		rest = append(rest, f.resource, moment)
	}
	if f.version >= "2020-12-06" {
		rest = append(rest, f.encryptionScope)
	}
	if f.version >= "2013-08-15" {
		rest = append(rest, f.cacheControl, f.disposition, f.encoding, f.language, f.contentType)
	}
	return f.toSign(resource, rest...)
}

// toSign returns the text that a signature over one resource must cover. Later versions sign more.
func (f fields) toSign(resource string, rest ...string) []byte {
	text := lines(f.permissions, f.start, f.expiry, resource, f.identifier)
	if f.version >= "2015-04-05" {
		text = append(text, lines(f.ip, f.protocol)...)
	}
	text = append(text, lines(append([]string{f.version}, rest...)...)...)
	return bytes.TrimSuffix(text, []byte("\n"))
}

// verifyFileSAS checks a signature over one share, or one file in it. It returns the stored access policy that the
// signature names, or zero if it names none.
func verifyFileSAS(r *http.Request, f fields, o Options, path string) (*SAS, StoredPolicy, *Error) {
	var none StoredPolicy
	unescaped, err := resourcePath(r, o.Account, path)
	if err != nil {
		return nil, none, notAuthentic("The path cannot be unescaped.")
	}
	share, file, _ := strings.Cut(strings.TrimPrefix(unescaped, "/"), "/")
	letters := "rcwd"
	switch f.resource {
	case "s":
		file, letters = "", "rcwdl"
	case "f":
	default:
		return nil, none, notAuthentic("sr=" + strconv.Quote(f.resource) + " must be s or f.")
	}
	text := fileStringToSign(f, o.Account, share, file)
	if share == "" || f.resource == "f" && file == "" || !o.signs(text, f.signature) {
		return nil, none, wrongSignature(text)
	}
	permissions, policy, refusal := f.granted(o, "share", share, letters)
	if refusal != nil {
		return nil, policy, refusal
	}
	return &SAS{Permissions: permissions, Resource: f.resource, ResponseHeaders: f.overrides()}, policy, nil
}

// fileStringToSign returns the text that the signature must cover. Later versions sign more.
func fileStringToSign(f fields, account, share, file string) []byte {
	resource := "/file/" + account + "/" + share
	if file != "" {
		resource += "/" + file
	}
	return f.toSign(resource, f.cacheControl, f.disposition, f.encoding, f.language, f.contentType)
}

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
	return f.toSign(resource)
}

// verifyTableSAS checks a signature over the entities of one table. It returns the stored access policy that the
// signature names, or zero if it names none.
func verifyTableSAS(f fields, o Options) (*SAS, StoredPolicy, *Error) {
	var none StoredPolicy
	if f.table == "" {
		return nil, none, notAuthentic("A signature over a table must name the table in tn.")
	}
	if f.keys.FromRow != "" && f.keys.FromPartition == "" || f.keys.ToRow != "" && f.keys.ToPartition == "" {
		return nil, none, notAuthentic("A row key (srk, erk) needs the partition key (spk, epk) as well.")
	}
	text := tableStringToSign(f, o.Account)
	if !o.signs(text, f.signature) {
		return nil, none, wrongSignature(text)
	}
	permissions, policy, refusal := f.granted(o, "table", f.table, "raud")
	if refusal != nil {
		return nil, policy, refusal
	}
	return &SAS{Permissions: permissions, Resource: "t", Table: f.table, Keys: f.keys}, policy, nil
}

// tableStringToSign returns the text that the signature must cover. Later versions sign more.
func tableStringToSign(f fields, account string) []byte {
	resource := "/" + account + "/" + strings.ToLower(f.table)
	if f.version >= "2015-02-21" {
		resource = "/table" + resource
	}
	return f.toSign(resource, f.keys.FromPartition, f.keys.FromRow, f.keys.ToPartition, f.keys.ToRow)
}

// serviceLetters are the letters of ss.
var serviceLetters = map[string]string{"blob": "b", "queue": "q", "table": "t", "file": "f"}

// verifyAccountSAS checks a signature over the account, for some services (ss) and kinds of resources (srt). It cannot
// refer to a stored access policy.
func verifyAccountSAS(f fields, o Options) (*SAS, *Error) {
	switch {
	case f.version < "2015-04-05":
		return nil, notAuthentic("An account SAS needs sv=2015-04-05 or later.")
	case !lettersOf(f.services, "bqtf"):
		return nil, notAuthentic("ss=" + strconv.Quote(f.services) + " must consist of letters from bqtf.")
	case !lettersOf(f.resourceTypes, "sco"):
		return nil, notAuthentic("srt=" + strconv.Quote(f.resourceTypes) + " must consist of letters from sco.")
	case !lettersOf(f.permissions, "rwdxylacupfti"):
		return nil, notAuthentic("sp=" + strconv.Quote(f.permissions) + " must consist of letters from rwdxylacupfti.")
	}

	text := lines(
		o.Account, f.permissions, f.services, f.resourceTypes, f.start, f.expiry, f.ip, f.protocol, f.version)
	if f.version >= "2020-12-06" {
		text = append(text, lines(f.encryptionScope)...)
	}
	if !o.signs(text, f.signature) {
		return nil, wrongSignature(text)
	}
	if !strings.Contains(f.services, serviceLetters[o.Service]) {
		return nil, notAuthorized("AuthorizationServiceMismatch",
			"This request is not authorized to perform this operation using this service.", "The account SAS covers ss="+f.services+".")
	}
	return &SAS{Permissions: f.permissions, ResourceTypes: f.resourceTypes, ResponseHeaders: f.overrides()}, nil
}
