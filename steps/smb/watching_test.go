package smb

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ifmatch/internal/oversmb"
	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

// server notes what reaches it. It answers watches with what is put into told.
type server struct {
	oversmb.Client
	oversmb.Handle
	slow    time.Duration // before a watch is on its way
	reached []string
	told    chan seen
}

func (s *server) Watch(sent func()) ([]string, error) {
	time.Sleep(s.slow)
	s.reached = append(s.reached, "watch")
	sent()
	got := <-s.told
	return got.names, got.err
}

func (s *server) Echo() error {
	s.reached = append(s.reached, "echo")
	return nil
}

// However long the request of a watch takes, the story goes on only once the server has it. What a watch then tells is
// judged; a refusal is a missing capability, and silence is neither that nor a fault.
func TestAWatchHasBegunWhenTheStoryGoesOn(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		slow time.Duration
		told *seen
		want reports.Status // of the last sentence
		late bool
	}{
		"the change over SMB first": {told: &seen{names: []string{"other.bin"}}, want: reports.Passed},
		"on a slow machine":         {slow: time.Hour, told: &seen{names: []string{"other.bin"}}, want: reports.Passed},
		"the change over REST":      {told: &seen{names: []string{"file.bin", "other.bin"}}, want: reports.Failed},
		"no names":                  {told: &seen{}, want: reports.Error},
		"refused":                   {told: &seen{err: oversmb.NotSupported}, want: reports.Skipped},
		"not answered":              {told: &seen{err: errors.New("the connection broke")}, want: reports.Error},
		"silence":                   {want: reports.Error, late: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &server{slow: tc.slow, told: make(chan seen, 1)}
				defer close(s.told)
				p := &person{client: s}
				if err := p.watches(nil, s); err != nil || !slices.Equal(s.reached, []string{"watch", "echo"}) {
					t.Fatalf("%v reached the server, %v", s.reached, err)
				}
				if tc.told != nil {
					s.told <- *tc.told
				}
				v := verdict.Of(t.Context(), p.isShown(t.Context(), "other.bin"))
				if v.Status != tc.want || v.Late != tc.late {
					t.Errorf("%s: %s, late: %v", v.Status, v.Reason, v.Late)
				}
			})
		})
	}
}
