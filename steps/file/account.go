package file

import (
	"context"
	"slices"

	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// seeAccount looks at what the File service shows of the kind of its account: there is no operation for
// that, but it shows in a share, and in what becomes of one that is deleted.
func seeAccount(ctx context.Context, with scenario.Client, name string, see *scenario.Sight) {
	c, share := with.(*client), Address{Kind: kindShare, Share: name}
	if !see.Depends(plan.PremiumShares, plan.ShareSoftDelete) {
		return
	}
	resp, err := createShare(ctx, c, share, Request{})
	if !see.Answered("Create Share", resp, err) {
		return
	}
	if resp, err = getShareProperties(ctx, c, share, Request{}); see.Answered("Get Share Properties", resp, err) {
		see.Is(plan.PremiumShares, resp.Header.Get("x-ms-access-tier") == "Premium")
	}
	if resp, err = deleteShare(ctx, c, share, Request{}); !see.Answered("Delete Share", resp, err) {
		return
	}
	resp, err = listShares(ctx, c, Address{Kind: kindAccount}, Request{Prefix: name, Include: []string{"deleted"}})
	if !see.Answered("List Shares", resp, err) {
		return
	}
	if all, _, err := parseShares(resp.Body); err == nil {
		see.Is(plan.ShareSoftDelete, slices.ContainsFunc(all, func(l listedShare) bool { return l.Name == name && l.Deleted }))
	}
}
