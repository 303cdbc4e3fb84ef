package fault

// excuses are the faults that no suite can notice, or need not, each with the reason.
var excuses = map[string]string{
	"get-blob-answers-no-stamp":                 "A server that answers reads without any stamp is not recognised as a Blob service: every case is blocked, and the run ends with exit code 3.",
	"get-container-properties-answers-no-stamp": "A server that answers reads without any stamp is not recognised as a Blob service: every case is blocked, and the run ends with exit code 3.",
}
