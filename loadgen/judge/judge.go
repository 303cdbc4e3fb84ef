// Package judge gives verdicts on recorded histories, in the form that reports show.
//
// File judges one history, Group those that several processes recorded of one run, and History what is in memory
// already. Package check decides; here its findings become words, certificates, and a witness for those who trust no
// checker.
package judge

import (
	"errors"
	"fmt"
	"io"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/certificate"
	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
)

// certificates is how many violations are shown in full: a few are enough.
const certificates = 8

// Of is a verdict as reports show it.
func Of(v check.Verdict, h history.Header, book *history.Dictionary) load.Verdict {
	return certificate.Origin{Run: h.Run, Endpoints: h.Endpoints, Book: book}.Verdict(v, certificates)
}

// History checks a history.
func History(h *history.History, o check.Options) load.Verdict {
	return Of(check.History(h, o), h.Header, h.Book)
}

// reader checks a history while it is read.
func reader(r *history.Reader, o check.Options) (load.Verdict, error) {
	s := check.NewStream(r.Book(), o)
	for {
		batch, watermark, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return load.Verdict{}, fmt.Errorf("read the history: %w", err)
		}
		s.Add(batch)
		s.Mark(watermark)
	}
	complete, why := r.Complete()
	return Of(s.Close(complete, why), r.Header(), r.Book()), nil
}
