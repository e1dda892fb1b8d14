// Package reach joins the kinds of places to one: it sends each request to the one
// that its address is of.
package reach

import (
	"context"

	"crossfeed/engine/location"
	"crossfeed/engine/location/bucket"
	"crossfeed/engine/location/dav"
	"crossfeed/engine/location/web"
)

// Everywhere implements location.Places for every kind of address.
type Everywhere struct {
	Disk    location.OnDisk
	Web     *web.Client
	Dav     *dav.Server
	Buckets *bucket.Buckets
}

// Names implements location.Places.
func (e Everywhere) Names(ctx context.Context, folder location.Target) ([]string, error) {
	panic("to be written")
}

// Read implements location.Places.
func (e Everywhere) Read(ctx context.Context, r location.Request) (*location.Response, error) {
	panic("to be written")
}

// Write implements location.Places.
func (e Everywhere) Write(ctx context.Context, p location.Put) (location.Written, error) {
	panic("to be written")
}

// Remove implements location.Places.
func (e Everywhere) Remove(ctx context.Context, t location.Target, last location.Written) error {
	panic("to be written")
}

// Readers implements location.Places.
func (e Everywhere) Readers(ctx context.Context, t location.Target) (location.Readers, error) {
	panic("to be written")
}

var _ location.Places = Everywhere{}
