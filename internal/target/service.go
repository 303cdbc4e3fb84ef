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

// The account of every emulator. Microsoft's documentation publishes the key, so it
// is no secret.
const (
	DevelopmentAccount = "devstoreaccount1"
	DevelopmentKey     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

// Emulated lists the services that emulators offer.
func Emulated() []Service {
	var out []Service
	for _, a := range addresses {
		if a.emulated {
			out = append(out, a.service)
		}
	}
	return out
}

// DefaultAddress returns the default address of a service in emulators on this
// machine, HOST:PORT. A service that no emulator offers is at the next port.
func DefaultAddress(s Service) string {
	for _, a := range addresses {
		if a.service == s {
			return "127.0.0.1:" + a.port
		}
	}
	return ""
}

// EmulatorString returns the connection string of every emulator's account, with its
// services at these addresses: scheme, host and port.
func EmulatorString(at map[Service]string) string {
	text := "DefaultEndpointsProtocol=http;AccountName=" + DevelopmentAccount + ";AccountKey=" + DevelopmentKey + ";"
	for _, a := range addresses {
		if at[a.service] != "" {
			text += a.endpoint + "=" + at[a.service] + "/" + DevelopmentAccount + ";"
		}
	}
	return text
}
