package fault

// excuses are the faults that no suite can notice, or need not, each with the proof.
var excuses = map[string]string{
	"get-blob-answers-no-stamp":                 "Who answers reads without any stamp is taken for no Blob service: every case is blocked, and a run ends with exit code 3.",
	"get-container-properties-answers-no-stamp": "Who answers reads without any stamp is taken for no Blob service: every case is blocked, and a run ends with exit code 3.",
}
