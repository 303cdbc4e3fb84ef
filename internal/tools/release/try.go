package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// tryImage reads an image back, unpacks the one for this machine, and lets it judge the reference with
// nothing else visible to it.
func tryImage(ctx context.Context, w io.Writer, path, commit string) error {
	work, err := os.MkdirTemp("", "ifmatch-try-*")
	if err != nil {
		return fmt.Errorf("make a folder for the image: %w", err)
	}
	defer removeAll(work)
	if err := os.Chmod(work, 0o755); err != nil { // the image has its own user
		return fmt.Errorf("make a folder for the image: %w", err)
	}
	image, err := readImage(path, filepath.Join(work, "layout"))
	if err != nil {
		return err
	}
	if image == nil {
		fmt.Fprintf(w, "the image has nothing for %s/%s, and was not run\n", runtime.GOOS, runtime.GOARCH)
		return nil
	}
	config, err := image.ConfigFile()
	if err != nil {
		return fmt.Errorf("read the image: %w", err)
	}
	root := filepath.Join(work, "root")
	files := mutate.Extract(image)
	if err := errors.Join(unpack(files, root), files.Close()); err != nil {
		return err
	}
	inside := confined
	where := "in the image, as its user and with nothing else"
	out, err := inside(ctx, root, config.Config, "version")
	if refused := (*os.PathError)(nil); errors.As(err, &refused) { // it could not be started
		where = "from the image, but among the files of this machine, which only root can hide"
		inside = beside
		out, err = inside(ctx, root, config.Config, "version")
	}
	if err == nil && !strings.Contains(out, commit) {
		err = fmt.Errorf("it is not of commit %s", commit)
	}
	if err != nil {
		return fmt.Errorf("run what is in the image: %w\n%s", err, out)
	}
	if out, err = inside(ctx, root, config.Config, "run"); err != nil {
		return fmt.Errorf("run what is in the image: %w\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	fmt.Fprintf(w, "%s: %s\n", where, lines[len(lines)-1])
	return nil
}

// readImage unpacks an archive, checks every digest and size in it, and returns the image for this
// machine; nil if there is none.
func readImage(path, folder string) (v1.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the image: %w", err)
	}
	defer f.Close()
	if err := unpack(f, folder); err != nil {
		return nil, err
	}
	top, err := layout.ImageIndexFromPath(folder)
	if err != nil {
		return nil, fmt.Errorf("read the image: %w", err)
	}
	if err := validate.Index(top); err != nil {
		return nil, fmt.Errorf("the image is damaged: %w", err)
	}
	manifest, err := top.IndexManifest()
	if err != nil {
		return nil, fmt.Errorf("read the image: %w", err)
	}
	for _, d := range manifest.Manifests {
		index, err := top.ImageIndex(d.Digest)
		if err != nil {
			return nil, fmt.Errorf("read the image: %w", err)
		}
		inner, err := index.IndexManifest()
		if err != nil {
			return nil, fmt.Errorf("read the image: %w", err)
		}
		for _, m := range inner.Manifests {
			if m.Platform.OS == runtime.GOOS && m.Platform.Architecture == runtime.GOARCH {
				return index.Image(m.Digest)
			}
		}
	}
	return nil, nil
}

// confined runs the program of an image with the image's folder as its root, and returns its output.
func confined(ctx context.Context, root string, c v1.Config, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, c.Entrypoint[0], append(c.Entrypoint[1:], args...)...)
	cmd.Dir, cmd.Env = c.WorkingDir, []string{}
	if err := confine(cmd, root, imageUser); err != nil {
		return "", err
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// beside runs the program of an image like any other program.
func beside(ctx context.Context, root string, c v1.Config, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(root, c.Entrypoint[0]), append(c.Entrypoint[1:], args...)...)
	cmd.Dir, cmd.Env = filepath.Join(root, c.WorkingDir), []string{"TMPDIR=" + filepath.Join(root, "tmp")}
	out, err := cmd.CombinedOutput()
	return string(out), err
}
