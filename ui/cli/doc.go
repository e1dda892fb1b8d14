// Package cli is the commands of Crossfeed: the same work as in the window, by
// the same engine, for scripts, servers and tests. It needs no window and never
// ends the process; whatever it reads from the world comes in an Env.
package cli
