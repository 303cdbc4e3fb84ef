package table

import (
	"net/http"
	"time"

	"ifmatch/reference/errcode"
)

// defaultVersion is the version of the protocol that requests without a version are answered with.
const defaultVersion = "2021-12-02"

// version is the version of the protocol that a request asks for: x-ms-version, else that of its shared access
// signature.
func version(r *http.Request, t target) (string, error) {
	v := get(r.Header, hVersion)
	if v == "" {
		v = t.query.Get("sv")
	}
	if v == "" {
		return defaultVersion, nil
	}
	if _, err := time.Parse(time.DateOnly, v); err != nil {
		return "", errcode.BadHeader("x-ms-version", v)
	}
	return v, nil
}
