// Package bucket reads and writes documents in buckets of S3 and of what speaks like
// it. A location is s3://bucket/key?endpoint=…&region=….
package bucket

import (
	"context"
	"net/http"

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
}

// Buckets implements location.Places for s3 addresses. Each bucket is probed once for
// whether it heeds If-Match and If-None-Match.
type Buckets struct{ options Options }

// New makes Buckets.
func New(o Options) *Buckets { return &Buckets{o} }

// Names implements location.Places.
func (b *Buckets) Names(ctx context.Context, folder location.Target) ([]string, error) {
	panic("to be written")
}

// Read implements location.Places.
func (b *Buckets) Read(ctx context.Context, r location.Request) (*location.Response, error) {
	panic("to be written")
}

// Write implements location.Places.
func (b *Buckets) Write(ctx context.Context, p location.Put) (location.Written, error) {
	panic("to be written")
}

// Remove implements location.Places.
func (b *Buckets) Remove(ctx context.Context, t location.Target, last location.Written) error {
	panic("to be written")
}

// Readers implements location.Places.
func (b *Buckets) Readers(ctx context.Context, t location.Target) (location.Readers, error) {
	panic("to be written")
}

var _ location.Places = (*Buckets)(nil)
