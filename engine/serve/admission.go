package serve

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"crossfeed/engine/location"
)

// admitted tells whether a request is let in, and answers it where it is not.
func (s *Site) admitted(w http.ResponseWriter, r *http.Request) bool {
	if s.options.User == "" {
		if !plainHost(r.Host) {
			http.Error(w, "this server is not known by this name: use its address, or serve with a user and password", http.StatusMisdirectedRequest)
			return false
		}
		return true
	}
	user, password, given := r.BasicAuth()
	if !given {
		ask(w)
		return false
	}
	return s.proves(w, r, user, password)
}

// proves tells whether a password is right. Who gave a wrong one waits for the answer.
func (s *Site) proves(w http.ResponseWriter, r *http.Request, user, password string) bool {
	leave, turn := s.guests.enter(r.RemoteAddr)
	if !turn {
		w.Header().Set("Retry-After", "5")
		http.Error(w, "too many wrong passwords", http.StatusTooManyRequests)
		return false
	}
	if s.knows(user, password) {
		leave(true)
		return true
	}
	select {
	case <-leave(false):
	case <-r.Context().Done():
	}
	ask(w)
	return false
}

// ask asks for a user and password (RFC 7617).
func ask(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", `Basic realm="feeds", charset="UTF-8"`)
	http.Error(w, "a user and password are needed", http.StatusUnauthorized)
}

// knows compares in a time that tells nothing of what is right.
func (s *Site) knows(user, password string) bool {
	same := func(a, b string) int {
		x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
		return subtle.ConstantTimeCompare(x[:], y[:])
	}
	return same(user, s.options.User)&same(password, s.options.Password) == 1 && s.options.Password != ""
}

// plainHost tells whether a request was meant for this server: by its number, or by a
// name that the local network alone gives. A page of another site could have its own
// name lead here, and read with the browser of whoever looks at it what is not meant for
// it; a server with a password has nothing to fear from that.
func plainHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return true
	}
	return location.IsLocalName(host)
}
