package queue

import (
	"net/http"
	"time"

	"ifmatch/reference/errcode"
)

// The versions of the protocol: the oldest whose rules this server follows, and the one that requests without a
// version are answered with.
const (
	oldestVersion  = "2013-08-15"
	defaultVersion = "2021-12-02"
)

// version is the version of the protocol that a request asks for: x-ms-version, else that of its shared access
// signature. Only requests signed with the key must have one.
func version(r *http.Request, t target) (string, error) {
	v := get(r.Header, hVersion)
	if v == "" {
		v = t.query.Get("sv")
	}
	if v == "" {
		if get(r.Header, hAuthorization) != "" {
			return "", errcode.MissingHeader("x-ms-version")
		}
		return defaultVersion, nil
	}
	if _, err := time.Parse(time.DateOnly, v); err != nil || v < oldestVersion {
		return "", errcode.BadHeader("x-ms-version", v)
	}
	return v, nil
}
