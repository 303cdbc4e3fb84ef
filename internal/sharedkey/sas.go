package sharedkey

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strings"
	"time"
)

// WithSAS adds a shared access signature to a target, the escaped path and query of a request line. The
// SAS may begin with "?", and is the whole credential: such requests are sent without Authorization,
// and their targets are secrets.
func WithSAS(target, sas string) string {
	sas = strings.TrimLeft(sas, "?&")
	switch {
	case sas == "":
		return target
	case !strings.Contains(target, "?"):
		return target + "?" + sas
	case strings.HasSuffix(target, "?"), strings.HasSuffix(target, "&"):
		return target + sas
	}
	return target + "&" + sas
}

// Grant is what an account SAS allows: services (ss), kinds of resources (srt) and permissions (sp) by their letters,
// until a time, and only over https or also over http.
type Grant struct {
	Services, Resources, Permissions string
	Until                            time.Time // in whole seconds
	HTTPS                            bool
}

// sasVersion knows every permission of an account SAS, and is old enough for emulators. Since then an encryption scope
// is signed too, here none.
const sasVersion = "2020-12-06"

// SAS signs a grant: "Create an account SAS", constructing the signature string. The result is a query string without
// "?", and a secret. It has no start time, so that it is valid at once even where clocks differ.
func (k *Key) SAS(g Grant) string {
	protocol := "https,http"
	if g.HTTPS {
		protocol = "https"
	}
	until := g.Until.UTC().Format("2006-01-02T15:04:05Z")
	mac := hmac.New(sha256.New, k.secret)
	mac.Write([]byte(strings.Join([]string{k.account, g.Permissions, g.Services, g.Resources, "", until, "", protocol, sasVersion, "", ""}, "\n")))
	return url.Values{
		"sv": {sasVersion}, "ss": {g.Services}, "srt": {g.Resources}, "sp": {g.Permissions}, "se": {until}, "spr": {protocol},
		"sig": {base64.StdEncoding.EncodeToString(mac.Sum(nil))},
	}.Encode()
}
