package servertest

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
)

// Listener connects the clients and servers of a test in memory, so that both can run in a
// bubble of testing/synctest: waiting for minutes takes no time, however slow the machine is.
// It implements net.Listener for clients that connect with Dial.
type Listener struct {
	waiting chan net.Conn
	closed  chan struct{}
	close   func()
}

// Listen returns a new listener.
func Listen() *Listener {
	l := &Listener{waiting: make(chan net.Conn), closed: make(chan struct{})}
	l.close = sync.OnceFunc(func() { close(l.closed) })
	return l
}

// Dial connects to the listener, regardless of the address.
func (l *Listener) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.waiting <- end{theirs, l}:
		return end{ours, l}, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// end is one end of a connection whose ends are both on this computer.
type end struct {
	net.Conn
	of *Listener
}

// RemoteAddr implements net.Conn.
func (e end) RemoteAddr() net.Addr { return e.of.Addr() }

// Accept implements net.Listener.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.waiting:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *Listener) Close() error {
	l.close()
	return nil
}

// Addr implements net.Listener.
func (l *Listener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// InMemory serves HTTP to clients that connect with Dial, until the test ends.
func InMemory(t testing.TB, h http.Handler) *Listener {
	t.Helper()
	l := Listen()
	var connections sync.WaitGroup
	s := &http.Server{Handler: h, ConnState: func(_ net.Conn, now http.ConnState) {
		switch now {
		case http.StateNew: // in the goroutine of Serve, before the connection has its own
			connections.Add(1)
		case http.StateClosed, http.StateHijacked:
			connections.Done()
		}
	}}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = s.Serve(l)
	}()
	t.Cleanup(func() { // a bubble must not end before its goroutines
		_ = s.Close()
		<-served
		_ = s.Close() // connections accepted in the meantime
		connections.Wait()
	})
	return l
}
