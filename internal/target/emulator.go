package target

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
