package queue

import (
	"net/http"

	"ifmatch/reference/document"
)

// settingsNow are the service's properties as they stand.
func (s *Service) settingsNow() document.Properties {
	if p, ok := s.store.Settings().(document.Properties); ok {
		return p
	}
	return document.DefaultProperties()
}

// getServiceProperties is Get Queue Service Properties.
func getServiceProperties(c *call, w http.ResponseWriter) error {
	body, err := document.Encode(c.s.settingsNow())
	if err != nil {
		return err
	}
	send(w, http.StatusOK, body)
	return nil
}

// setServiceProperties is Set Queue Service Properties. There is no ETag to condition on, so the last one wins; what it
// leaves out stays as it was. // QUEUE-LWW-01 QUEUE-LWW-10
func setServiceProperties(c *call, w http.ResponseWriter) error {
	body, err := c.body(c.s.rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	given, err := document.ParseProperties(body)
	if err != nil {
		return err
	}
	c.s.settings.Lock()
	defer c.s.settings.Unlock()
	c.s.store.SetSettings(c.s.settingsNow().Replaced(given))
	return answer(w, http.StatusAccepted)
}
