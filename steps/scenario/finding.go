package scenario

import "ifmatch/steps/verdict"

// Finding is a broken promise that the suite met where it was not looking for one.
type Finding = verdict.Finding
