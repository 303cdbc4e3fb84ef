package auth

import "net/http"

// Error is a refusal, ready to be sent: the status, Azure's error code, the sentence for the client, and a detail that
// helps the client's author. Neither text ever holds a key, the right signature, or a signature that was sent along (of
// a copy source, for instance).
type Error struct {
	Status  int
	Code    string
	Message string
	Detail  string // what exactly did not match, such as the string that the server signed; may be empty
}

// Error returns the refusal as a text.
func (e *Error) Error() string {
	if e.Detail == "" {
		return e.Code + ": " + e.Message
	}
	return e.Code + ": " + e.Message + " " + e.Detail
}

// notAuthentic is the answer to credentials that are well formed but wrong.
func notAuthentic(detail string) *Error {
	return &Error{http.StatusForbidden, "AuthenticationFailed",
		"Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.", detail}
}

// malformed is the answer to credentials that cannot be read.
func malformed(detail string) *Error {
	return &Error{http.StatusBadRequest, "InvalidAuthenticationInfo",
		"The authentication information was not provided in the correct format. Verify the value of Authorization header.", detail}
}

// unsupportedScheme is the answer to bearer tokens that are not accepted: it tells the client where to get another.
func unsupportedScheme(detail string) *Error {
	return &Error{http.StatusUnauthorized, "InvalidAuthenticationInfo",
		"Server failed to authenticate the request. Please refer to the information in the www-authenticate header.", detail}
}

// notAuthorized is the answer to an authentic signature that does not cover the request.
func notAuthorized(code, message, detail string) *Error {
	return &Error{http.StatusForbidden, code, message, detail}
}
