package queue

import (
	"encoding/xml"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
)

// queueMessage is the body of Put Message and Update Message.
type queueMessage struct {
	XMLName xml.Name `xml:"QueueMessage"`
	Texts   []text   `xml:"MessageText"`
}

type text struct {
	Characters string     `xml:",chardata"`
	Elements   []struct{} `xml:",any"`
}

// parseText reads the text of a message. It may be any text that XML can hold, and is kept exactly.
func parseText(body []byte, limit int) (string, error) {
	var m queueMessage
	if err := document.Decode(body, &m); err != nil {
		return "", err
	}
	switch {
	case len(m.Texts) == 0:
		return "", errcode.New(errcode.MissingRequiredXMLNode).With("XmlNodeName", "MessageText")
	case len(m.Texts) > 1 || len(m.Texts[0].Elements) > 0:
		return "", errcode.New(errcode.InvalidXMLDocument)
	case len(m.Texts[0].Characters) > limit:
		return "", errcode.New(errcode.RequestBodyTooLarge) // seen live
	}
	return m.Texts[0].Characters, nil
}

// text reads the text in the body of the request.
func (c *call) text() (string, error) {
	body, err := c.Body(c.Rules.Queue.Limits.Body)
	if err != nil {
		return "", err
	}
	return parseText(body, c.Rules.Queue.Limits.Text)
}

// newText reads the text in the body of an update, or nil if there is no body: then only the visibility timeout
// changes. // QUEUE-GO-03
func (c *call) newText() (*string, error) {
	body, err := c.Body(c.Rules.Queue.Limits.Body)
	if err != nil || len(body) == 0 {
		return nil, err
	}
	text, err := parseText(body, c.Rules.Queue.Limits.Text)
	return &text, err
}
