// Package outcome classifies answers in terms of contention. An HTTP status alone
// is not enough: a 409 may be a lost race or a lease. And what a classic load
// generator counts as a failure is normal for a contended resource.
package outcome

import "ifmatch/loadgen/history"

// codes are the error codes that decide regardless of the status.
var codes = map[string]history.Outcome{
	"ConditionNotMet":                       history.Lost,
	"TargetConditionNotMet":                 history.Lost,
	"AppendPositionConditionNotMet":         history.Lost,
	"UpdateConditionNotSatisfied":           history.Lost,
	"BlobAlreadyExists":                     history.Lost,
	"ContainerAlreadyExists":                history.Lost,
	"ShareAlreadyExists":                    history.Lost,
	"QueueAlreadyExists":                    history.Lost,
	"EntityAlreadyExists":                   history.Lost,
	"PopReceiptMismatch":                    history.Lost,
	"MessageNotFound":                       history.Lost,
	"InvalidBlockList":                      history.Lost, // another writer's commit discarded the blocks
	"LeaseAlreadyPresent":                   history.Refused,
	"LeaseAlreadyBroken":                    history.Refused,
	"LeaseIdMissing":                        history.Refused,
	"LeaseIdMismatchWithBlobOperation":      history.Refused,
	"LeaseIdMismatchWithContainerOperation": history.Refused,
	"LeaseIdMismatchWithLeaseOperation":     history.Refused,
	"LeaseIsBreakingAndCannotBeAcquired":    history.Refused,
	"LeaseIsBreakingAndCannotBeChanged":     history.Refused,
	"LeaseIsBrokenAndCannotBeRenewed":       history.Refused,
	"LeaseLost":                             history.Refused,
	"LeaseNotPresentWithBlobOperation":      history.Refused,
	"LeaseNotPresentWithContainerOperation": history.Refused,
	"LeaseNotPresentWithLeaseOperation":     history.Refused,
	"LeaseIdMismatchWithFileOperation":      history.Refused,
	"LeaseNotPresentWithFileOperation":      history.Refused,
	"SharingViolation":                      history.Refused,
	"DeletePending":                         history.Refused, // an SMB client is about to delete the file
	"SMBDeletePending":                      history.Refused, // the article's name of it
	"ContainerBeingDeleted":                 history.Absent,
	"PendingCopyOperation":                  history.Refused,
	"SnaphotOperationRateExceeded":          history.Throttled, // Microsoft's spelling
	"ServerBusy":                            history.Throttled,
	"OperationTimedOut":                     history.Unknown,
	"InternalError":                         history.Unknown,
}

// Classify returns how an exchange ended, from its HTTP status (0 without an
// answer) and its x-ms-error-code. Reads without If-Match and HEAD requests have
// no code; then the status decides.
func Classify(status int, code string) history.Outcome {
	if o, ok := codes[code]; ok && status >= 400 {
		return o
	}
	switch {
	case status == 0:
		return history.Unknown
	case status >= 200 && status < 300, status == 304:
		return history.Won
	case status == 404:
		return history.Absent
	case status == 412:
		return history.Lost
	case status == 429, status == 503:
		return history.Throttled
	case status == 408: // from a proxy: the service may still have the request
		return history.Unknown
	case status >= 500 && status != 501 && status != 505:
		return history.Unknown
	}
	return history.Wrong
}
