package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// platform is where a binary runs, in Go's words.
type platform struct{ os, arch string }

// platforms are the platforms of a release.
var platforms = []platform{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

func (p platform) String() string { return p.os + "/" + p.arch }

// file is the name of the platform's binary in a release.
func (p platform) file() string {
	name := "ifmatch-" + p.os + "-" + p.arch
	if p.os == "windows" {
		name += ".exe"
	}
	return name
}

func allPlatforms() []string {
	var out []string
	for _, p := range platforms {
		out = append(out, p.String())
	}
	return out
}

func parsePlatforms(text string) ([]platform, error) {
	var out []platform
	for name := range strings.SplitSeq(text, ",") {
		i := slices.IndexFunc(platforms, func(p platform) bool { return p.String() == name })
		switch {
		case i < 0:
			return nil, fmt.Errorf("-platforms: there is no %q; choose from %s", name, strings.Join(allPlatforms(), ", "))
		case slices.Contains(out, platforms[i]):
			return nil, fmt.Errorf("-platforms: %s occurs twice", name)
		}
		out = append(out, platforms[i])
	}
	return out, nil
}

// arguments of the go command. The Dockerfile repeats them.
var arguments = []string{"build", "-trimpath", "-gcflags=all=-dwarf=false", "-buildvcs=true", "-ldflags=-s -w"}

// settings are the other settings that determine the compiler's output, apart from its version.
var settings = []string{"CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOWORK=", "GOEXPERIMENT=", "GOFIPS140=off"}

// compile builds the binary of a platform. cache is the folder of the compiler's cache, "" for the
// default one.
func compile(ctx context.Context, s source, p platform, path, cache string) error {
	var stderr strings.Builder
	cmd := exec.CommandContext(ctx, "go", append(slices.Clone(arguments), "-o", path, ".")...)
	cmd.Dir, cmd.Stderr = s.folder, &stderr
	cmd.Env = append(append(os.Environ(), settings...), "GOOS="+p.os, "GOARCH="+p.arch)
	if cache != "" {
		cmd.Env = append(cmd.Env, "GOCACHE="+cache)
	}
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build for %s: %w\n%s", p, err, stderr.String())
	}
	return nil
}
