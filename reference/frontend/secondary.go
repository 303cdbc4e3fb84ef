package frontend

import (
	"net/http"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	op "ifmatch/reference/operation"
)

// The secondary location shows the data of the primary one: this server replicates at once. It is read-only, and only
// there does a service report the progress of replication.

// readsOnly refuses changes at the secondary location. Get Messages is a change.
// // D:Common REST API error codes: InsufficientAccountPermissions
func (c *Call) readsOnly() error {
	if !c.location.secondary {
		return nil
	}
	switch c.Request.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		if c.Op != op.GetMessages {
			return nil
		}
	}
	return errcode.Newf(errcode.InsufficientAccountPermissions, "Write operations are not allowed.")
}

// GetServiceStats answers with the time up to which the secondary location has everything. // D:Get Blob Service Stats
func (c *Call) GetServiceStats(w http.ResponseWriter) error {
	if !c.location.secondary {
		return errcode.BadQuery("comp", "stats")
	}
	var x document.Writer
	x.Open("StorageServiceStats")
	x.Open("GeoReplication")
	x.Element("Status", "live")
	x.Element("LastSyncTime", etag.HTTPDate(c.Clock.Now()))
	x.Close("GeoReplication")
	x.Close("StorageServiceStats")
	return SendXML(w, http.StatusOK, x.Bytes())
}
