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

// Options are what New works with. Zero values are the system's.
type Options struct {
	Files location.Files
	// Passwords are asked for where a server or bucket wants one.
	Passwords location.Passwords
	// Spool makes the files that documents lie in on their way.
	Spool location.Spool
	// Getenv tells of proxies.
	Getenv func(string) string
	// Limits bound what a request to a server may cost. Their size and total time are those
	// of a file, too.
	Limits web.Limits
}

// New joins the kinds of places that there are.
func New(o Options) Everywhere {
	if o.Spool == nil {
		o.Spool = location.TempSpool{}
	}
	client := web.New(web.Options{Passwords: o.Passwords, Spool: o.Spool, Getenv: o.Getenv, Limits: o.Limits})
	return Everywhere{
		Disk:    location.OnDisk{Files: o.Files, Size: o.Limits.Size, Pace: location.Pace{Total: o.Limits.Total, Rate: o.Limits.Rate}},
		Web:     client,
		Dav:     dav.New(client),
		Buckets: bucket.New(bucket.Options{Passwords: o.Passwords, Spool: o.Spool, HTTP: client.HTTP}),
	}
}

// server reads by the web client, and does the rest as WebDAV.
type server struct {
	*web.Client
	*dav.Server
}

// at is what reaches an address.
func (e Everywhere) at(address string) location.Places {
	switch location.KindOf(address) {
	case location.Web:
		return server{e.Web, e.Dav}
	case location.Bucket:
		return e.Buckets
	}
	return e.Disk
}

// Names implements location.Places.
func (e Everywhere) Names(ctx context.Context, folder location.Target) ([]string, error) {
	return e.at(folder.Address).Names(ctx, folder)
}

// Read implements location.Places.
func (e Everywhere) Read(ctx context.Context, r location.Request) (*location.Response, error) {
	return e.at(r.Address).Read(ctx, r)
}

// Head implements location.Places.
func (e Everywhere) Head(ctx context.Context, t location.Target) (location.Head, error) {
	return e.at(t.Address).Head(ctx, t)
}

// Write implements location.Places.
func (e Everywhere) Write(ctx context.Context, p location.Put) (location.Written, error) {
	return e.at(p.Address).Write(ctx, p)
}

// Remove implements location.Places.
func (e Everywhere) Remove(ctx context.Context, t location.Target, last location.Written) error {
	return e.at(t.Address).Remove(ctx, t, last)
}

// Readers implements location.Places.
func (e Everywhere) Readers(ctx context.Context, t location.Target) (location.Readers, error) {
	return e.at(t.Address).Readers(ctx, t)
}

var _ location.Places = Everywhere{}

// Download implements location.Places.
func (e Everywhere) Download(ctx context.Context, d location.Download) (*location.Stream, error) {
	return e.at(d.Address).Download(ctx, d)
}
