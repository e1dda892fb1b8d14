package web

import "golang.org/x/sys/windows"

// Errors of the operating system for networks, servers and connections.
var (
	noRoute = []error{windows.WSAENETUNREACH, windows.WSAENETDOWN, windows.WSAEHOSTUNREACH, windows.WSAEHOSTDOWN, windows.WSAEADDRNOTAVAIL}
	refused = []error{windows.WSAECONNREFUSED}
	reset   = []error{windows.WSAECONNRESET, windows.WSAECONNABORTED}
)
