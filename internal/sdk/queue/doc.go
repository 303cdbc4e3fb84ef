// Package queue drives package reference/queue with Microsoft's Go SDKs.
package queue
