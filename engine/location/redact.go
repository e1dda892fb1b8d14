package location

import (
	"net/url"
	"strings"
)

// Redact takes out of a location what may be secret in it, for messages: the user, the
// password and the query. Where nobody can tell what is the password, too much is taken
// out rather than too little.
func Redact(location string) string {
	scheme, rest, isAddress := strings.Cut(location, "://")
	if !isAddress {
		return location
	}
	rest, _, hasQuery := strings.Cut(rest, "?")
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		if u, err := url.Parse(scheme + "://" + rest); err != nil || u.User != nil {
			rest = "…" + rest[at:]
		}
	}
	if hasQuery {
		rest += "?…"
	}
	return scheme + "://" + rest
}
