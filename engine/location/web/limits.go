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
	// Redirects is the greatest number of hops; 10.
	Redirects int
}

func (l Limits) orDefaults() Limits {
	return Limits{
		Size:      cmp.Or(l.Size, 512<<20),
		Connect:   cmp.Or(l.Connect, 15*time.Second),
		Answer:    cmp.Or(l.Answer, time.Minute),
		Silence:   cmp.Or(l.Silence, time.Minute),
		Redirects: cmp.Or(l.Redirects, 10),
	}
}
