package main

import "strings"

// Code is the error code of the target's answer.
func (a Answer) Code() string {
	if a.Status < 300 {
		return ""
	}
	if c := a.Header.Get("x-ms-error-code"); c != "" {
		return c
	}
	return codeIn(a.Body)
}

// ErrorCode is the error code of the recorded answer.
func (e *Exchange) ErrorCode() string {
	if e.Status < 300 {
		return ""
	}
	if c := e.AnswerHeader["x-ms-error-code"]; c != "" {
		return c
	}
	if c := codeIn(e.Answer.Bytes); c != "" {
		return c
	}
	return e.Code
}

// codeIn is the error code in a body.
func codeIn(body []byte) string {
	for _, l := range Leaves(body) {
		if l.Path == "/Error/Code" || strings.HasSuffix(l.Path, "odata.error/code") || l.Path == "/error/code" {
			return l.Value
		}
	}
	return ""
}
