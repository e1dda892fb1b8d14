package publish

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/transport"
)

const (
	// firstPause follows the first wrong password from an address. Each later pause is twice
	// as long as the one before, up to longestPause.
	firstPause   = 100 * time.Millisecond
	longestPause = 5 * time.Second
	// memory is how long an address is remembered after its last wrong password.
	memory = 10 * time.Minute
	// most limits the number of remembered addresses. All others share one entry.
	most = 4096
)

// guests slows down password guessing: after a wrong password, an address can only have one
// try at a time, and a pause follows each wrong one, even if the guest disconnects.
type guests struct {
	first time.Duration

	mu    sync.Mutex
	known map[string]*guest
}

type guest struct {
	wrong int
	// busy is the number of current tries and pauses.
	busy int
	// gone removes the guest.
	gone *time.Timer
}

func newGuests(first time.Duration) *guests { return &guests{first: first, known: map[string]*guest{}} }

// enter starts a try, unless the address has given a wrong password and another try or pause
// is in progress. leave ends it: a right password clears the wrong ones; after a wrong one a
// pause begins, and the channel reports its end.
func (g *guests) enter(remote string) (leave func(right bool) <-chan struct{}, turn bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	who := network(remote)
	one, known := g.known[who]
	if !known {
		if len(g.known) >= most {
			who = ""
		}
		if one = g.known[who]; one == nil {
			one = &guest{}
			g.known[who] = one
		}
	}
	// Guests without a wrong password do not wait for each other.
	if one.wrong > 0 && one.busy > 0 {
		return nil, false
	}
	one.busy++
	return func(right bool) <-chan struct{} { return g.left(who, one, right) }, true
}

func (g *guests) left(who string, one *guest, right bool) <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	ended := make(chan struct{})
	if right {
		one.busy--
		g.forget(who, one)
		close(ended)
		return ended
	}
	one.wrong++
	time.AfterFunc(g.pause(one.wrong), g.guarded(func() {
		one.busy--
		close(ended)
	}))
	if one.gone != nil {
		one.gone.Stop()
	}
	one.gone = time.AfterFunc(memory, g.guarded(func() { g.forget(who, one) }))
	return ended
}

// guarded returns a function that runs do under the lock, for a goroutine of its own.
func (g *guests) guarded(do func()) func() {
	return func() {
		_ = crash.Do(func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			do()
		})
	}
}

// forget removes a guest, unless it was replaced in the meantime.
func (g *guests) forget(who string, one *guest) {
	if one.gone != nil {
		one.gone.Stop()
	}
	if g.known[who] == one {
		delete(g.known, who)
	}
}

func (g *guests) pause(wrong int) time.Duration {
	return min(g.first<<min(wrong-1, 10), longestPause)
}

// network returns the key for a guest: the address, or for IPv6 the network, because a
// computer can choose any number of addresses in it.
func network(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	const household = 64
	p, _ := a.Prefix(household) // every IPv6 address has one
	return p.String()
}

// admitted reports whether a request is allowed, and answers it if not.
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

// proves reports whether a password is right. After a wrong one, the answer is delayed.
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

// ask requests a user name and password (RFC 7617).
func ask(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", `Basic realm="feeds", charset="UTF-8"`)
	http.Error(w, "a user and password are needed", http.StatusUnauthorized)
}

// knows compares in constant time.
func (s *Site) knows(user, password string) bool {
	same := func(a, b string) int {
		x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
		return subtle.ConstantTimeCompare(x[:], y[:])
	}
	return same(user, s.options.User)&same(password, s.options.Password) == 1 && s.options.Password != ""
}

// plainHost reports whether a request was meant for this server: by an IP address, or by a
// name that only exists in the local network. Otherwise another site could point its own
// domain here (DNS rebinding), and read private feeds through a visitor's browser. A server
// with a password is not at risk.
func plainHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return true
	}
	return transport.IsLocalName(host)
}
