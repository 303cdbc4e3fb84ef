package steps

import "ifmatch/internal/target"

// Target is the storage account that a run judges, or a factory of accounts. Endpoint makes one.
type Target = target.Target

// Endpoint returns the account that a connection string names, with all its services, as the target of a run. It sends
// nothing yet. Leases and deletions take their real time there, for which a run waits. Errors contain no secret.
func Endpoint(connection string) (Target, error) {
	c, err := target.ParseConnection(connection)
	if err != nil {
		return nil, err
	}
	return target.NewEndpoint(c, target.EndpointOptions{})
}
