// Package file drives package reference/file with Microsoft's Go SDKs.
package file
