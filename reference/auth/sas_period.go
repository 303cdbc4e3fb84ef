package auth

import (
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// checkPeriod checks that the time is between start and expiry. These come from the signature or from the policy.
func checkPeriod(f fields, policy StoredPolicy, now time.Time) *Error {
	start, expiry := policy.Start, policy.Expiry
	var err error
	if f.start != "" {
		if start, err = parseTime(f.start); err != nil {
			return notAuthentic("st=" + strconv.Quote(f.start) + " is not an ISO 8601 time in UTC.")
		}
	}
	if f.expiry != "" {
		if expiry, err = parseTime(f.expiry); err != nil {
			return notAuthentic("se=" + strconv.Quote(f.expiry) + " is not an ISO 8601 time in UTC.")
		}
	}
	switch {
	case expiry.IsZero():
		return notAuthentic("The expiry must be given by the signature (se) or by its stored access policy.")
	case !start.IsZero() && now.Before(start):
		return notAuthentic(fmt.Sprintf("Signature not valid yet: Start [%s] - Current [%s].", stamp(start), stamp(now)))
	case !now.Before(expiry):
		return notAuthentic(fmt.Sprintf("Signature has expired: Expiry [%s] - Current [%s].", stamp(expiry), stamp(now)))
	}
	return nil
}

func stamp(t time.Time) string { return t.UTC().Format(http.TimeFormat) }

// checkSender checks that the request comes from the signed addresses over the signed protocol.
func checkSender(r *http.Request, f fields) *Error {
	switch f.protocol {
	case "", "https,http", "http,https":
	case "https":
		if !Secure(r) {
			return notAuthorized("AuthorizationProtocolMismatch",
				"This request is not authorized to perform this operation using this protocol.", "The signature permits https only.")
		}
	default:
		return notAuthentic("spr=" + strconv.Quote(f.protocol) + " must be https or https,http.")
	}
	if f.ip == "" {
		return nil
	}
	first, last, ok := parseRange(f.ip)
	if !ok {
		return notAuthentic("sip=" + strconv.Quote(f.ip) + " is not an address or a range of addresses.")
	}
	sender := senderOf(r)
	if !sender.IsValid() || sender.Less(first) || last.Less(sender) || sender.Is4() != first.Is4() {
		return notAuthorized("AuthorizationSourceIPMismatch",
			"This request is not authorized to perform this operation using this source IP.", "The request came from "+sender.String()+".")
	}
	return nil
}

// senderOf returns the address from which the request came; invalid if unknown.
func senderOf(r *http.Request) netip.Addr {
	if port, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		return port.Addr().Unmap()
	}
	addr, err := netip.ParseAddr(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return addr.Unmap()
}

// parseRange reads "192.0.2.1" or "192.0.2.1-192.0.2.9".
func parseRange(text string) (first, last netip.Addr, ok bool) {
	from, to, isRange := strings.Cut(text, "-")
	first, err := netip.ParseAddr(from)
	if err != nil {
		return first, last, false
	}
	last = first
	if isRange {
		if last, err = netip.ParseAddr(to); err != nil {
			return first, last, false
		}
	}
	return first, last, first.Is4() == last.Is4() && !last.Less(first)
}

// sasTimes are the formats of a signature's times. The parser accepts fractions of a second anyway.
var sasTimes = []string{"2006-01-02T15:04:05Z", "2006-01-02T15:04Z", "2006-01-02"}

func parseTime(text string) (time.Time, error) {
	var err error
	for _, layout := range sasTimes {
		var at time.Time
		if at, err = time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, err
}
