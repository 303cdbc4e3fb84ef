package reference_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/reference/crc64"
	"ifmatch/reference/operation"
)

// ignored are headers and parameters that the server may ignore: they change nothing that a client sees.
var ignored = map[string]string{
	"?timeout":                         "the server is never that slow",
	"content-length":                   "the transport reads it",
	"x-ms-file-request-intent":         "it says why a token is used, and the server believes every purpose",
	"x-ms-encryption-algorithm":        "it asks for nothing without a key, and keys are refused",
	"x-ms-source-encryption-algorithm": "it asks for nothing without a key, and keys are refused",
	"Delete Entity ?$format":           "the answer has no body",
	"Update Entity ?$format":           "the answer has no body",
	"Merge Entity ?$format":            "the answer has no body",
	"Query Tables ?$select":            "a table has one property",
	"Put Blob From URL content-md5":    "the request has no body",
	"Force Close Handles ?marker":      "all handles are closed at once, and no marker is ever given",
	"Entity Group Transaction prefer":  "it is about the answer to an insertion, and each has its own",
}

var past = []string{"Sat, 01 Jan 2000 00:00:00 GMT"}

// telling are values with which a header or a parameter makes a difference, where the common values make none.
var telling = map[string][]string{
	"prefer": {"return-no-content"},
	"range":  {"bytes=512-1023"}, "x-ms-range": {"bytes=512-1023"},
	"if-unmodified-since": past, "x-ms-source-if-unmodified-since": past, "x-ms-blob-if-unmodified-since": past, "x-ms-access-tier-if-unmodified-since": past,
	"x-ms-file-last-write-time":       {"preserve"},
	"x-ms-source-if-none-match-crc64": {crc64.Text([]byte(strings.Repeat("x", 512)))},
}

// views are the requests that show the state of a stocked server.
var views = map[operation.Service][]string{
	operation.BlobService: {
		"?comp=list&include=metadata", "?restype=service&comp=properties", "books?restype=container", "books?restype=container&comp=acl",
		"books?restype=container&comp=list&include=metadata,tags,snapshots,copy,uncommittedblobs", "held?restype=container", "new?restype=container&comp=acl",
		"books/x", "books/x?comp=tags", "books/x?comp=blocklist&blocklisttype=all", "books/p", "books/p?comp=pagelist", "books/a", "books/l", "books/c", "books/new", "books/new?comp=tags",
		"books/new?comp=blocklist&blocklisttype=all",
	},
	operation.QueueService: {"?comp=list&include=metadata", "?restype=service&comp=properties", "jobs?comp=metadata", "jobs?comp=acl", "new?comp=metadata", "jobs/messages?numofmessages=32"},
	operation.TableService: {"?restype=service&comp=properties", "Tables", "people?comp=acl", "people()", "new()"},
	operation.FileService: {
		"?comp=list&include=metadata,snapshots", "?restype=service&comp=properties", "books?restype=share", "books?restype=share&comp=acl", "new?restype=share", "held?restype=share",
		"books?restype=directory&comp=list&include=timestamps,etag,attributes,permissionkey", "books/d?restype=directory", "books/new?restype=directory",
		"books/x", "books/x?comp=rangelist", "books/l", "books/c", "books/d/f", "books/new", "books/renamed", "books/renamed?restype=directory", "books/r", "books/new?comp=rangelist", "books/d/new",
	},
}

// boundary matches the text that differs between equal answers of equal servers.
var boundary = regexp.MustCompile(`(batch|changeset)response_[-0-9a-f]+`)

// shown returns the parts of an answer that can tell two servers apart.
func shown(res *http.Response, text string) string {
	var b strings.Builder
	fmt.Fprintln(&b, res.StatusCode)
	for _, name := range slices.Sorted(maps.Keys(res.Header)) {
		fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(res.Header[name], ","))
	}
	return boundary.ReplaceAllString(b.String()+text, "response")
}

// sight is the answer to a request, and the state of a stocked server after it.
type sight struct{ answer, state string }

// see sends a request to a stocked server. Without state it looks at the answer only.
func see(t *testing.T, d documented, state bool) (v sight) {
	t.Helper()
	s := stock(t, d.service)
	s.Advance(time.Minute)
	res, text, sent := s.try(d, true)
	if !sent {
		return v
	}
	v.answer = shown(res, text)
	for _, target := range views[d.service] {
		if state {
			v.state += shown(s.send(documented{service: d.service, method: "GET", target: target}))
		}
	}
	return v
}

// told records what showed that a header or a parameter matters: a value, and whether the state had to be looked at.
type told struct {
	value string
	state bool
}

// matters reports whether some value of a header or a parameter makes a difference to a request. It first tries what
// made the difference before for the same name.
func matters(t *testing.T, d documented, name string, base sight, before map[string]told) bool {
	tells := func(by told) bool {
		v := see(t, with(d, name, by.value), by.state)
		if v.answer == "" || v.answer == base.answer && (!by.state || v.state == base.state) {
			return false
		}
		before[name] = by
		return true
	}
	if by, known := before[name]; known && tells(by) {
		return true
	}
	for _, state := range []bool{false, true} {
		for _, value := range append(telling[name], more.values...) {
			if tells(told{value, state}) {
				return true
			}
		}
	}
	return false
}

// with returns a request with a header added, or a parameter (with a ? before its name).
func with(d documented, name, value string) documented {
	if parameter, is := strings.CutPrefix(name, "?"); is {
		before, query, _ := strings.Cut(d.target, "?")
		kept := slices.DeleteFunc(strings.Split(query, "&"), func(p string) bool { return p == "" || strings.HasPrefix(p, parameter+"=") })
		d.target = before + "?" + strings.Join(append(kept, url.QueryEscape(parameter)+"="+url.QueryEscape(value)), "&")
		return d
	}
	d.headers = slices.DeleteFunc(slices.Clone(d.headers), func(h [2]string) bool { return strings.EqualFold(h[0], name) })
	d.headers = append(d.headers, [2]string{name, value})
	return d
}

// dotted returns requests to a file, or from one, whose name ends in dots.
func dotted(d documented) (all []documented) {
	path, query, _ := strings.Cut(d.target, "?")
	if strings.Contains(path, "/") {
		to := d
		to.target = path + "...?" + query
		all = append(all, to)
	}
	from := d
	from.headers = slices.Clone(d.headers)
	for i, h := range from.headers {
		if strings.HasSuffix(h[0], "-source") {
			if from.headers[i][1] += "..."; h[1] == "$signed" {
				from.headers[i][1] = "$dotted"
			}
			return append(all, from)
		}
	}
	return all
}

// TestNothingIsIgnored adds to the requests of every operation each header and parameter that Microsoft's clients can
// send, with many values. At least one value must change the answer to one of the requests, or the state after it.
// Exceptions are operations that are not implemented, and headers that may be ignored for a reason.
func TestNothingIsIgnored(t *testing.T) {
	thorough.Alone(t)
	t.Parallel()
	all := append(inventory(t), requestsIn(t, "testdata/situations.txt")...)
	for _, service := range thorough.Some(t, 1, slices.Sorted(maps.Keys(modules))) {
		t.Run(string(service), func(t *testing.T) {
			t.Parallel()
			bases, before := map[string]sight{}, map[string]told{}
			for i, d := range all {
				if d.service != service {
					continue
				}
				base := see(t, d, true)
				if i%10 == 0 {
					if again := see(t, d, true); again != base {
						t.Fatalf("%s: equal servers differ: one\n%s\nother\n%s", d, base.answer+base.state, again.answer+again.state)
					}
				}
				bases[fmt.Sprint(d, d.headers)] = base
			}
			for _, r := range clientRequests(t, service) {
				var requests []documented
				for _, d := range all {
					if d.service == service && r.makes(d) {
						requests = append(requests, d)
						if service == operation.FileService {
							requests = append(requests, dotted(d)...)
						}
					}
				}
				if len(requests) == 0 {
					t.Errorf("%s makes no request of testdata/operations.txt: %s %s %v %v", r.name, r.method, r.resource, r.query, r.headers)
					continue
				}
				if strings.HasPrefix(bases[fmt.Sprint(requests[0], requests[0].headers)].answer, "501") {
					continue
				}
			names:
				for _, name := range r.given {
					if ignored[name] != "" || ignored[requests[0].name+" "+name] != "" {
						continue
					}
					for _, d := range requests {
						key := fmt.Sprint(d, d.headers)
						if strings.HasSuffix(name, "trailing-dot") != (strings.Contains(key, "...") || strings.Contains(key, "$dotted")) {
							continue
						}
						if _, known := bases[key]; !known {
							bases[key] = see(t, d, true)
						}
						if matters(t, d, name, bases[key], before) {
							continue names
						}
					}
					t.Errorf("%s ignores %s", requests[0].name, name)
				}
			}
		})
	}
}
