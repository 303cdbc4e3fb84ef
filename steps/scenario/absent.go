package scenario

import "net/http"

// unimplemented tells an answer that means: there is no such operation here. Beside
// 501 that is a 500 whose code says so and, for an operation that a later version
// brought, a 400 that bears nothing of the service: a front end gives it that finds no
// operation for the request. Azurite 3.31.0 answers in the second way, 3.20.1 in the third.
func unimplemented(op Operation, resp Response) bool {
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

// saysUnimplemented tells the error codes of operations that are not there.
func saysUnimplemented(code string) bool {
	return code == "NotImplemented" || code == "APINotImplemented"
}
