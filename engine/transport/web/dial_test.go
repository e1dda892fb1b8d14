package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"crossfeed/engine/transport"
)

// In these tests, 127.0.0.9 is a public address, and the other loopback addresses are private.
func publicNine(ip net.IP) bool { return !ip.Equal(net.IPv4(127, 0, 0, 9)) }

func document(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, feed) }

func to(address string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, address, http.StatusFound) }
}

func TestNothingLeadsFromAPublicPlaceIntoAPrivateNetwork(t *testing.T) {
	private := serveOn(t, "127.0.0.1", document).URL
	private2 := serveOn(t, "127.0.0.2", to(private)).URL
	public := serveOn(t, "127.0.0.9", document).URL
	publicToPrivate := serveOn(t, "127.0.0.9", to(private)).URL
	publicToPublic := serveOn(t, "127.0.0.9", to(public)).URL
	privateToPublic := serveOn(t, "127.0.0.1", to(public)).URL
	roundabout := serveOn(t, "127.0.0.1", to(publicToPrivate)).URL
	named := strings.Replace(private, "127.0.0.1", "localhost", 1)
	for name, c := range map[string]struct {
		address, from string
		forbidden     bool
	}{
		"a person gave a private address":             {private, "", false},
		"a person gave a public address":              {public, "", false},
		"public to public":                            {publicToPublic, "", false},
		"public to private":                           {publicToPrivate, "", true},
		"private to private":                          {private2, "", false},
		"private to public":                           {privateToPublic, "", false},
		"private to public to private":                {roundabout, "", true},
		"a public feed names a private address":       {private, public, true},
		"a public feed names this computer":           {named, public, true},
		"a public feed names a public address":        {public, publicToPublic, false},
		"a public feed names what leads on":           {publicToPrivate, public, true},
		"a private feed names a private address":      {private, private2, false},
		"a file names a private address":              {private, "/home/feeds/feed.xml", false},
		"a feed that cannot be found names a private": {private, "http://feeds.invalid/", true},
		"a public bucket names a private address":     {private, "s3://lists/feed.xml?endpoint=http://127.0.0.9:1", true},
		"a private bucket names a private address":    {private, "s3://lists/feed.xml?endpoint=http://127.0.0.1:1", false},
		"a bucket of the cloud names a private":       {private, "s3://lists/feed.xml?region=eu", true},
	} {
		t.Run(name, func(t *testing.T) {
			r := at(c.address)
			r.From = c.from
			client := newClient(t, Options{Private: publicNine})
			if !c.forbidden {
				if _, got := mustRead(t, client, r); got != feed {
					t.Errorf("got %q", got)
				}
				return
			}
			if e := troubled(t, client, r); e.Trouble != transport.Forbids {
				t.Errorf("got %v", e)
			}
		})
	}
}

// A name is judged by the address that is dialled, not by its text.
func TestWhatANameResolvesToIsWhatCounts(t *testing.T) {
	private := serveOn(t, "127.0.0.1", document)
	_, port, _ := net.SplitHostPort(private.Listener.Addr().String())
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, "127.0.0.1:"+port)
	}
	r := at("http://public.invalid/")
	r.From = "http://127.0.0.9/"
	c := newClient(t, Options{Private: publicNine, Dial: dial})
	if e := troubled(t, c, r); e.Trouble != transport.Forbids || !strings.Contains(e.Error(), "into a private network") {
		t.Errorf("got %v", e)
	}
}

// An idle connection of a person's request must not bypass the rule.
func TestAnOpenConnectionIsNoWayRound(t *testing.T) {
	private := serveOn(t, "127.0.0.1", document).URL
	c := newClient(t, Options{Private: publicNine})
	mustRead(t, c, at(private))
	r := at(private)
	r.From = "http://127.0.0.9/"
	if e := troubled(t, c, r); e.Trouble != transport.Forbids {
		t.Errorf("got %v", e)
	}
}

// The owner of a name can change its address between a feed and the links in it. What counts
// is the address from which the feed was read, not what the name resolves to afterwards.
func TestANameThatIsTurnedRoundAfterwardsIsNoWayIn(t *testing.T) {
	private := serveOn(t, "127.0.0.1", document).URL
	_, port, _ := net.SplitHostPort(serveOn(t, "127.0.0.9", document).Listener.Addr().String())
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		if strings.HasPrefix(address, "feeds.invalid:") {
			address = "127.0.0.9:" + port
		}
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	turned := func(context.Context, string) ([]net.IPAddr, error) {
		return []net.IPAddr{{IP: net.IPv4(127, 0, 0, 1)}}, nil
	}
	c := newClient(t, Options{Private: publicNine, Dial: dial, Lookup: turned})
	mustRead(t, c, at("http://feeds.invalid/feed.xml"))
	r := at(private)
	r.From = "http://feeds.invalid/feed.xml"
	if e := troubled(t, c, r); e.Trouble != transport.Forbids {
		t.Errorf("got %v", e)
	}
}

func TestHostsThatAreReadAsNumbersArePrivate(t *testing.T) {
	c := newClient(t, Options{})
	for _, host := range []string{"localhost", "a.localhost", "LOCALHOST.", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "127.0.0.1.", "::1"} {
		if !c.isPrivateName(host) {
			t.Errorf("%s counts as public", host)
		}
	}
	for _, host := range []string{"example.com", "1.1.1.1", "1.example", "0x7f.example", "127.0.0.1.example.com", "2606:4700::1111"} {
		if c.isPrivateName(host) {
			t.Errorf("%s counts as private", host)
		}
	}
}

func TestAFeedMayNotLeadFromHTTPSToHTTP(t *testing.T) {
	r := at(serve(t, document).URL)
	r.From = "https://feeds.example/a.xml?key=secret"
	e := troubled(t, newClient(t, Options{}), r)
	if e.Trouble != transport.Forbids || strings.Contains(e.Error(), "secret") {
		t.Errorf("got %v", e)
	}
}

func TestWhichAddressesArePrivate(t *testing.T) {
	for _, a := range []string{
		"127.0.0.1", "127.8.8.8", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
		"100.64.0.1", "100.127.255.255", "0.0.0.0", "0.1.2.3", "224.0.0.1", "239.255.255.250", "255.255.255.255",
		"198.18.0.1", "192.0.0.8", "::", "::1", "::ffff:10.0.0.1", "::7f00:1", "fe80::1", "fec0::1", "fc00::1", "fd12::1",
		"ff02::1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:101::",
		"::ffff:0:7f00:1", "2001::53aa:64c:0:7fff:80ff:fffe", "100::1", "4000::1", "5f00::1",
	} {
		if !private(net.ParseIP(a)) {
			t.Errorf("%s counts as public", a)
		}
	}
	for _, a := range []string{
		"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "192.167.1.1",
		"192.0.1.1", "223.255.255.255", "2606:4700::1111", "2001:4860:4860::8888", "3fff:ffff::1", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::",
	} {
		if private(net.ParseIP(a)) {
			t.Errorf("%s counts as private", a)
		}
	}
	if !private(nil) {
		t.Error("what is no address counts as public")
	}
}
