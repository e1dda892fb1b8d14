package web

import (
	"slices"

	"github.com/icholy/digest"

	"crossfeed/engine/transport"
)

// The ways of signing in, as Access.Scheme names them.
const (
	basicScheme  = "basic"
	digestScheme = "digest"
	bearerScheme = "bearer"
)

// strength puts the ways in the order in which they are chosen: what does not show the
// password first.
var strength = []string{digestScheme, basicScheme, bearerScheme}

// proof is how a server was or is to be convinced.
type proof struct {
	scheme    string
	challenge *digest.Challenge
	// used counts the answers to the challenge: each has to have a number of its own.
	used int
	// remembered tells that it is from an earlier request, so that its challenge may be
	// too old.
	remembered bool
}

// claim is who says to be whom, and where.
type claim struct{ place, user, scheme string }

func claimOf(s *step) claim {
	return claim{transport.PlaceOf(s.to.String()), s.access.User, s.access.Scheme}
}

// claims tells whether somebody is to be signed in at a step.
func (s *step) claims() bool { return s.access.User != "" || s.access.Scheme != "" }

// recall is the proof that convinced the server last. Basic and bearer need no
// challenge, where they are what the person chose.
func (c *Client) recall(s *step) *proof {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p, ok := c.proofs[claimOf(s)]; ok {
		return &proof{p.scheme, p.challenge, p.used, true}
	}
	if s.access.Scheme == basicScheme || s.access.Scheme == bearerScheme {
		return &proof{scheme: s.access.Scheme}
	}
	return nil
}

// remember keeps a proof that convinced. A password in clear is not given of itself to
// whatever has that private address next time.
func (c *Client) remember(s *step, p *proof) {
	if p == nil || p.scheme == basicScheme && s.to.Scheme != "https" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if kept, ok := c.proofs[claimOf(s)]; ok && kept.challenge == p.challenge {
		return
	}
	c.proofs[claimOf(s)] = p
}

func (c *Client) forget(s *step) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.proofs, claimOf(s))
}

// count numbers one more answer to the challenge of a proof (RFC 7616 §3.4, nc).
func (c *Client) count(s *step, p *proof) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if kept, ok := c.proofs[claimOf(s)]; ok && kept.challenge == p.challenge {
		kept.used = max(kept.used, p.used) + 1
		p.used = kept.used
		return p.used
	}
	p.used++
	return p.used
}

// choose is the strongest of the offers that is permitted, or nil.
func choose(offers []challenge, scheme string) *proof {
	var best *proof
	for _, o := range offers {
		p := &proof{scheme: o.scheme, challenge: digestOf(o)}
		known := slices.Contains(strength, o.scheme) && (o.scheme != digestScheme || p.challenge != nil)
		if known && (scheme == "" || scheme == o.scheme) && (best == nil || stronger(p, best)) {
			best = p
		}
	}
	return best
}

// stronger orders proofs; of two digests that with the longer hash goes first.
func stronger(a, b *proof) bool {
	if a.scheme != b.scheme {
		return slices.Index(strength, a.scheme) < slices.Index(strength, b.scheme)
	}
	return a.challenge != nil && hashes(a.challenge) > hashes(b.challenge)
}

// hashes ranks the hash of a challenge.
func hashes(c *digest.Challenge) int {
	if c.Algorithm == "" || len(c.Algorithm) == len("MD5") {
		return 0
	}
	return 1
}
