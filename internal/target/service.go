package target

import "strings"

// Service is one of Azure Storage's services, by the name that flags and
// reports use.
type Service string

// The services that have an address in a storage account. Which of them can be
// judged the suite says.
const (
	Blob  Service = "blob"
	Queue Service = "queue"
	Table Service = "table"
	File  Service = "file"
)

// Services lists every Service in the order reports show them.
var Services = []Service{Blob, Queue, Table, File}

// addresses are the services that a connection string may name, with the setting of
// the endpoint and the port on this machine. The first label of a host-style address
// after the account is the service's name.
var addresses = []struct {
	service  Service
	endpoint string
	port     string
	emulated bool // whether Microsoft's emulators have the service; the port is ours if not
}{
	{Blob, "BlobEndpoint", "10000", true},
	{Queue, "QueueEndpoint", "10001", true},
	{Table, "TableEndpoint", "10002", true},
	{File, "FileEndpoint", "10003", false},
}

// endpointSettings are the settings of a connection string that hold an address.
// Those of secondary endpoints are accepted and not used.
func endpointSettings() []string {
	var out, secondary []string
	for _, a := range addresses {
		out = append(out, a.endpoint)
		secondary = append(secondary, strings.Replace(a.endpoint, "Endpoint", "SecondaryEndpoint", 1))
	}
	return append(out, secondary...)
}
