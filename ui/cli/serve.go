package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/crash"
	"crossfeed/engine/credentials"
	"crossfeed/engine/publish"
	"crossfeed/ui/wording"
)

type serveCommand struct {
	List   []string `arg:"" help:"Lists to serve."`
	Listen string   `required:"" placeholder:"ADDR" help:"Port (this computer only), or address and port: 192.168.1.7:8080, or 0.0.0.0:8080 for all networks."`
	User   string   `placeholder:"NAME" help:"User name for readers. The password is taken from CROSSFEED_PASSWORD or the keyring, or asked for."`
	Keep   bool     `help:"Store the password, whether typed or from CROSSFEED_PASSWORD."`
}

// servedShape is a served list, in machine-readable output.
type servedShape struct {
	Set      string   `json:"set"`
	Address  []string `json:"addresses"`
	Complete []string `json:"complete,omitempty"`
}

// Run serves lists until it is interrupted.
func (c serveCommand) Run(r *run) error {
	at, err := listenAt(c.Listen)
	if err != nil {
		return err
	}
	if c.Keep && c.User == "" {
		return misuse("--keep needs --user")
	}
	return r.with(func(e *engine.Engine) error {
		said := r.errorPrinter()
		damaged := &damagedServed{said: map[string]bool{}, say: said}
		lists, err := c.lists(r, e, damaged.report)
		if err != nil {
			return err
		}
		password, err := c.password(r)
		if err != nil {
			return err
		}
		for _, list := range c.List {
			if err := r.exposesList(e, list, c.audience(at)); err != nil {
				return err
			}
		}
		listening, err := new(net.ListenConfig).Listen(r.ctx, networkOf(at), at)
		if err != nil {
			return fmt.Errorf("listening on %s: %w", at, err)
		}
		file := func(ctx context.Context, name string) (io.ReadSeekCloser, error) {
			return e.Attachments.Served(ctx, c.List, name)
		}
		err = c.serve(r, listening, lists, publish.SiteOptions{User: c.User, Password: password, File: file, Failed: said})
		r.attention = r.attention || damaged.any()
		return err
	})
}

// damagedServed reports damaged items once, although a feed is written after every change.
type damagedServed struct {
	mu   sync.Mutex
	said map[string]bool
	say  func(error)
}

func (d *damagedServed) report(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	text := err.Error()
	if !d.said[text] {
		d.said[text] = true
		d.say(errors.New(text + wording.Help(text)))
	}
}

func (d *damagedServed) any() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.said) > 0
}

// lists returns the feeds of each list, in the order in which they were named.
func (c serveCommand) lists(r *run, e *engine.Engine, damaged func(error)) ([][]publish.ServedFeed, error) {
	owners := map[string]string{}
	var lists [][]publish.ServedFeed
	for _, set := range c.List {
		feeds, err := e.Sharing.Serves(r.ctx, set, damaged)
		if err != nil {
			return nil, err
		}
		for _, f := range feeds {
			if other, taken := owners[f.Name]; taken {
				return nil, misuse("%q and %q would both be served as %s; serve one of them separately", other, set, f.Name)
			}
			owners[f.Name] = set
		}
		lists = append(lists, feeds)
	}
	return lists, nil
}

// serve serves until the command is interrupted, and then lets pending requests finish.
func (c serveCommand) serve(r *run, l net.Listener, lists [][]publish.ServedFeed, o publish.SiteOptions) (err error) {
	var all []publish.ServedFeed
	for _, feeds := range lists {
		all = append(all, feeds...)
	}
	site := publish.NewSite(all, o)
	defer func() { err = errors.Join(err, site.Close()) }()
	server := publish.Server(site)
	ended := make(chan error, 1)
	go func() { ended <- crash.Guard(func() error { return server.Serve(publish.Limited(l)) }) }()
	if err := c.announce(r, l.Addr(), lists); err != nil {
		return errors.Join(err, server.Close())
	}
	select {
	case err := <-ended:
		return fmt.Errorf("serving on %s: %w", l.Addr(), err)
	case <-r.ctx.Done():
	}
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), patience)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		return server.Close() // disconnects readers that are still connected
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// errorPrinter returns a function that prints errors one per line, from any goroutine.
func (r *run) errorPrinter() func(error) {
	var turn sync.Mutex
	return func(err error) {
		turn.Lock()
		defer turn.Unlock()
		r.message("%v", err)
	}
}

// announce prints the addresses of the lists, and who can read them.
func (c serveCommand) announce(r *run, at net.Addr, lists [][]publish.ServedFeed) error {
	roots := rootsOf(at)
	shapes := make([]servedShape, len(lists))
	for i, feeds := range lists {
		under := func(f publish.ServedFeed) []string {
			return each(roots, func(root string) string { return root + f.Path() })
		}
		shapes[i] = servedShape{Set: c.List[i], Address: under(feeds[0])}
		if len(feeds) > 1 {
			shapes[i].Complete = under(feeds[1])
		}
	}
	r.message("%s", c.readers(at))
	if r.flags.JSON {
		return r.json(shapes)
	}
	for _, s := range shapes {
		if err := r.lines(s.Address); err != nil {
			return err
		}
	}
	return nil
}

// readers describes who can read the lists.
func (c serveCommand) readers(at net.Addr) string {
	here := isLoopback(at)
	switch {
	case here && c.User != "":
		return fmt.Sprintf("Anyone who uses this computer and knows the password of %s can read it. Press Ctrl+C to stop.", c.User)
	case here:
		return "Anyone who uses this computer can read it. Press Ctrl+C to stop."
	case c.User != "":
		return fmt.Sprintf("Anyone who can reach %s and knows the password of %s can read it. Neither the list nor the password is encrypted in transit. Press Ctrl+C to stop.", at, c.User)
	}
	return fmt.Sprintf("Anyone who can reach %s can read it. To require a password, use --user. Press Ctrl+C to stop.", at)
}

// audience describes who can read what is served at an address.
func (c serveCommand) audience(at string) string {
	who := "everyone who can reach " + at
	if host, _, err := net.SplitHostPort(at); err == nil && isLocal(host) {
		who = "everyone who uses this computer"
	}
	if c.User != "" {
		who += " and knows the password of " + c.User
	}
	return who
}

// isLocal reports whether a host is this computer only.
func isLocal(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// readersPasswordName is the name under which the readers' password is stored.
const readersPasswordName = "crossfeed serve"

// password returns the password of the readers, or "" without --user.
func (c serveCommand) password(r *run) (string, error) {
	if c.User == "" {
		return "", nil
	}
	dir, err := r.dataDir()
	if err != nil {
		return "", err
	}
	r.accounts = []credentials.Account{{Place: readersPasswordName, User: c.User}}
	keeper := r.secrets(dir)
	if !c.Keep {
		return keeper.Password(r.ctx, readersPasswordName, c.User)
	}
	r.message("%s", keeper.Where().Text())
	password, err := r.newPassword(readersPasswordName, c.User)
	if err != nil {
		return "", err
	}
	return password, keeper.Save(r.ctx, readersPasswordName, c.User, password)
}

// listenAt parses the address to listen at. A port alone means this computer only: to be
// reachable from elsewhere, the address must be given.
func listenAt(text string) (string, error) {
	const here = "127.0.0.1"
	if isPort(text) {
		return net.JoinHostPort(here, text), nil
	}
	host, port, err := net.SplitHostPort(text)
	switch {
	case err != nil || !isPort(port):
		return "", misuse("--listen %q: must be a port, such as 8080, or an address and a port, such as 192.168.1.7:8080", text)
	case host == "" || host == "*":
		return "", misuse("--listen %q: use 0.0.0.0:%s for all networks, or %s for this computer only", text, port, port)
	}
	return text, nil
}

func isPort(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil && !strings.HasPrefix(text, "+")
}

// isLoopback reports whether an address can only be reached from this computer.
func isLoopback(at net.Addr) bool {
	tcp, is := at.(*net.TCPAddr)
	return is && tcp.IP.IsLoopback()
}

// rootsOf returns the base URLs of a server that listens at an address: one for each network
// if it listens on all of them.
func rootsOf(at net.Addr) []string {
	tcp, is := at.(*net.TCPAddr)
	if !is || !tcp.IP.IsUnspecified() {
		return []string{"http://" + at.String()}
	}
	own, _ := net.InterfaceAddrs() // without them, only the loopback address is printed
	var roots []string
	for _, a := range own {
		prefix, err := netip.ParsePrefix(a.String())
		if err != nil || prefix.Addr().IsLoopback() || prefix.Addr().IsLinkLocalUnicast() || tcp.IP.To4() != nil && !prefix.Addr().Is4() {
			continue
		}
		roots = append(roots, "http://"+net.JoinHostPort(prefix.Addr().String(), strconv.Itoa(tcp.Port)))
	}
	if len(roots) == 0 { // there is no network
		return []string{"http://" + net.JoinHostPort("localhost", strconv.Itoa(tcp.Port))}
	}
	return roots
}

// networkOf returns the network for an address: 0.0.0.0 means every IPv4 network, but not
// IPv6.
func networkOf(at string) string {
	if a, err := netip.ParseAddrPort(at); err == nil && a.Addr().Is4() {
		return "tcp4"
	}
	return "tcp"
}
