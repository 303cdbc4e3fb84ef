package auth_test

import (
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"

	"ifmatch/reference/auth"
)

func BenchmarkVerify(b *testing.B) {
	sharedKey := plain("PUT", "/"+account+"/cont/blob?comp=block&blockid=QUFBQQ%3D%3D&timeout=30",
		"x-ms-date", date, "x-ms-version", "2026-12-06", "x-ms-client-request-id", "0f5a2b54-6f2c-4a35-9d56-6a4f3a7d3c10", "x-ms-blob-type", "BlockBlob",
		"x-ms-lease-id", "6b0f8a5c-3f0e-4a0c-9e7e-0d8a0a5f3c11", "Content-Length", "1024", "Content-Type", "application/octet-stream", "If-Match", `"0x8DE0A1B2C3D4E5F"`,
		"User-Agent", "azsdk-go-azblob/v1.8.1", "Accept", "application/xml")
	sharedKey.Header.Set("Authorization", sign(b, "SharedKey", "PUT", "", "", "1024", "", "application/octet-stream", "", "", `"0x8DE0A1B2C3D4E5F"`, "", "", "",
		"x-ms-blob-type:BlockBlob", "x-ms-client-request-id:0f5a2b54-6f2c-4a35-9d56-6a4f3a7d3c10", "x-ms-date:"+date, "x-ms-lease-id:6b0f8a5c-3f0e-4a0c-9e7e-0d8a0a5f3c11",
		"x-ms-version:2026-12-06", "/"+account+"/"+account+"/cont/blob", "blockid:QUFBQQ==", "comp:block", "timeout:30"))
	serviceSAS := received("GET", signService(b, endpoints["path-style"], "cont/b", sas.BlobSignatureValues{ContainerName: "cont", BlobName: "b", Permissions: "r", StartTime: noon.Add(-time.Hour)}))

	o := atNoon(b)
	b.Run("SharedKey", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := auth.Verify(sharedKey, o); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("ServiceSAS", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := auth.Verify(serviceSAS, o); err != nil {
				b.Fatal(err)
			}
		}
	})
}
