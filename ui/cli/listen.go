package cli

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// listenAt reads where to listen. A port alone is one of this computer: whoever wants to
// be reached from elsewhere writes that address.
func listenAt(text string) (string, error) {
	const here = "127.0.0.1"
	if isPort(text) {
		return net.JoinHostPort(here, text), nil
	}
	host, port, err := net.SplitHostPort(text)
	switch {
	case err != nil || !isPort(port):
		return "", misuse("--listen %q: give a port, such as 8080, or an address and a port, such as 192.168.1.7:8080", text)
	case host == "" || host == "*":
		return "", misuse("--listen %q: write 0.0.0.0:%s to be reached from every network, or %s for this computer alone", text, port, port)
	}
	return text, nil
}

func isPort(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil && !strings.HasPrefix(text, "+")
}

// isLoopback tells whether this computer alone reaches an address.
func isLoopback(at net.Addr) bool {
	tcp, is := at.(*net.TCPAddr)
	return is && tcp.IP.IsLoopback()
}

// rootsOf are the addresses under which a server that listens at an address is reached:
// those of all networks where it listens to all.
func rootsOf(at net.Addr) []string {
	tcp, is := at.(*net.TCPAddr)
	if !is || !tcp.IP.IsUnspecified() {
		return []string{"http://" + at.String()}
	}
	own, _ := net.InterfaceAddrs() // without them this computer's own is given
	var roots []string
	for _, a := range own {
		prefix, err := netip.ParsePrefix(a.String())
		if err != nil || prefix.Addr().IsLoopback() || prefix.Addr().IsLinkLocalUnicast() || tcp.IP.To4() != nil && !prefix.Addr().Is4() {
			continue
		}
		roots = append(roots, "http://"+net.JoinHostPort(prefix.Addr().String(), strconv.Itoa(tcp.Port)))
	}
	if len(roots) == 0 { // there is no network
		return []string{"http://" + net.JoinHostPort("localhost", strconv.Itoa(tcp.Port))}
	}
	return roots
}

// networkOf is the kind of network that an address is of: 0.0.0.0 is every network of
// IPv4, and no more.
func networkOf(at string) string {
	if a, err := netip.ParseAddrPort(at); err == nil && a.Addr().Is4() {
		return "tcp4"
	}
	return "tcp"
}
