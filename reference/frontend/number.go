package frontend

import (
	"strconv"

	"ifmatch/reference/errcode"
)

// Integer reads a header that holds a number; n is -1 if it is absent.
func (c *Call) Integer(name string) (n int64, given bool, err error) {
	v := c.Get(name)
	if v == "" {
		return -1, false, nil
	}
	n, perr := strconv.ParseInt(v, 10, 64)
	if perr != nil {
		return 0, true, errcode.BadHeader(name, v)
	}
	return n, true, nil
}

// Natural reads a header that holds a number of zero or more.
func (c *Call) Natural(name string) (n int64, given bool, err error) {
	n, given, err = c.Integer(name)
	if err == nil && given && n < 0 {
		return 0, true, errcode.BadHeader(name, c.Get(name))
	}
	return n, given, err
}

// BadOrMissing refuses a header that must be one of several words.
func BadOrMissing(name, value string) error {
	if value == "" {
		return errcode.MissingHeader(name)
	}
	return errcode.BadHeader(name, value)
}
