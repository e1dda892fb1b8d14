package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"crossfeed/engine/location"
)

var standardPort = map[string]string{"http": "80", "https": "443"}

var (
	errNotWeb   = errors.New("it is no address of a web server")
	errCircle   = errors.New("it leads back to where it was")
	errNowhere  = errors.New("it leads elsewhere, and does not say where")
	errNoResend = errors.New("it leads elsewhere, and what was sent cannot be sent again")
)

// permanent tells of each status that leads elsewhere whether it does so for good
// (RFC 9110 §15.4).
var permanent = map[int]bool{
	http.StatusMovedPermanently:  true,
	http.StatusPermanentRedirect: true,
	http.StatusFound:             false,
	http.StatusSeeOther:          false,
	http.StatusTemporaryRedirect: false,
}

// reads tells of the methods that change nothing. Only these follow redirects.
func reads(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, "PROPFIND":
		return true
	}
	return false
}

// follow makes a request, and follows where it is led.
func (c *Client) follow(ctx context.Context, w *watch, j *journey, req *http.Request) (*http.Response, error) {
	for first := true; ; first = false {
		attempt, err := again(ctx, req, first)
		if err != nil {
			return nil, named(ctx, j.step.to, err)
		}
		attempt.URL, attempt.Host = j.step.to, ""
		answer, err := c.ask(ctx, w, &j.step, attempt)
		if err != nil {
			return nil, err
		}
		forGood, leads := permanent[answer.StatusCode]
		if !leads || !reads(req.Method) || req.Method == "PROPFIND" && answer.StatusCode == http.StatusSeeOther {
			return answer, nil
		}
		discard(answer)
		if err := j.onward(answer, forGood, c.options.Limits.Redirects); err != nil {
			return nil, err
		}
		if req.Body != nil && req.Body != http.NoBody && req.GetBody == nil {
			return nil, &location.Error{Trouble: location.Redirects, Address: shown(j.step.to), Err: errNoResend}
		}
	}
}

// onward makes the next step of a journey. From a private address the next may be
// private, too; from a public one never.
func (j *journey) onward(answer *http.Response, forGood bool, limit int) error {
	from := j.step.to
	to, err := destination(from, answer.Header.Get("Location"))
	if err != nil {
		return redirectError(from, answer, err)
	}
	if err := allowed(from.String(), to.String()); err != nil {
		return err
	}
	switch {
	case j.visited[to.String()]:
		return redirectError(from, answer, errCircle)
	case len(j.visited) > limit:
		return redirectError(from, answer, fmt.Errorf("there are more than %d steps", limit))
	}
	j.visited[to.String()] = true
	j.permanent = j.permanent && forGood
	j.step = step{to: to, access: j.accessAt(to), public: !j.step.private}
	return nil
}

// allowed is location.Allowed with an error that shows no queries.
func allowed(from, to string) error {
	err := location.Allowed(from, to)
	if err == nil {
		return nil
	}
	return &location.Error{Trouble: location.Forbids, Address: shownAddress(to), Err: errors.Unwrap(errors.Unwrap(err))}
}

// destination is where a redirect leads, without users and fragments, and with the host
// as canonical addresses have it.
func destination(from *url.URL, reference string) (*url.URL, error) {
	if reference == "" {
		return nil, errNowhere
	}
	to, err := from.Parse(reference)
	if err != nil {
		return nil, errNowhere
	}
	to.User, to.Fragment, to.RawFragment = nil, "", ""
	to.Host = strings.ToLower(to.Host)
	if to.Port() != "" && to.Port() == standardPort[to.Scheme] {
		to.Host = strings.TrimSuffix(to.Host, ":"+to.Port())
	}
	return to, nil
}

func redirectError(at *url.URL, answer *http.Response, reason error) *location.Error {
	return &location.Error{Trouble: location.Redirects, Address: shown(at), Status: answer.StatusCode, Err: reason}
}

// moved is where the document moved to for good, or "".
func (j *journey) moved() string {
	if !j.permanent {
		return ""
	}
	return j.at()
}

// at is the address that answered, or "" where that is the one that was asked.
func (j *journey) at() string {
	if len(j.visited) == 1 {
		return ""
	}
	address, err := location.Parse(j.step.to.String())
	if err != nil {
		return ""
	}
	return address
}
