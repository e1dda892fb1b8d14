package web

import (
	"slices"

	"github.com/icholy/digest"

	"crossfeed/engine/transport"
)

// The authentication schemes, as named in Access.Scheme.
const (
	basicScheme  = "basic"
	digestScheme = "digest"
	bearerScheme = "bearer"
)

// strength lists the schemes in order of preference, those that do not reveal the password
// first.
var strength = []string{digestScheme, basicScheme, bearerScheme}

// proof is how to authenticate, or how a request was authenticated.
type proof struct {
	scheme    string
	challenge *digest.Challenge
	// used counts the responses to the challenge: each needs its own number.
	used int
	// cached reports that it is from an earlier request, so that its challenge may be
	// stale.
	cached bool
}

// claim identifies the user of a proof, and where it applies.
type claim struct{ place, user, scheme string }

func claimOf(s *step) claim {
	return claim{transport.PlaceOf(s.to.String()), s.access.User, s.access.Scheme}
}

func (s *step) claims() bool { return s.access.User != "" || s.access.Scheme != "" }

// recall returns the proof that the server accepted last. If the person chose basic or bearer,
// no challenge is needed.
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

// cacheProof stores an accepted proof. It does not store a clear-text password, so that it is
// not volunteered to whatever has that private address next time.
func (c *Client) cacheProof(s *step, p *proof) {
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

// count numbers another response to the challenge of a proof (RFC 7616 §3.4, nc).
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

// choose returns the strongest permitted offer, or nil.
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

// stronger orders proofs; of two digests, the one with the longer hash goes first.
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
