package history

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"ifmatch/reference/operation"
)

// Conflicts reports whether the order of two requests matters: one of them writes what the other reads or is guarded by.
// Requests of one client keep their order.
func (r *Request) Conflicts(o *Request) bool {
	if r.Client == o.Client {
		return true
	}
	if r.Operation.ReadOnly() && o.Operation.ReadOnly() {
		return false
	}
	if near(r.Resource, o.Resource) {
		return true
	}
	return !r.Operation.ReadOnly() && anyNear(o.Sources, r.Resource) || !o.Operation.ReadOnly() && anyNear(r.Sources, o.Resource)
}

func anyNear(resources []string, to string) bool {
	for _, s := range resources {
		if near(s, to) {
			return true
		}
	}
	return false
}

// near reports whether two resources are the same, or one contains the other. An entity is in its table, a batch may
// write anything in its service.
func near(a, b string) bool {
	a, b = trunk(a), trunk(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a) && (len(a) == len(b) || strings.HasSuffix(a, "/") || b[len(a)] == '/' || b[len(a)] == '(')
}

// trunk is the resource that a path is about: "/table()" lists a table, "/$batch" writes to several.
func trunk(resource string) string {
	resource = strings.TrimSuffix(resource, "()")
	if of, found := strings.CutSuffix(resource, "/$batch"); found {
		return of + "/"
	}
	return strings.TrimSuffix(resource, "/messages")
}

// Overlaps reports whether two writes of one resource change the same part of it: the same properties of an entity, the
// same bytes, both the tags, both the metadata.
func (r *Request) Overlaps(o *Request) bool {
	if a, b := part(r.Operation), part(o.Operation); a != b && a != "" && b != "" {
		return false
	}
	if len(r.Properties) > 0 && len(o.Properties) > 0 {
		return slices.ContainsFunc(r.Properties, func(p string) bool { return slices.Contains(o.Properties, p) })
	}
	var a, b, c, d int64
	if _, err := fmt.Sscanf(r.Range+" "+o.Range, "bytes=%d-%d bytes=%d-%d", &a, &b, &c, &d); err == nil {
		return a <= d && c <= b
	}
	return true
}

// part is what an operation changes of a blob or file; "" is all of it.
func part(o operation.Operation) string {
	switch o {
	case operation.SetBlobTags:
		return "tags"
	case operation.SetBlobMetadata, operation.SetFileMetadata:
		return "metadata"
	case operation.SetBlobProperties, operation.SetFileProperties:
		return "properties"
	case operation.PutPage, operation.PutRange, operation.AppendBlock, operation.AppendBlockFromURL:
		return "contents"
	}
	return ""
}

// Label is a number for what the request asks for, without values that depend on the time.
func (r *Request) Label() uint64 {
	sum := fnv.New64a()
	for _, s := range []string{r.Client, r.Operation.String(), r.Resource} {
		_, _ = sum.Write([]byte(s))
		_, _ = sum.Write([]byte{0})
	}
	return sum.Sum64()
}

// Granted reports whether success grants something that ends by itself: a lease, or a message for a while.
func (r *Request) Granted() bool {
	switch r.Operation {
	case operation.LeaseBlobAcquire, operation.LeaseBlobRenew, operation.LeaseContainerAcquire, operation.LeaseContainerRenew,
		operation.LeaseShareAcquire, operation.LeaseShareRenew, operation.GetMessages, operation.UpdateMessage:
		return true
	}
	return false
}

// MakesRoom reports whether the request makes what others are put into. Programs do that before they begin.
func (r *Request) MakesRoom() bool {
	switch r.Operation {
	case operation.CreateContainer, operation.CreateTable, operation.CreateQueue, operation.CreateShare, operation.CreateDirectory:
		return true
	}
	return false
}
