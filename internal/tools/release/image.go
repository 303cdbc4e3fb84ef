package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// imageFile is an archive of an OCI image layout: one index with the image of each platform. The images
// contain only certificates and the program.
const imageFile = "ifmatch-image.tar"

// The user of the image, and the folder that it may write.
const (
	imageUser   = 65532
	imageFolder = "/work"
	imageData   = "/data" // where the server keeps its data
	program     = "/ifmatch"
	linkFolder  = "/usr/local/bin" // of the names under which the program can be started
)

// links are these names: each starts the server as the program of Microsoft's emulator with that name does.
var links = []string{"azurite", "azurite-blob", "azurite-queue", "azurite-table", "ifmatch"}

// served is what the image does if it is not told otherwise, and health is how to see that it does.
var (
	served   = []string{"azurite", "--location", imageData, "--blobHost", "0.0.0.0", "--queueHost", "0.0.0.0", "--tableHost", "0.0.0.0"}
	health   = []string{program, "health", "--any", "http://127.0.0.1:10000", "http://127.0.0.1:10001", "http://127.0.0.1:10002"}
	exposed  = []string{"10000", "10001", "10002"}
	searched = "PATH=/usr/local/bin:/usr/bin:/bin"
)

// healthEvery is how often the health is looked at: whoever starts the container waits for the first look. Failures soon
// after the start do not count: the server needs milliseconds, and longer if it finds much data.
const (
	healthEvery = 5 * time.Second
	healthStart = 30 * time.Second
)

// writeImage makes the image from the binaries in a folder.
func writeImage(path string, s source, all []platform, folder string) error {
	base, err := baseLayer(s.time)
	if err != nil {
		return err
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, p := range all {
		image, err := imageOf(s, p, base, filepath.Join(folder, p.file()))
		if err != nil {
			return fmt.Errorf("make the image for %s: %w", p, err)
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        image,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: p.os, Architecture: p.arch}},
		})
	}
	dir, err := os.MkdirTemp("", "ifmatch-image-*")
	if err != nil {
		return fmt.Errorf("make a folder for the image: %w", err)
	}
	defer os.RemoveAll(dir)
	l, err := layout.Write(dir, empty.Index)
	if err != nil {
		return fmt.Errorf("write the image: %w", err)
	}
	name := layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": s.hash[:12]})
	if err := l.AppendIndex(index, name); err != nil {
		return fmt.Errorf("write the image: %w", err)
	}
	return archive(path, dir, s.time)
}

// imageOf is the image of one platform.
func imageOf(s source, p platform, base v1.Layer, binary string) (v1.Image, error) {
	data, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	files := []entry{{name: program[1:], mode: 0o755, data: data}}
	for _, name := range links {
		files = append(files, entry{name: linkFolder[1:] + "/" + name, mode: 0o777, target: program})
	}
	layer, err := layerOf(s.time, files...)
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	created := v1.Time{Time: s.time}
	if image, err = mutate.Append(image,
		mutate.Addendum{Layer: base, History: v1.History{Created: created, CreatedBy: "certificates, a user, folders"}},
		mutate.Addendum{Layer: layer, History: v1.History{Created: created, CreatedBy: "ifmatch for " + p.String()}},
	); err != nil {
		return nil, err
	}
	file, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Created = p.os, p.arch, created
	file.Config = v1.Config{
		User: fmt.Sprintf("%d:%d", imageUser, imageUser), WorkingDir: imageFolder, Entrypoint: []string{program}, Cmd: served, Env: []string{searched},
		Healthcheck:  &v1.HealthConfig{Test: append([]string{"CMD"}, health...), Interval: healthEvery, StartPeriod: healthStart},
		ExposedPorts: map[string]struct{}{},
		Labels: map[string]string{
			"org.opencontainers.image.title": "ifmatch", "org.opencontainers.image.revision": s.hash,
			"org.opencontainers.image.created": s.time.Format(time.RFC3339), "org.opencontainers.image.licenses": "MIT",
		},
	}
	for _, port := range exposed {
		file.Config.ExposedPorts[port+"/tcp"] = struct{}{}
	}
	return mutate.ConfigFile(image, file)
}

// entry is a file of a layer, or, if its name ends with a slash, a folder, or, if it has a target, a link.
type entry struct {
	name   string
	mode   int64
	owner  int
	data   []byte
	target string
}

// baseLayer is what the program needs around it: certificates of authorities for https, a name for its
// user, and folders to write in.
func baseLayer(at time.Time) (v1.Layer, error) {
	certificates, err := roots()
	if err != nil {
		return nil, err
	}
	passwd := fmt.Sprintf("root:x:0:0::/:\nifmatch:x:%d:%d::%s:\n", imageUser, imageUser, imageFolder)
	return layerOf(at,
		entry{name: "etc/", mode: 0o755},
		entry{name: "etc/group", mode: 0o644, data: fmt.Appendf(nil, "root:x:0:\nifmatch:x:%d:\n", imageUser)},
		entry{name: "etc/passwd", mode: 0o644, data: []byte(passwd)},
		entry{name: "etc/ssl/", mode: 0o755},
		entry{name: "etc/ssl/certs/", mode: 0o755},
		entry{name: rootsPath, mode: 0o644, data: certificates},
		entry{name: "tmp/", mode: 0o1777},
		entry{name: imageFolder[1:] + "/", mode: 0o755, owner: imageUser},
		entry{name: imageData[1:] + "/", mode: 0o755, owner: imageUser},
		entry{name: "usr/", mode: 0o755},
		entry{name: "usr/local/", mode: 0o755},
		entry{name: linkFolder[1:] + "/", mode: 0o755},
	)
}

// layerOf packs files into a layer.
func layerOf(at time.Time, entries ...entry) (v1.Layer, error) {
	var packed bytes.Buffer
	w := tar.NewWriter(&packed)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Mode: e.mode, Uid: e.owner, Gid: e.owner, Size: int64(len(e.data)), ModTime: at, Format: tar.FormatPAX}
		if e.target != "" {
			h.Typeflag, h.Linkname = tar.TypeSymlink, e.target
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(packed.Bytes())), nil }
	return tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
}

// archive packs the files below a folder, sorted by name.
func archive(path, folder string, at time.Time) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write the image: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := tar.NewWriter(f)
	err = filepath.WalkDir(folder, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := w.WriteHeader(&tar.Header{Name: filepath.ToSlash(name), Mode: 0o644, Size: int64(len(data)), ModTime: at}); err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	if err := errors.Join(err, w.Close()); err != nil {
		return fmt.Errorf("write the image: %w", err)
	}
	return nil
}
