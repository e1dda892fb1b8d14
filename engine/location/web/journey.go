package web

import (
	"context"
	"net/url"

	"crossfeed/engine/location"
)

// journey is the way of a request from the address it was made for to the one that
// answers.
type journey struct {
	// home is the origin that the target's access is for, or "" for none: what proves
	// who somebody is never goes elsewhere.
	home   string
	access location.Access
	step   step
	// visited are the addresses up to now. permanent tells that every redirect between
	// them was for good.
	visited   map[string]bool
	permanent bool
}

// step is one request of a journey.
type step struct {
	to     *url.URL
	access location.Access
	// public forbids private addresses.
	public bool
	// proxied and private are found out on the way: whether it goes through a proxy, and
	// whether it led to a private address.
	proxied, private bool
}

// depart begins a journey to a target, or to another address at its server.
func (c *Client) depart(ctx context.Context, t location.Target, to *url.URL) (*journey, error) {
	if to.Scheme != "http" && to.Scheme != "https" || to.Host == "" {
		return nil, &location.Error{Address: shown(to), Err: errNotWeb}
	}
	if t.From != "" {
		if err := allowed(t.From, t.Address); err != nil {
			return nil, err
		}
	}
	j := &journey{home: home(t), access: t.Access, permanent: true, visited: map[string]bool{to.String(): true}}
	j.step = step{to: to, access: j.accessAt(to), public: t.From != "" && !c.fromPrivate(ctx, t.From)}
	return j, nil
}

// home is the origin that the access of a target is for. A person gave it for the feed;
// what that feed names elsewhere gets none of it.
func home(t location.Target) string {
	at := location.PlaceOf(t.Address)
	if t.From != "" && location.PlaceOf(t.From) != at {
		return ""
	}
	return at
}

// accessAt is what of the target's access holds at an address.
func (j *journey) accessAt(to *url.URL) location.Access {
	if j.home != "" && location.PlaceOf(to.String()) == j.home {
		return j.access
	}
	return j.access.Abroad()
}

// fromPrivate tells whether a document lies in a private network, or on this computer,
// from where steps to private addresses are fine. For a bucket that is where its
// endpoint is.
func (c *Client) fromPrivate(ctx context.Context, address string) bool {
	u, err := url.Parse(address)
	switch kind := location.KindOf(address); {
	case kind == location.Local:
		return true
	case err != nil:
		return false
	case kind == location.Bucket:
		endpoint, err := url.Parse(u.Query().Get("endpoint"))
		return err == nil && c.leadsPrivate(ctx, endpoint.Hostname())
	}
	return c.leadsPrivate(ctx, u.Hostname())
}
