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
	// firstPause follows the first wrong password of an address, longestPause the later
	// ones, each pause being twice the one before.
	firstPause   = 100 * time.Millisecond
	longestPause = 5 * time.Second
	// memory is how long after its last wrong password an address is remembered.
	memory = 10 * time.Minute
	// most bounds the addresses that are remembered; those beyond it share one entry.
	most = 4096
)

// guests slow down whoever tries passwords: one try at a time for each address, and a
// pause after each wrong one that goes on where the guest does not wait for it.
type guests struct {
	first time.Duration

	mu    sync.Mutex
	known map[string]*guest
}

type guest struct {
	wrong int
	// busy is how many tries and pauses are going on.
	busy int
	// gone forgets the guest.
	gone *time.Timer
}

func newGuests(first time.Duration) *guests { return &guests{first: first, known: map[string]*guest{}} }

// enter begins a try, where it is the address's turn. leave ends it: a right password
// lets the wrong ones be forgotten, a wrong one begins the pause, whose end it tells.
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
	// Those who never gave a wrong password do not wait for each other.
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

// guarded does something under the lock, in a goroutine of its own.
func (g *guests) guarded(do func()) func() {
	return func() {
		_ = crash.Do(func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			do()
		})
	}
}

// forget forgets a guest, unless another took the place meanwhile.
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

// network is what a guest is known by: the address, and of IPv6 the network, in which
// one computer has as many addresses as it likes.
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
	p, _ := a.Prefix(household) // every address of IPv6 has one
	return p.String()
}

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
	return transport.IsLocalName(host)
}
