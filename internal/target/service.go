package target

import "strings"

// Service is one of Azure Storage's services, by its name in flags and reports.
type Service string

// The services that have an address in a storage account. The suite decides which of
// them can be judged.
const (
	Blob  Service = "blob"
	Queue Service = "queue"
	Table Service = "table"
	File  Service = "file"
)

// Services lists every Service in the order in which reports show them.
var Services = []Service{Blob, Queue, Table, File}

// addresses are the services that a connection string may name, each with its
// setting for the endpoint and its port on this machine. In a host-style address,
// the first label after the account is the service's name.
var addresses = []struct {
	service  Service
	endpoint string
	port     string
	emulated bool // whether Microsoft's emulators have the service; otherwise the port is ours
}{
	{Blob, "BlobEndpoint", "10000", true},
	{Queue, "QueueEndpoint", "10001", true},
	{Table, "TableEndpoint", "10002", true},
	{File, "FileEndpoint", "10003", false},
}

// endpointSettings returns the settings of a connection string that hold an address.
// Those of secondary endpoints are accepted but not used.
func endpointSettings() []string {
	var out, secondary []string
	for _, a := range addresses {
		out = append(out, a.endpoint)
		secondary = append(secondary, strings.Replace(a.endpoint, "Endpoint", "SecondaryEndpoint", 1))
	}
	return append(out, secondary...)
}
