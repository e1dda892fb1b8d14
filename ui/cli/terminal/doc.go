// Package terminal tells what the system knows about a terminal.
package terminal
