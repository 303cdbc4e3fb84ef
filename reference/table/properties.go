package table

import (
	"net/http"

	xmldoc "ifmatch/reference/document"
)

// settingsNow are the service's properties as they stand.
func (s *Service) settingsNow() xmldoc.Properties {
	if p, ok := s.store.Settings().(xmldoc.Properties); ok {
		return p
	}
	return xmldoc.DefaultProperties()
}

// getServiceProperties is Get Table Service Properties.
func getServiceProperties(c *call, w http.ResponseWriter) error {
	body, err := xmldoc.Encode(c.s.settingsNow())
	if err != nil {
		return err
	}
	send(w, http.StatusOK, xmlType, body)
	return nil
}

// setServiceProperties is Set Table Service Properties. What the document leaves out stays as it was; there is no ETag
// to condition on, so the last one wins. // TABLE-TBL-09
func setServiceProperties(c *call, w http.ResponseWriter) error {
	body, err := c.body(c.s.rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	given, err := xmldoc.ParseProperties(body)
	if err != nil {
		return err
	}
	c.s.settings.Lock()
	defer c.s.settings.Unlock()
	c.s.store.SetSettings(c.s.settingsNow().Replaced(given))
	return answer(w, http.StatusAccepted)
}
