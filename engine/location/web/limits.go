package web

import (
	"cmp"
	"time"
)

// Limits bound a request. Zero values are the defaults.
type Limits struct {
	// Size of a document after decompression in bytes; 512 MB.
	Size int64
	// Connect and Answer bound the waiting for a connection and for the first byte of
	// an answer; Silence the time without a byte. 15 s, 60 s, 60 s.
	Connect, Answer, Silence time.Duration
	// Total bounds all waiting for a request, redirects included, and Rate is the number of
	// bytes that allow a second more. 2 minutes, 1 KiB.
	Total time.Duration
	Rate  int64
	// Redirects is the greatest number of hops; 10.
	Redirects int
}

func (l Limits) orDefaults() Limits {
	return Limits{
		Size:      cmp.Or(l.Size, 512<<20),
		Connect:   cmp.Or(l.Connect, 15*time.Second),
		Answer:    cmp.Or(l.Answer, time.Minute),
		Silence:   cmp.Or(l.Silence, time.Minute),
		Total:     cmp.Or(l.Total, 2*time.Minute),
		Rate:      cmp.Or(l.Rate, 1<<10),
		Redirects: cmp.Or(l.Redirects, 10),
	}
}
