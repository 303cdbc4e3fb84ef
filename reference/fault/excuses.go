package fault

// excuses are the faults that no suite can notice, or need not, each with the reason.
var excuses = map[string]string{
	"get-blob-answers-no-stamp":                 "Who answers reads without any stamp is taken for no Blob service: every case is blocked, and a run ends with exit code 3.",
	"list-blobs-marker-is-a-position":           "No document says what one page of a list is to the next: of tables it is known to be a snapshot of its own (TABLE-QRY-10), and of blobs nothing is promised that could be asked.",
	"get-container-properties-answers-no-stamp": "Who answers reads without any stamp is taken for no Blob service: every case is blocked, and a run ends with exit code 3.",
}
