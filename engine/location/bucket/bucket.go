// Package bucket reads and writes documents in buckets of S3 and of what speaks like
// it. A location is s3://bucket/key?endpoint=…&region=….
package bucket

import (
	"net/http"
	"sync"
	"time"

	"crossfeed/engine/location"
)

// Options are what Buckets work with.
type Options struct {
	// Passwords give the secret key for an access key (Access.User).
	Passwords location.Passwords
	// Spool makes the files that bodies lie in.
	Spool location.Spool
	// HTTP makes the client of a target: authorities, proxies, fingerprints.
	HTTP func(location.Target) *http.Client
	// Size bounds a document in bytes; 0 is 512 MB.
	Size int64
	// Silence bounds the time without a byte; 0 is a minute.
	Silence time.Duration
	// Pause is the first pause before a request is tried again; the next ones are
	// longer. 0 is half a second.
	Pause time.Duration
}

// Buckets implements location.Places for s3 addresses. Each bucket is probed once for
// whether it heeds If-Match and If-None-Match. Neither the environment nor the files of
// other programs are read for keys: a bucket without Access.User is asked without
// signing.
type Buckets struct {
	options Options

	mu sync.Mutex
	// heeds tells by place whether a bucket heeds conditions, once that is known.
	heeds map[string]bool
}

// The usual bounds.
const (
	usualSize    = 512 << 20
	usualSilence = time.Minute
	usualPause   = 500 * time.Millisecond
)

// New makes Buckets.
func New(o Options) *Buckets {
	if o.Size == 0 {
		o.Size = usualSize
	}
	if o.Silence == 0 {
		o.Silence = usualSilence
	}
	if o.Pause == 0 {
		o.Pause = usualPause
	}
	if o.Spool == nil {
		o.Spool = location.TempSpool{}
	}
	return &Buckets{options: o, heeds: map[string]bool{}}
}

var _ location.Places = (*Buckets)(nil)
