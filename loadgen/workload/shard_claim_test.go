package workload

import (
	"errors"
	"testing"

	"ifmatch/loadgen/transport"
)

// TestOneProcessIsAShard lets two processes claim each of two shards, at each service. The first gets it. If its
// answer was lost, it gets it again on the next try, even after it wrote its beacon.
func TestOneProcessIsAShard(t *testing.T) {
	t.Parallel()
	for _, w := range []Workload{blobCAS, tableCAS, queueConsume, fileLWW} {
		for name, make := range map[string]func(send func() (*transport.Reply, error)) (*transport.Reply, error){
			"answered": func(send func() (*transport.Reply, error)) (*transport.Reply, error) { return send() },
			"unheard":  func(send func() (*transport.Reply, error)) (*transport.Reply, error) { send(); return nil, errCut },
			"lost":     func(func() (*transport.Reply, error)) (*transport.Reply, error) { return nil, errCut },
		} {
			t.Run(w.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				d := drive(t, w, nil)
				b := NewShardBeacons(d.env, w.Services[0])
				method := "PUT"
				if w.Services[0] == "table" {
					method = "POST"
				}
				d.meddle = failing(2, method, "", make)
				if err := b.Claim(t.Context(), &d.conn, 0, "a"); err != nil {
					t.Fatalf("the first: %v", err)
				}
				d.meddle = nil
				if err := b.Claim(t.Context(), &d.conn, 0, "b"); !errors.Is(err, ErrClaimed) {
					t.Errorf("the second: %v", err)
				}
				if err := b.Claim(t.Context(), &d.conn, 1, "b"); err != nil {
					t.Errorf("another shard: %v", err)
				}
				if _, err := d.conn.Send(t.Context(), b.Step(0, true), b.Fill); err != nil {
					t.Fatal(err)
				}
				if err := b.Claim(t.Context(), &d.conn, 0, "b"); !errors.Is(err, ErrClaimed) {
					t.Errorf("after the first told the time: %v", err)
				}
				d.prepare() // finds what the claim created, such as the table
			})
		}
	}
}

// TestRefusedClaim runs against a service that lets nobody create what a shard needs.
func TestRefusedClaim(t *testing.T) {
	t.Parallel()
	d := drive(t, blobCAS, nil)
	d.meddle = failing(1, "PUT", "", func(func() (*transport.Reply, error)) (*transport.Reply, error) {
		return answer(403, "AuthorizationFailure"), nil
	})
	err := NewShardBeacons(d.env, "blob").Claim(t.Context(), &d.conn, 3, "a")
	if err == nil || errors.Is(err, ErrClaimed) || err.Error() != "claim shard 3: the service answered 403 AuthorizationFailure" {
		t.Errorf("claim = %v", err)
	}
}
