// Package table drives package reference/table with Microsoft's Go SDKs.
package table
