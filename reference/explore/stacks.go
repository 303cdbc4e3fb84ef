package explore

import (
	"regexp"
	"runtime"
	"strings"
)

// bubbleName finds the bubble in the heading of a goroutine's trace.
var bubbleName = regexp.MustCompile(`^goroutine \d+ \[[^]\n]*(synctest bubble \d+)`)

// ownBubble returns the name of the bubble that it is called in, as traces have it.
func ownBubble() string {
	buf := make([]byte, 256)
	if named := bubbleName.FindSubmatch(buf[:runtime.Stack(buf, false)]); named != nil {
		return string(named[1])
	}
	return ""
}

// leftBehind returns the trace of a goroutine of the bubble.
func (o *outcome) leftBehind() string {
	buf := make([]byte, 1<<20)
	for trace := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if named := bubbleName.FindStringSubmatch(trace); named != nil && named[1] == o.bubble {
			return "\n" + trace
		}
	}
	return ""
}
