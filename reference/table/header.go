package table

// Names of headers that only this service has, in the canonical form that http.Header uses as keys.
const (
	hAccept             = "Accept"
	hDataServiceID      = "Dataserviceid"
	hDataServiceVersion = "Dataserviceversion"
	hLocation           = "Location"
	hMethod             = "X-Http-Method"
	hNextPartition      = "X-Ms-Continuation-Nextpartitionkey"
	hNextRow            = "X-Ms-Continuation-Nextrowkey"
	hNextTable          = "X-Ms-Continuation-Nexttablename"
	hPrefer             = "Prefer"
	hPreferenceApplied  = "Preference-Applied"
)
