package contentsync

import (
	"slices"

	"crossfeed/engine/store"
)

// entry is an entry of the queue that is at hand, with what is here of it.
type entry struct {
	store.ContentWanted
	// host is the server that it lies on, "" for this computer.
	host string
	// feed or file is what is kept of it, where here says that anything is.
	feed store.ContentFeed
	file store.ContentFile
	here bool
}

// lane has entries that wait to be fetched: in their order, but that a server that has
// enough to do holds up none of another.
type lane struct {
	hosts   []string
	waiting map[string][]entry
	n       int
}

func (l *lane) add(e entry) {
	if l.waiting == nil {
		l.waiting = map[string][]entry{}
	}
	if len(l.waiting[e.host]) == 0 {
		l.hosts = append(l.hosts, e.host)
	}
	l.waiting[e.host] = append(l.waiting[e.host], e)
	l.n++
}

// take takes the first entry of the first server that takes one.
func (l *lane) take(takes func(host string) bool) (e entry, ok bool) {
	i := slices.IndexFunc(l.hosts, takes)
	if i < 0 {
		return entry{}, false
	}
	host := l.hosts[i]
	e, l.waiting[host] = l.waiting[host][0], l.waiting[host][1:]
	l.n--
	if len(l.waiting[host]) == 0 {
		l.forget(host)
	}
	return e, true
}

// forget leaves out what waits for a server.
func (l *lane) forget(host string) {
	l.n -= len(l.waiting[host])
	delete(l.waiting, host)
	l.hosts = slices.DeleteFunc(l.hosts, func(other string) bool { return other == host })
}
