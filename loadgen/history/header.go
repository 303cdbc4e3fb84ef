package history

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Header says which run a history records.
type Header struct {
	Run      string `json:"run"`      // id of the run
	Workload string `json:"workload"` // name of the workload
	// Started is the instant from which all times count. The recorder needs it as time.Now
	// returned it, with its monotonic reading.
	Started   time.Time         `json:"started"`
	Endpoints map[string]string `json:"endpoints,omitempty"` // URL by service, without secrets
	Params    map[string]string `json:"params,omitempty"`    // flag by name
	// From is when the measured part begins, after the warm-up, in nanoseconds from Started.
	From int64 `json:"from"`
}

// format is the version of the file's format. A reader refuses a newer one.
const format = 1

// preface is a header as written in the file.
type preface struct {
	Format int `json:"format"`
	Header
}

func (h Header) encode() ([]byte, error) {
	b, err := json.Marshal(preface{format, h})
	if err == nil && len(b) > maxBlock {
		err = fmt.Errorf("it would take %d bytes, at most %d are allowed", len(b), maxBlock)
	}
	if err != nil {
		return nil, fmt.Errorf("write the header: %w", err)
	}
	return b, nil
}

func decodeHeader(b []byte) (Header, error) {
	var p preface
	if err := json.Unmarshal(b, &p); err != nil {
		return Header{}, fmt.Errorf("its header cannot be read: %w", err)
	}
	switch {
	case p.Format > format:
		return Header{}, fmt.Errorf("it has format %d, but this program reads formats up to %d: use a newer version", p.Format, format)
	case p.Format < 1 || p.Run == "":
		return Header{}, errors.New("its header names no format or no run")
	}
	return p.Header, nil
}
