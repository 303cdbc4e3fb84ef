package opening

import "ifmatch/loadgen/check/finding"

// What Result.Observed counts.
const (
	SeenOpenings = "openings over SMB"
	SeenRefused  = "openings refused for a share mode"
	SeenDenied   = "writes refused for a share mode"
	SeenHidden   = "reads refused for a share mode"
	SeenBeside   = "writes beside an opening that shares writing"
)

// Stream judges the events of one file. Those that neither open nor use it are ignored.
type Stream struct {
	code    func(uint16) string // the texts of error codes
	fates   map[uint64]*fate    // of the openings, by their groups
	pending []*entry            // not judged yet
	beside  []*entry            // judged, and may still stand beside others
	lasting [kindsOf]*entry     // the first of each kind that nobody knows the end of
	result  finding.Result
}
