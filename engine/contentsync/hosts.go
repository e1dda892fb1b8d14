package contentsync

import (
	"errors"
	"maps"
	"slices"

	"crossfeed/engine/location"
)

// mostFailures in a row are what a server may answer before nothing more is asked of it
// in a run: thousands of files of one that is down would each wait for its time.
const mostFailures = 3

// hosts keeps account of the servers of a run. Of this computer, "", there is none.
type hosts struct {
	most     int
	busy     map[string]int
	failures map[string]int
	// down are the servers that are asked no more, up those that answered.
	down map[string]error
	up   map[string]bool
}

func newHosts(most int) *hosts {
	return &hosts{most: most, busy: map[string]int{}, failures: map[string]int{}, down: map[string]error{}, up: map[string]bool{}}
}

// takes tells whether a server may be asked for one thing more.
func (h *hosts) takes(host string) bool { return host == "" || h.busy[host] < h.most }

func (h *hosts) begin(host string) { h.busy[host]++ }

// end takes note of an answer, and tells whether the server is given up with it.
func (h *hosts) end(host string, err error) (down bool) {
	h.busy[host]--
	if host == "" || h.down[host] != nil {
		return false
	}
	switch silent, final := isSilence(err); {
	case !silent:
		h.failures[host], h.up[host] = 0, true
		return false
	case !final && h.failures[host]+1 < mostFailures:
		h.failures[host]++
		return false
	}
	h.down[host] = err
	return true
}

// isSilence tells whether a failure is one of the server or the network, and not of one
// file; final, that asking again now is of no use.
func isSilence(err error) (silent, final bool) {
	var e *location.Error
	if !errors.As(err, &e) {
		return false, false
	}
	switch e.Trouble {
	case location.Offline, location.NoHost, location.TooMany:
		return true, true
	case location.Refused, location.Timeout, location.Slow, location.Unavailable:
		return true, false
	}
	return false, false
}

// nothing is why nothing answers: every server that was asked is given up. nil is that
// one answered, or that none was asked.
func (h *hosts) nothing() error {
	if len(h.up) > 0 || len(h.down) == 0 {
		return nil
	}
	return h.down[slices.Min(slices.Collect(maps.Keys(h.down)))]
}
