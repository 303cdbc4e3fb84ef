package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"
	"time"
)

// TestFailuresAreExplained checks what an error shows, and that it shows nothing
// else: the texts below contain what a server or a caller could have put there.
func TestFailuresAreExplained(t *testing.T) {
	t.Parallel()
	o := Options{Timeout: 3 * time.Second}.withDefaults()
	dialled := func(err error) error {
		return fmt.Errorf("s3cr3t: %w", &net.OpError{Op: "dial", Net: "tcp", Err: err})
	}
	for _, tc := range []struct {
		err    error
		want   string
		unsent bool
	}{
		{os.ErrDeadlineExceeded, "timeout: no answer within 3 s", false},
		{dialled(os.ErrDeadlineExceeded), "timeout: no answer within 3 s", false},
		{dialled(os.NewSyscallError("connect", syscall.ECONNREFUSED)), "connection refused", true},
		{dialled(os.NewSyscallError("socket", syscall.EMFILE)), "no connection: too many open files", true},
		{dialled(&net.DNSError{Err: "s3cr3t", Name: "s3cr3t", IsNotFound: true}), "no connection: there is no such name", true},
		{dialled(&net.DNSError{Err: "s3cr3t", Name: "s3cr3t"}), "no connection: the name cannot be looked up", true},
		{dialled(errors.New("s3cr3t")), "no connection", true},
		{&tls.CertificateVerificationError{Err: x509.HostnameError{Certificate: &x509.Certificate{}, Host: "s3cr3t"}}, "TLS handshake failed: the certificate is for another name", true},
		{&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, "TLS handshake failed: the certificate is not trusted", true},
		{tls.RecordHeaderError{Msg: "s3cr3t"}, "TLS handshake failed: the server does not speak TLS", true},
		{&net.OpError{Op: "read", Err: os.NewSyscallError("read", syscall.ECONNRESET)}, "connection reset", false},
		{&net.OpError{Op: "write", Err: os.NewSyscallError("write", syscall.EPIPE)}, "connection reset", false},
		{errors.New("s3cr3t"), "malformed answer", false},
		{malformed("a header field has no name"), "malformed answer: a header field has no name", false},
		{&problem{failure: TooLarge}, "answer too large: its header may have 65536 bytes, its body 67108864", false},
	} {
		err := o.explained("host:1", tc.err)
		if got, want := err.Error(), "exchange with host:1: "+tc.want; got != want {
			t.Errorf("%v is explained as %q, want %q", tc.err, got, want)
		}
		if got := FailureOf(fmt.Errorf("step: %w", err)); got.Unsent() != tc.unsent || !errors.Is(err, got) {
			t.Errorf("%v is %q with Unsent %t, want %t", tc.err, got, got.Unsent(), tc.unsent)
		}
	}
	if got := FailureOf(context.Canceled); got != "" {
		t.Errorf("FailureOf(%v) = %q, want nothing: it is not an exchange's", context.Canceled, got)
	}
}

func TestSplitHost(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		host          string
		secure        bool
		address, name string
	}{
		{"127.0.0.1:10000", false, "127.0.0.1:10000", "127.0.0.1"},
		{"acc.blob.core.windows.net", true, "acc.blob.core.windows.net:443", "acc.blob.core.windows.net"},
		{"acc.blob.core.windows.net", false, "acc.blob.core.windows.net:80", "acc.blob.core.windows.net"},
		{"[::1]:10000", true, "[::1]:10000", "::1"},
		{"[::1]", true, "[::1]:443", "::1"},
	} {
		if address, name := splitHost(tc.host, tc.secure); address != tc.address || name != tc.name {
			t.Errorf("splitHost(%q, %t) = %q, %q, want %q, %q", tc.host, tc.secure, address, name, tc.address, tc.name)
		}
	}
}
