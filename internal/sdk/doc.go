// Package sdk holds the tests that drive the reference with Microsoft's Go SDKs, as the programs do that it is for;
// the folders are those of the reference. It is a module of its own, so that whoever imports the reference does not
// download the SDKs for its tests.
package sdk
