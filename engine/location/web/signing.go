package web

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"

	"github.com/icholy/digest"
	"golang.org/x/text/unicode/norm"

	"crossfeed/engine/location"
)

// errClear is why a password was not sent.
var errClear = errors.New("the server would take the password in clear, for everyone on the way to read, and it was not sent: use the https address, or choose the scheme basic to send it all the same")

// errColon is why a user was not signed in.
var errColon = errors.New("the server asks in a way (basic) in which no colon can be in the name of the user")

// ask makes a request, and signs in where the access has a user and the server wants
// it. A proof that was refused is not tried again: some servers lock a user out.
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
			c.remember(s, p)
			return answer, nil
		}
		c.forget(s)
		next := choose(challenges(answer.Header), s.access.Scheme)
		if !worthwhile(p, next, stale) || unsendable(req) {
			return answer, nil
		}
		discard(answer)
		if s.inClear(next) {
			return nil, signInError(s, answer.StatusCode, errClear)
		}
		stale = stale || p != nil && next.challenge != nil && next.challenge.Stale
		p = next
	}
}

// attempt is a request with a proof, or without one.
func (c *Client) attempt(ctx context.Context, s *step, req *http.Request, p *proof, first bool) (*http.Request, error) {
	attempt, err := again(ctx, req, first)
	if err != nil {
		return nil, named(ctx, s.to, err)
	}
	if p == nil && attempt.ContentLength != 0 {
		// Many servers hang up on a long body that they refuse (RFC 9110 §10.1.1). Where
		// the connection is not kept, it is not sent after a refusal either.
		attempt.Header.Set("Expect", "100-continue")
		attempt.Close = true
	}
	return attempt, c.sign(ctx, s, attempt, p)
}

// worthwhile tells whether another proof can succeed where one, or none, did not: where
// none was sent, where that one was old, and once where the server says that only its
// challenge was.
func worthwhile(sent, next *proof, stale bool) bool {
	switch {
	case next == nil:
		return false
	case sent == nil:
		return true
	case sent.remembered:
		return sent.scheme != next.scheme || next.scheme == digestScheme
	}
	return !stale && next.challenge != nil && next.challenge.Stale
}

// unsendable tells of a body that went with the first try.
func unsendable(req *http.Request) bool {
	return req.Body != nil && req.Body != http.NoBody && req.GetBody == nil
}

// inClear tells whether a proof would show the password on a public network, without a
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
		if strings.Contains(user, ":") { // it would part the user from the password (RFC 7617 §2)
			return signInError(s, 0, errColon)
		}
		req.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+norm.NFC.String(password))))
	case bearerScheme:
		req.Header.Set("Authorization", "Bearer "+password)
	case digestScheme:
		return c.answer(s, req, p, user, password)
	}
	return nil
}

// answer answers a challenge (RFC 7616 §3.4).
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

// password asks for the password of the user at the place of a step.
func (c *Client) password(ctx context.Context, s *step) (string, error) {
	if c.options.Passwords == nil {
		return "", signInError(s, 0, location.ErrNoPassword)
	}
	password, err := c.options.Passwords.Password(ctx, location.PlaceOf(s.to.String()), s.access.User)
	if ended := ctx.Err(); err != nil && ended != nil {
		return "", named(ctx, s.to, ended)
	}
	if err != nil {
		return "", signInError(s, 0, err)
	}
	return password, nil
}

func signInError(s *step, status int, reason error) *location.Error {
	return &location.Error{Trouble: location.SignIn, Address: shown(s.to), Status: status, Err: reason}
}
