//go:build !windows

package web

import "syscall"

// What the operating system says of networks, servers and connections.
var (
	noRoute = []error{syscall.ENETUNREACH, syscall.ENETDOWN, syscall.EHOSTUNREACH, syscall.EHOSTDOWN, syscall.EADDRNOTAVAIL}
	refused = []error{syscall.ECONNREFUSED}
	reset   = []error{syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE}
)
