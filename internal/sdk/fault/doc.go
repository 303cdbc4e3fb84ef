// Package fault drives package reference/fault with Microsoft's Go SDKs.
package fault
