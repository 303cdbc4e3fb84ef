// Package auth drives package reference/auth with Microsoft's Go SDKs.
package auth
