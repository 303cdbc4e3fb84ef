package queue

import (
	"net/http"
	"strconv"
	"strings"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/store/messages"
)

// listQueues is List Queues. The marker is the name at which the next page begins.
func listQueues(c *call, w http.ResponseWriter) error {
	prefix, marker := c.Query.Get("prefix"), c.Query.Get("marker")
	limit, given, err := c.number("maxresults", 1, int64(c.Rules.Queue.Limits.ListPage))
	if err != nil {
		return err
	}
	withMetadata := false
	switch v := c.Query.Get("include"); v {
	case "":
	case "metadata":
		withMetadata = true
	default:
		return errcode.BadQuery("include", v)
	}
	var x document.Writer
	x.Open("EnumerationResults", "ServiceEndpoint", c.Endpoint())
	x.Optional("Prefix", prefix)
	x.Optional("Marker", marker)
	if given {
		x.Element("MaxResults", strconv.FormatInt(limit, 10))
	} else {
		limit = int64(c.Rules.Queue.Limits.ListPage)
	}
	x.Open("Queues")
	n, next := int64(0), ""
	c.store().ListQueues(max(prefix, marker), func(name string, q *messages.Queue) bool {
		if !strings.HasPrefix(name, prefix) {
			return false
		}
		if n == limit {
			next = name
			return false
		}
		n++
		x.Open("Queue")
		x.Element("Name", name)
		if withMetadata {
			q.Metadata.Write(&x)
		}
		x.Close("Queue")
		return true
	})
	x.Close("Queues")
	x.Element("NextMarker", next)
	x.Close("EnumerationResults")
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}
