package location

import (
	"net/netip"
	"net/url"
	"strings"
)

// IsLocalName reports whether a host in lower case has a name that the local network alone
// gives.
func IsLocalName(host string) bool {
	if !strings.Contains(host, ".") {
		return true
	}
	for _, local := range []string{".local", ".localhost", ".lan", ".internal", ".home.arpa", ".test"} {
		if strings.HasSuffix(host, local) {
			return true
		}
	}
	return false
}

// IsFar reports whether a web address may be reached from other networks than ours: its
// host is neither this computer nor one of a private network, as far as the address says.
func IsFar(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return !IsLocalName(host)
	}
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate()
}
