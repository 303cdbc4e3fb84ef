package outcome

import (
	"fmt"
	"testing"

	"ifmatch/loadgen/history"
)

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		status int
		code   string
		want   history.Outcome
	}{
		{200, "", history.Won},
		{201, "", history.Won},
		{304, "ConditionNotMet", history.Won}, // the code of a 304 says that the version is the one named
		{412, "ConditionNotMet", history.Lost},
		{412, "", history.Lost}, // a HEAD has no body, and some servers send no code
		{412, "LeaseIdMissing", history.Refused},
		{409, "LeaseAlreadyPresent", history.Refused},
		{409, "BlobAlreadyExists", history.Lost},
		{409, "EntityAlreadyExists", history.Lost},
		{409, "ShareAlreadyExists", history.Lost},
		{409, "QueueAlreadyExists", history.Lost},
		{400, "PopReceiptMismatch", history.Lost},
		{404, "MessageNotFound", history.Lost},
		{404, "BlobNotFound", history.Absent},
		{404, "", history.Absent},
		{503, "ServerBusy", history.Throttled},
		{503, "", history.Throttled},
		{429, "", history.Throttled},
		{500, "OperationTimedOut", history.Unknown},
		{500, "", history.Unknown},
		{502, "", history.Unknown},
		{504, "", history.Unknown},
		{408, "", history.Unknown},
		{408, "OperationTimedOut", history.Unknown},
		{0, "", history.Unknown},
		{403, "AuthenticationFailed", history.Wrong},
		{400, "InvalidHeaderValue", history.Wrong},
		{409, "DeletePending", history.Refused},
		{409, "SMBDeletePending", history.Refused},
		{409, "SomethingElse", history.Wrong},
		{501, "", history.Wrong},
		{301, "", history.Wrong},
		{200, "ConditionNotMet", history.Won}, // a success stays a success
	} {
		t.Run(fmt.Sprintf("%d %s", tc.status, tc.code), func(t *testing.T) {
			t.Parallel()
			if got := Classify(tc.status, tc.code); got != tc.want {
				t.Errorf("Classify(%d, %q) = %v, want %v", tc.status, tc.code, got, tc.want)
			}
		})
	}
}
