package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"

	"ifmatch/reference/explore"
	"ifmatch/reference/explore/hazard"
)

// order is one request of a random program: what to do with which blob.
type order struct{ verb, blob string }

// randomProgram is what two or three clients do.
func randomProgram(r *rand.Rand) map[string][]order {
	verbs := []string{"get", "put", "swap", "create", "delete", "list"}
	clients, length := []string{"ann", "bob"}, 3
	if r.IntN(6) == 0 {
		clients, length = append(clients, "cem"), 2
	}
	program := make(map[string][]order)
	for _, name := range clients {
		for range 1 + r.IntN(length) {
			program[name] = append(program[name], order{verbs[r.IntN(len(verbs))], string(rune('x' + r.IntN(2)))})
		}
	}
	return program
}

// act sends a request, and says how it was answered. Swaps name the version that was read last.
func (o order) act(t *testing.T, c *azblob.Client, tags map[string]azcore.ETag) string {
	ctx := t.Context()
	var err error
	answer := ""
	switch o.verb {
	case "get":
		var got azblob.DownloadStreamResponse
		if got, err = c.DownloadStream(ctx, containerName, o.blob, nil); err == nil {
			tags[o.blob], answer = *got.ETag, fmt.Sprint(*got.ContentLength)
		}
	case "put":
		err = write(ctx, c, o.blob, strings.Repeat("p", len(tags)+2), nil)
	case "swap":
		tag := tags[o.blob]
		if tag == "" {
			tag = `"0x1"`
		}
		err = write(ctx, c, o.blob, "swapped", ifMatch(tag))
	case "create":
		err = write(ctx, c, o.blob, "c", ifNew())
	case "delete":
		_, err = c.DeleteBlob(ctx, containerName, o.blob, nil)
	case "list":
		answer = list(t, c)
	}
	if err != nil {
		answer = "refused"
	}
	return o.verb + " " + o.blob + ": " + answer
}

// list says what is in the container.
func list(t *testing.T, c *azblob.Client) string {
	page, err := c.NewListBlobsFlatPager(containerName, nil).NextPage(t.Context())
	if err != nil {
		t.Error(err)
		return ""
	}
	var all []string
	for _, item := range page.Segment.BlobItems {
		all = append(all, fmt.Sprint(*item.Name, *item.Properties.ContentLength))
	}
	return strings.Join(all, " ")
}

// outcomes plays a program, and returns every outcome that it had: all answers, and what is left in the end.
func outcomes(t *testing.T, program map[string][]order, options ...explore.Option) (map[string]bool, explore.Report) {
	seen := make(map[string]bool)
	names := slices.Sorted(maps.Keys(program))
	options = append(options, explore.Allow(hazard.Kinds()...), explore.Budget(time.Minute))
	r := explore.Find(t, func(t *testing.T, s *explore.Store) {
		prepare(t, s, map[string]string{"x": "first"})
		answers := make([]string, len(names))
		var all sync.WaitGroup
		for i, name := range names {
			c := blobs(t, s, name)
			all.Go(func() {
				tags := make(map[string]azcore.ETag)
				for _, o := range program[name] {
					answers[i] += o.act(t, c, tags) + ", "
				}
			})
		}
		all.Wait()
		seen[strings.Join(answers, "; ")+list(t, blobs(t, s, ""))] = true
	}, options...)
	return seen, r
}

func TestTheReductionLosesNoOutcomeOfRandomPrograms(t *testing.T) {
	t.Parallel()
	const programs = 200
	r := rand.New(rand.NewPCG(41, 41))
	played, all := 0, 0
	for n := range programs {
		program, bound := randomProgram(r), explore.Undisturbed()
		if n%10 == 0 { // and with losses and jumps, up to a bound
			bound = explore.Departures(2)
		}
		reduced, some := outcomes(t, program, bound)
		whole, full := outcomes(t, program, bound, explore.Unreduced())
		if some.Failure != nil || n%10 > 0 && full.Left+some.Left > 0 {
			t.Fatalf("program %d %v: %v, %v", n, program, some, full)
		}
		if !maps.Equal(reduced, whole) {
			t.Errorf("program %d %v: %d outcomes of %d", n, program, len(reduced), len(whole))
		}
		played, all = played+some.Tried, all+full.Tried
	}
	t.Logf("%d schedules instead of %d", played, all)
	if played >= all {
		t.Error("nothing is left out")
	}
}
