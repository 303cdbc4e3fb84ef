package court

import "ifmatch/reports"

// Filed returns how many chosen cases have a verdict, and whether that of id is among them.
func (c *Court) Filed(id string) (n int, has bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, has = c.filed[id]
	return len(c.filed), has
}

// Withhold files a verdict on a case that is not played at all.
func (c *Court) Withhold(sc reports.Scenario) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.file(sc)
}

// Late counts the cases that were repeated because the suite was late; nil: none.
func (c *Court) Late() *reports.Late {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.late.told.Cases == 0 {
		return nil
	}
	told := c.late.told
	return &told
}

// Weather counts the transient answers; nil: there were none.
func (c *Court) Weather() *reports.Weather {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.weather == (reports.Weather{}) {
		return nil
	}
	told := c.weather
	return &told
}
