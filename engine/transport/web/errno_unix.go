//go:build !windows

package web

import "syscall"

// Errors of the operating system for networks, servers and connections.
var (
	noRoute = []error{syscall.ENETUNREACH, syscall.ENETDOWN, syscall.EHOSTUNREACH, syscall.EHOSTDOWN, syscall.EADDRNOTAVAIL}
	refused = []error{syscall.ECONNREFUSED}
	reset   = []error{syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE}
)
