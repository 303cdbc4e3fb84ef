package smb

import (
	"crypto/rand"
	"strings"

	"github.com/jfjallid/go-smb/ntlmssp"
	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/server"
)

// identity is the identity of the server, and the account that it knows.
type identity struct {
	guid     [16]byte
	accounts *server.MapAuthenticator
}

// newIdentity makes an identity that knows one account. The client's domain does not matter.
func newIdentity(account, key string) (i identity) {
	_, _ = rand.Read(i.guid[:]) // never fails
	i.accounts = &server.MapAuthenticator{Accounts: map[string]*server.Account{strings.ToLower(account): {NTHash: ntlmssp.Ntowfv1(key)}}}
	return i
}

// login verifies NTLMv2 with the account's key as the password, and calls admitted when a client has logged in.
type login struct {
	identity
	admitted func()
}

// Verify admits a client, or returns the status of the refusal.
func (l login) Verify(c *server.Conn, a *ntlmssp.Authenticate, challenge [8]byte) (sessionKey []byte, status uint32) {
	sessionKey, status = l.accounts.Verify(c, a, challenge)
	if status == protocol.StatusOk {
		l.admitted()
	}
	return sessionKey, status
}
