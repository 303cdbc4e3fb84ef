package reports

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"fmt"
	"io"
)

// Pack compresses the exchanges of a case that is not shown before the result is
// written. Under --trace all, the exchanges of thousands of cases are kept until the
// run ends, and most of their headers are the same. Only Unpacked shows them again.
func (s *Scenario) Pack() error {
	if len(s.Exchanges) == 0 {
		return nil
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		return fmt.Errorf("pack the exchanges of %s: %w", s.ID, err)
	}
	if err := gob.NewEncoder(w).Encode(s.Exchanges); err != nil {
		return fmt.Errorf("pack the exchanges of %s: %w", s.ID, err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("pack the exchanges of %s: %w", s.ID, err)
	}
	s.Packed, s.Exchanges = out.Bytes(), nil
	return nil
}

// Unpacked returns the case with its exchanges, whether it was packed or not.
func (s Scenario) Unpacked() (Scenario, error) {
	if s.Packed == nil {
		return s, nil
	}
	r := flate.NewReader(bytes.NewReader(s.Packed))
	err := gob.NewDecoder(r).Decode(&s.Exchanges)
	if err == nil {
		_, err = io.Copy(io.Discard, r)
	}
	if err != nil {
		return s, fmt.Errorf("unpack the exchanges of %s: %w", s.ID, err)
	}
	s.Packed = nil
	return s, nil
}

// Forget drops the exchanges of a case.
func (s *Scenario) Forget() { s.Packed, s.Exchanges = nil, nil }
