package file

import (
	"context"
	"net/http"
	"strconv"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"

	"ifmatch/steps/sdk"
)

// action is one of the actions on a lease. That of a file cannot be renewed: it never
// ends.
type action struct {
	name    string
	success int
	// id is the one that the SDK's client speaks for.
	id    func(Request) *string
	share func(context.Context, *lease.ShareClient, Request) (any, error)
	file  func(context.Context, *lease.FileClient, Request) (any, error)
	sign  func(req *Request, text string, id func() string)
}

var actions = []action{
	{"acquire", http.StatusCreated, proposed,
		func(ctx context.Context, l *lease.ShareClient, req Request) (any, error) {
			return l.Acquire(ctx, seconds(req.Duration), nil)
		},
		func(ctx context.Context, l *lease.FileClient, _ Request) (any, error) { return l.Acquire(ctx, nil) },
		func(req *Request, _ string, id func() string) {
			own := id()
			req.ProposedID = &own
		}},
	{"renew", http.StatusOK, current,
		func(ctx context.Context, l *lease.ShareClient, _ Request) (any, error) { return l.Renew(ctx, nil) }, nil, signNothing},
	{"change", http.StatusOK, current,
		func(ctx context.Context, l *lease.ShareClient, req Request) (any, error) {
			return l.Change(ctx, *idOr(req.ProposedID), nil)
		},
		func(ctx context.Context, l *lease.FileClient, req Request) (any, error) {
			return l.Change(ctx, *idOr(req.ProposedID), nil)
		}, signNothing},
	{"release", http.StatusOK, current,
		func(ctx context.Context, l *lease.ShareClient, _ Request) (any, error) { return l.Release(ctx, nil) },
		func(ctx context.Context, l *lease.FileClient, _ Request) (any, error) { return l.Release(ctx, nil) }, signNothing},
	{"break", http.StatusAccepted, current,
		func(ctx context.Context, l *lease.ShareClient, _ Request) (any, error) { return l.Break(ctx, nil) },
		func(ctx context.Context, l *lease.FileClient, _ Request) (any, error) { return l.Break(ctx, nil) }, signNothing},
}

func proposed(req Request) *string { return req.ProposedID }
func current(req Request) *string  { return req.LeaseID }

// onShareLease and onFileLease make the operations. What the request does not name the
// SDK would invent, and is dropped; a break period goes out exactly as it is asked for.
func (a action) onShareLease() performer {
	return sdk.Do("Lease Share "+a.name, named, func(ctx context.Context, s *service.Client, r Address, req Request) (any, error) {
		l, err := lease.NewShareClient(shareOf(s, r), &lease.ShareClientOptions{LeaseID: idOr(a.id(req))})
		if err != nil {
			return nil, err
		}
		return a.share(ctx, l, req)
	})
}

func (a action) onFileLease() performer {
	return sdk.Do("Lease File "+a.name, named, func(ctx context.Context, s *service.Client, r Address, req Request) (any, error) {
		l, err := lease.NewFileClient(fileOf(s, r), &lease.FileClientOptions{LeaseID: idOr(a.id(req))})
		if err != nil {
			return nil, err
		}
		return a.file(ctx, l, req)
	})
}

func named(req Request) *sdk.Exchange {
	x := &sdk.Exchange{}
	for name, value := range map[string]*string{"x-ms-lease-id": req.LeaseID, "x-ms-proposed-lease-id": req.ProposedID, "x-ms-lease-duration": req.Duration} {
		if value == nil {
			x.Drop = append(x.Drop, name)
		}
	}
	return x
}

// noLeaseID stands where the SDK demands an id.
var noLeaseID = "00000000-0000-0000-0000-000000000000"

func idOr(id *string) *string {
	if id == nil {
		return &noLeaseID
	}
	return id
}

// seconds is what the SDK's type can carry; the text itself goes out beside it.
func seconds(s *string) int32 {
	if s == nil {
		return 0
	}
	n, _ := strconv.ParseInt(*s, 10, 32)
	return int32(n)
}

// signNothing is of what no two clients can send differently.
func signNothing(*Request, string, func() string) {}
