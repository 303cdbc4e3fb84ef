package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
	out, err := output(ctx, inside, root, config.Config, "version")
	if refused := (*os.PathError)(nil); errors.As(err, &refused) { // it could not be started
		where = "from the image, but among the files of this machine, which only root can hide"
		inside = beside
		out, err = output(ctx, inside, root, config.Config, "version")
	}
	if err == nil && !strings.Contains(out, commit) {
		err = fmt.Errorf("it is not of commit %s", commit)
	}
	if err != nil {
		return fmt.Errorf("run what is in the image: %w\n%s", err, out)
	}
	if out, err = output(ctx, inside, root, config.Config, "run"); err != nil {
		return fmt.Errorf("run what is in the image: %w\n%s", err, out)
	}
	if err := serves(ctx, inside, root, config.Config); err != nil {
		return fmt.Errorf("serve what is in the image: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	fmt.Fprintf(w, "%s: %s\n", where, lines[len(lines)-1])
	return nil
}

// listening is the line of a server that a client can use.
var listening = regexp.MustCompile(`successfully listen\S* \S+ (http://\S+)`)

// serves starts the server of the image, which keeps its data in the image's folder for it, and asks for its health as the
// image says. The ports are others than the image's, which may be taken on this machine.
func serves(ctx context.Context, inside starter, root string, c v1.Config) (err error) {
	cmd, err := inside(ctx, root, c, "azurite-blob", "--silent", "--location", imageData, "--blobPort", "0")
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if ended := cmd.Wait(); err == nil && ended != nil {
			err = fmt.Errorf("%w: %s", ended, said.String())
		}
	}()
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			test := c.Healthcheck.Test // CMD, the program, its arguments, addresses
			out, err := output(ctx, inside, root, c, append(test[2:4:4], m[1])...)
			if err != nil {
				return fmt.Errorf("its health: %w\n%s", err, out)
			}
			return nil
		}
	}
	return errors.New("it ended at once")
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

// starter makes the command that starts the program of an image.
type starter func(ctx context.Context, root string, c v1.Config, args ...string) (*exec.Cmd, error)

// output runs the program of an image, and returns what it writes.
func output(ctx context.Context, inside starter, root string, c v1.Config, args ...string) (string, error) {
	cmd, err := inside(ctx, root, c, args...)
	if err != nil {
		return "", err
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// confined starts the program of an image with the image's folder as its root.
func confined(ctx context.Context, root string, c v1.Config, args ...string) (*exec.Cmd, error) {
	cmd := exec.CommandContext(ctx, c.Entrypoint[0], append(c.Entrypoint[1:], args...)...)
	cmd.Dir, cmd.Env = c.WorkingDir, []string{}
	return cmd, confine(cmd, root, imageUser)
}

// beside starts the program of an image like any other program.
func beside(ctx context.Context, root string, c v1.Config, args ...string) (*exec.Cmd, error) {
	for i := range args {
		if args[i] == imageData {
			args[i] = filepath.Join(root, imageData)
		}
	}
	cmd := exec.CommandContext(ctx, filepath.Join(root, c.Entrypoint[0]), append(c.Entrypoint[1:], args...)...)
	cmd.Dir, cmd.Env = filepath.Join(root, c.WorkingDir), []string{"TMPDIR=" + filepath.Join(root, "tmp")}
	return cmd, nil
}
