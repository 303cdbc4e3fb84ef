package blob

import (
	"net/http"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
)

// defaultProperties returns the properties of the service until others are set.
func defaultProperties() document.Properties {
	p := document.DefaultProperties()
	p.BlobProperties = &document.BlobProperties{Website: &document.StaticWebsite{}}
	return p
}

// setServiceProperties is Set Blob Service Properties. It refuses settings that would change what this server does, except
// for soft delete, rather than ignore them.
func setServiceProperties(c *call, w http.ResponseWriter) error {
	body, err := c.body(c.Rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	given, err := document.ParseProperties(body)
	if err != nil {
		return err
	}
	if own := given.BlobProperties; own != nil {
		switch {
		case own.Retention != nil && own.Retention.Permanent:
			return errcode.Newf(errcode.NotImplemented, "The reference server does not implement what AllowPermanentDelete asks for.")
		case own.Website != nil && own.Website.Enabled:
			return errcode.Newf(errcode.NotImplemented, "The reference server does not implement static websites.")
		}
	}
	return c.ReplaceProperties(w, given)
}

// setExpiry is Set Blob Expiry. It refuses whatever the account cannot do, also for a blob that does not exist: clients
// tell by it whether the account has a hierarchical namespace. // D:Set Blob Expiry; redpanda: do_test_set_expiry_on_dummy_file
func setExpiry(*call, http.ResponseWriter) error {
	return errcode.New(errcode.HierarchicalNamespaceNotEnabled)
}

// hierarchySince is the first version of the protocol that tells whether an account has a hierarchical namespace.
const hierarchySince = "2019-07-07"

// getAccount is Get Account Information. It does not matter whether the container or blob in its path exists.
func getAccount(c *call, w http.ResponseWriter) error {
	h := w.Header()
	header.Set(h, "X-Ms-Sku-Name", "Standard_LRS")
	header.Set(h, "X-Ms-Account-Kind", "StorageV2")
	if c.Version >= hierarchySince {
		header.Set(h, "X-Ms-Is-Hns-Enabled", "false")
	}
	return frontend.Answer(w, http.StatusOK)
}
