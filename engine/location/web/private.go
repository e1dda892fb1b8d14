package web

import (
	"net"
	"net/netip"
	"slices"
)

// private tells whether an address lies in a network that is not everybody's: this
// computer, a local network, the provider's own, or what no server has (RFC 6890).
func private(ip net.IP) bool {
	a, ok := netip.AddrFromSlice(ip)
	if !ok {
		return true
	}
	a = a.Unmap()
	if inner, ok := carried(a); ok {
		return private(inner)
	}
	return a.Is6() && !global.Contains(a) || slices.ContainsFunc(privateNetworks, func(n netip.Prefix) bool { return n.Contains(a) })
}

// carried is the IPv4 address that an IPv6 address leads to through a gateway: NAT64
// (RFC 6052) and 6to4 (RFC 3056).
func carried(a netip.Addr) (net.IP, bool) {
	if !a.Is6() {
		return nil, false
	}
	b := a.As16()
	switch {
	case nat64.Contains(a):
		return net.IP(b[12:16]), true
	case sixToFour.Contains(a):
		return net.IP(b[2:6]), true
	}
	return nil, false
}

var (
	// global is all of IPv6 that is given out to anybody.
	global    = netip.MustParsePrefix("2000::/3")
	nat64     = netip.MustParsePrefix("64:ff9b::/96")
	sixToFour = netip.MustParsePrefix("2002::/16")
)

// privateNetworks are those of IPv4, and Teredo, which hides one of IPv4 (RFC 4380).
var privateNetworks = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4",
	"2001::/32",
)

func prefixes(texts ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(texts))
	for i, t := range texts {
		all[i] = netip.MustParsePrefix(t)
	}
	return all
}
