// Package sddl converts security descriptors between their two forms: the text of the Security Descriptor Definition
// Language, and the binary form that file systems keep, in which all parts follow a header (self-relative).
//
// It knows what files need: owner, group and access control lists with plain entries. It refuses what it cannot carry
// over whole: entries with conditions, with the GUIDs of directory objects, and names of accounts that only a domain
// could resolve. // MS-DTYP 2.4, 2.5.1
package sddl

import "errors"

// ErrInvalid is the error of a descriptor that cannot be read, or that the other form could not express.
var ErrInvalid = errors.New("reading a security descriptor: it is malformed, or has parts that cannot be converted")

// Binary converts a text.
func Binary(text string) ([]byte, error) {
	d, ok := parseText(text)
	if !ok {
		return nil, ErrInvalid
	}
	b, ok := d.binary()
	if !ok {
		return nil, ErrInvalid
	}
	return b, nil
}

// Text converts a binary descriptor.
func Text(binary []byte) (string, error) {
	d, ok := parseBinary(binary)
	if !ok {
		return "", ErrInvalid
	}
	return d.text(), nil
}
