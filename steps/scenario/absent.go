package scenario

import "net/http"

// Unimplemented reports whether an answer means that the operation does not exist there. That is
// a 501 or a 500 whose code says so. For an operation that a later version introduced it is
// also a 400 without any header of the service: a front end sends it if it finds no operation for
// the request. Azurite 3.31.0 sends the 500, 3.20.1 the 400.
func Unimplemented(op Operation, resp Response) bool {
	switch resp.Status {
	case http.StatusNotImplemented:
		return true
	case http.StatusInternalServerError:
		return saysUnimplemented(resp.Code)
	case http.StatusBadRequest:
		return op.Since != "" && resp.Code == "" && len(resp.Body) == 0 && resp.Header.Get("x-ms-request-id") == ""
	}
	return false
}

// saysUnimplemented reports whether an error code means that the operation does not exist.
func saysUnimplemented(code string) bool {
	return code == "NotImplemented" || code == "APINotImplemented"
}
