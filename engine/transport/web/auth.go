package web

import (
	"context"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"github.com/icholy/digest"
	"golang.org/x/text/unicode/norm"

	"crossfeed/engine/transport"
)

// ask sends a request, and signs in if the access has a user and the server requires it. It
// does not retry a rejected proof: some servers lock users out.
func (c *Client) ask(ctx context.Context, w *watch, s *step, req *http.Request) (*http.Response, error) {
	if !s.claims() {
		return c.send(ctx, w, s, req)
	}
	p := c.recall(s)
	for first, stale := true, false; ; first = false {
		w.rest()
		attempt, err := c.attempt(ctx, s, req, p, first)
		if err != nil {
			return nil, err
		}
		answer, err := c.send(ctx, w, s, attempt)
		if err != nil {
			return nil, err
		}
		if answer.StatusCode != http.StatusUnauthorized {
			c.cacheProof(s, p)
			return answer, nil
		}
		c.forget(s)
		next := choose(challenges(answer.Header), s.access.Scheme)
		if !worthwhile(p, next, stale) || unsendable(req) {
			return answer, nil
		}
		discard(answer)
		if s.inClear(next) {
			return nil, signInError(s, answer.StatusCode, transport.ErrClear)
		}
		stale = stale || p != nil && next.challenge != nil && next.challenge.Stale
		p = next
	}
}

// attempt returns a copy of a request, with a proof if there is one.
func (c *Client) attempt(ctx context.Context, s *step, req *http.Request, p *proof, first bool) (*http.Request, error) {
	attempt, err := again(ctx, req, first)
	if err != nil {
		return nil, named(ctx, s.to, err)
	}
	if p == nil && attempt.ContentLength != 0 {
		// Many servers hang up on a long body that they reject (RFC 9110 §10.1.1). Without
		// keep-alive, the body is not sent after a rejection either.
		attempt.Header.Set("Expect", "100-continue")
		attempt.Close = true
	}
	return attempt, c.sign(ctx, s, attempt, p)
}

// worthwhile reports whether another proof can succeed after one, or none, was rejected: if
// none was sent, if the proof was from an earlier request, and once if the server says that
// only its challenge was stale.
func worthwhile(sent, next *proof, stale bool) bool {
	switch {
	case next == nil:
		return false
	case sent == nil:
		return true
	case sent.cached:
		return sent.scheme != next.scheme || next.scheme == digestScheme
	}
	return !stale && next.challenge != nil && next.challenge.Stale
}

// unsendable reports whether the body was consumed by the first attempt.
func unsendable(req *http.Request) bool {
	return req.Body != nil && req.Body != http.NoBody && req.GetBody == nil
}

// inClear reports whether a proof would reveal the password on a public network without a
// person having chosen that.
func (s *step) inClear(p *proof) bool {
	return p.scheme != digestScheme && s.access.Scheme == "" && s.to.Scheme == "http" && !s.private
}

// sign adds a proof to a request.
func (c *Client) sign(ctx context.Context, s *step, req *http.Request, p *proof) error {
	if p == nil {
		return nil
	}
	password, err := c.password(ctx, s)
	if err != nil {
		return err
	}
	user := norm.NFC.String(s.access.User)
	switch p.scheme {
	case basicScheme:
		if strings.Contains(user, ":") {
			return signInError(s, 0, transport.ErrColon)
		}
		req.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+norm.NFC.String(password))))
	case bearerScheme:
		req.Header.Set("Authorization", "Bearer "+password)
	case digestScheme:
		return c.answer(s, req, p, user, password)
	}
	return nil
}

// answer responds to a challenge (RFC 7616 §3.4).
func (c *Client) answer(s *step, req *http.Request, p *proof, user, password string) error {
	credentials, err := digest.Digest(p.challenge, digest.Options{
		Method: req.Method, URI: req.URL.RequestURI(), GetBody: req.GetBody, Count: c.count(s, p),
		Username: user, Password: password,
	})
	if err != nil {
		return signInError(s, 0, err)
	}
	req.Header.Set("Authorization", credentials.String())
	return nil
}

// password returns the password of the user at the place of a step.
func (c *Client) password(ctx context.Context, s *step) (string, error) {
	if c.options.Passwords == nil {
		return "", signInError(s, 0, transport.ErrNoPassword)
	}
	password, err := c.options.Passwords.Password(ctx, transport.PlaceOf(s.to.String()), s.access.User)
	if ended := ctx.Err(); err != nil && ended != nil {
		return "", named(ctx, s.to, ended)
	}
	if err != nil {
		return "", signInError(s, 0, err)
	}
	return password, nil
}

func signInError(s *step, status int, reason error) *transport.Error {
	return &transport.Error{Trouble: transport.SignIn, Address: shown(s.to), Status: status, Err: reason}
}

// challenge is an authentication scheme that a server offers (RFC 9110 §11.6.1).
type challenge struct {
	scheme     string
	parameters map[string]string
}

// challenges parses the challenges of a 401. A server may put several into one line.
func challenges(h http.Header) []challenge {
	var all []challenge
	for _, line := range h.Values("WWW-Authenticate") {
		for _, part := range split(line) {
			word, rest, _ := strings.Cut(part, " ")
			if word == "" {
				continue
			}
			if !strings.Contains(word, "=") {
				all = append(all, challenge{strings.ToLower(word), map[string]string{}})
				part = rest
			}
			if len(all) > 0 {
				all[len(all)-1].add(part)
			}
		}
	}
	return all
}

// add adds a parameter, name=value or name="value".
func (c challenge) add(part string) {
	name, value, ok := strings.Cut(part, "=")
	if !ok {
		return
	}
	c.parameters[strings.ToLower(strings.TrimSpace(name))] = unquoted(strings.TrimSpace(value))
}

// split splits a line at the commas outside of quotes.
func split(line string) []string {
	var parts []string
	start, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == ',' && !quoted:
			parts = append(parts, strings.TrimSpace(line[start:i]))
			start = i + 1
		}
	}
	return append(parts, strings.TrimSpace(line[start:]))
}

// unquoted returns the text of a quoted string, or the word itself (RFC 9110 §5.6.4).
func unquoted(value string) string {
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return value
	}
	var text strings.Builder
	for i := 1; i < len(value)-1; i++ {
		if value[i] == '\\' && i < len(value)-2 {
			i++
		}
		text.WriteByte(value[i])
	}
	return text.String()
}

// digestOf converts a challenge for the digest library, or returns nil if the library does not
// support it (RFC 7616 §3.3).
func digestOf(c challenge) *digest.Challenge {
	d := &digest.Challenge{
		Realm: c.parameters["realm"], Nonce: c.parameters["nonce"], Opaque: c.parameters["opaque"],
		Algorithm: c.parameters["algorithm"], Charset: c.parameters["charset"],
		Stale:    strings.EqualFold(c.parameters["stale"], "true"),
		Userhash: strings.EqualFold(c.parameters["userhash"], "true"),
	}
	for q := range strings.SplitSeq(c.parameters["qop"], ",") {
		if q = strings.ToLower(strings.TrimSpace(q)); q != "" {
			d.QOP = append(d.QOP, q)
		}
	}
	if c.scheme != digestScheme || !digest.CanDigest(d) {
		return nil
	}
	return d
}

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
