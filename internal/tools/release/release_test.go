package main

import (
	"archive/tar"
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
)

func TestParsePlatforms(t *testing.T) {
	t.Parallel()
	if all, err := parsePlatforms(strings.Join(allPlatforms(), ",")); err != nil || len(all) != 6 {
		t.Errorf("all platforms = %v, %v", all, err)
	}
	for text, want := range map[string]string{
		"plan9/amd64":             `there is no "plan9/amd64"`,
		"":                        `there is no ""`,
		"linux/amd64,linux/amd64": "occurs twice",
	} {
		if _, err := parsePlatforms(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("parsePlatforms(%q) = %v, want %q", text, err, want)
		}
	}
	if got := (platform{"windows", "arm64"}).file(); got != "ifmatch-windows-arm64.exe" {
		t.Errorf("a binary is called %s", got)
	}
}

// commit is the source of images here.
var commit = source{hash: strings.Repeat("0123456789", 4), time: time.Date(2026, 11, 22, 13, 0, 0, 0, time.UTC)}

// written makes an image in a folder, from two files that are not programs.
func written(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	here := []platform{{runtime.GOOS, runtime.GOARCH}, {"linux", "riscv64"}}
	for _, p := range here {
		if err := os.WriteFile(filepath.Join(folder, p.file()), []byte("a program for "+p.String()), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(folder, imageFile)
	if err := writeImage(path, commit, here, folder); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestImage(t *testing.T) {
	t.Parallel()
	one, two := written(t), written(t)
	if _, err := sameFiles(filepath.Dir(one), filepath.Dir(two)); err != nil {
		t.Error(err)
	}
	image, err := readImage(one, filepath.Join(t.TempDir(), "layout"))
	if err != nil || image == nil {
		t.Fatalf("the image for this machine: %v, %v", image, err)
	}
	config, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	got := []string{config.OS, config.Architecture, config.Created.Format(time.RFC3339), config.Config.User, config.Config.WorkingDir, config.Config.Labels["org.opencontainers.image.revision"]}
	if diff := cmp.Diff([]string{runtime.GOOS, runtime.GOARCH, "2026-11-22T13:00:00Z", "65532:65532", "/work", commit.hash}, got); diff != "" {
		t.Errorf("config (-want +got):\n%s", diff)
	}
	files := map[string]string{}
	r := mutate.Extract(image)
	defer r.Close()
	for in := tar.NewReader(r); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		files[h.Name] = h.FileInfo().Mode().String()
		if data, _ := io.ReadAll(in); h.Name == program[1:] && string(data) != "a program for "+runtime.GOOS+"/"+runtime.GOARCH {
			t.Errorf("the program is %q", data)
		}
		if name := strings.TrimSuffix(h.Name, "/"); (name == "work" || name == "data") && h.Uid != imageUser {
			t.Errorf("/%s belongs to %d", name, h.Uid)
		}
	}
	want := map[string]string{
		"etc": "drwxr-xr-x", "etc/group": "-rw-r--r--", "etc/passwd": "-rw-r--r--", "etc/ssl": "drwxr-xr-x", "etc/ssl/certs": "drwxr-xr-x",
		rootsPath: "-rw-r--r--", "tmp": "dtrwxrwxrwx", "work": "drwxr-xr-x", "data": "drwxr-xr-x", "ifmatch": "-rwxr-xr-x",
		"usr": "drwxr-xr-x", "usr/local": "drwxr-xr-x", "usr/local/bin": "drwxr-xr-x",
	}
	for _, name := range links {
		want["usr/local/bin/"+name] = "Lrwxrwxrwx"
	}
	trimmed := map[string]string{}
	for name, mode := range files {
		trimmed[strings.TrimSuffix(name, "/")] = mode
	}
	if diff := cmp.Diff(want, trimmed); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// TestDamagedImage changes one byte of a layer.
func TestDamagedImage(t *testing.T) {
	t.Parallel()
	path := written(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte{0x1f, 0x8b, 0x08}) // the beginning of a compressed layer
	if at < 0 {
		t.Fatal("the image has no compressed layer")
	}
	data[at+40] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readImage(path, filepath.Join(t.TempDir(), "layout")); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("readImage = %v", err)
	}
}

func TestRoots(t *testing.T) {
	t.Parallel()
	text, err := roots()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if _, err := x509.ParseCertificate(block.Bytes); err != nil {
			t.Error(err)
		}
		n++
	}
	if n < 100 {
		t.Errorf("there are %d certificates; Mozilla trusts more than a hundred", n)
	}
}

// TestVerifyRefuses reads this test binary, which was not built as a release is built.
func TestVerifyRefuses(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := verify(self, platform{runtime.GOOS, runtime.GOARCH}, commit.hash); err == nil || !strings.Contains(err.Error(), "was built with") {
		t.Errorf("verify = %v", err)
	}
}

func TestSameFiles(t *testing.T) {
	t.Parallel()
	a, b := t.TempDir(), t.TempDir()
	write := func(folder, name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(a, "x", "one")
	write(b, "x", "one")
	sums, err := sameFiles(a, b)
	if err != nil || sums != "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed  x\n" {
		t.Errorf("sameFiles = %q, %v", sums, err)
	}
	write(b, "x", "two")
	if _, err := sameFiles(a, b); err == nil || !strings.Contains(err.Error(), "x cannot be reproduced") {
		t.Errorf("of files that differ: %v", err)
	}
	write(b, "y", "")
	if _, err := sameFiles(a, b); err == nil || !strings.Contains(err.Error(), "the second build made [x y]") {
		t.Errorf("of more files: %v", err)
	}
}

func TestUnpackStaysInItsFolder(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	w := tar.NewWriter(&packed)
	if err := errors.Join(w.WriteHeader(&tar.Header{Name: "../beside", Mode: 0o644}), w.Close()); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "root")
	if err := unpack(&packed, folder); err == nil || exists(filepath.Join(filepath.Dir(folder), "beside")) {
		t.Errorf("unpack = %v, and it wrote beside its folder: %t", err, exists(filepath.Join(filepath.Dir(folder), "beside")))
	}
}
