package loadgen_test

import (
	"reflect"
	"strings"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/loadgen"
	"ifmatch/loadgen/transport"
)

func TestEndpointOf(t *testing.T) {
	t.Parallel()
	const secret = "c2VjcmV0"
	for _, c := range []struct{ connection, refused string }{
		{"AccountName=alice;AccountKey=" + secret + ";BlobEndpoint=http://127.0.0.1:10000/alice", ""},
		{"UseDevelopmentStorage=true", ""},
		{"BlobEndpoint=https://alice.blob.core.windows.net;AccountName=alice", "AccountKey"},
		{"AccountKey=" + secret, "no account"},
		{"", "empty"},
	} {
		e, err := loadgen.EndpointOf(c.connection)
		switch {
		case c.refused == "" && (err != nil || e.Services[target.Blob] == "" || e.Credential.Account == "" || e.Credential.Key == ""):
			t.Errorf("EndpointOf(%q) = %+v, %v", c.connection, e, err)
		case c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused) || strings.Contains(err.Error(), secret)):
			t.Errorf("EndpointOf(%q): %v, want an error that says %q", c.connection, err, c.refused)
		}
	}
}

func TestTransportTo(t *testing.T) {
	t.Parallel()
	e := loadgen.Endpoint{Services: map[target.Service]string{target.Blob: "http://127.0.0.1:1/a", target.Queue: "https://a.queue.core.windows.net"}}
	lean, both := transport.NewLean(transport.Options{}), transport.NewNetHTTP(transport.Options{})
	for _, c := range []struct {
		services []target.Service
		like     transport.Transport
	}{
		{[]target.Service{target.Blob}, lean},
		{[]target.Service{target.Blob, target.Queue}, both},
	} {
		if got := e.TransportTo(c.services, transport.Options{}); reflect.TypeOf(got) != reflect.TypeOf(c.like) {
			t.Errorf("TransportTo(%v) is a %s, want a %s", c.services, reflect.TypeOf(got), reflect.TypeOf(c.like))
		}
	}
}
