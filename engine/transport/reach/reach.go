// Package reach joins the kinds of places to one: it sends each request to the one
// that its address is of.
package reach

import (
	"context"

	"crossfeed/engine/transport"
	"crossfeed/engine/transport/bucket"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
)

// Everywhere implements transport.Places for every kind of address.
type Everywhere struct {
	Disk    transport.OnDisk
	Web     *web.Client
	Dav     *webdav.Server
	Buckets *bucket.Buckets
}

// Options are what New works with. Zero values are the system's.
type Options struct {
	Files transport.Files
	// Passwords are asked for where a server or bucket wants one.
	Passwords transport.Passwords
	// Spool makes the files that documents lie in on their way.
	Spool transport.Spool
	// Getenv tells of proxies.
	Getenv func(string) string
	// Limits bound what a request to a server may cost. Their size and total time are those
	// of a file, too.
	Limits web.Limits
}

// New joins the kinds of places that there are.
func New(o Options) Everywhere {
	if o.Spool == nil {
		o.Spool = transport.TempSpool{}
	}
	client := web.New(web.Options{Passwords: o.Passwords, Spool: o.Spool, Getenv: o.Getenv, Limits: o.Limits})
	return Everywhere{
		Disk:    transport.OnDisk{Files: o.Files, Size: o.Limits.Size, Pace: transport.Pace{Total: o.Limits.Total, Rate: o.Limits.Rate}},
		Web:     client,
		Dav:     webdav.New(client),
		Buckets: bucket.New(bucket.Options{Passwords: o.Passwords, Spool: o.Spool, HTTP: client.HTTP}),
	}
}

// server reads by the web client, and does the rest as WebDAV.
type server struct {
	*web.Client
	*webdav.Server
}

// at is what reaches an address.
func (e Everywhere) at(address string) transport.Places {
	switch transport.KindOf(address) {
	case transport.Web:
		return server{e.Web, e.Dav}
	case transport.Bucket:
		return e.Buckets
	}
	return e.Disk
}

// Names implements transport.Places.
func (e Everywhere) Names(ctx context.Context, folder transport.Target) ([]string, error) {
	return e.at(folder.Address).Names(ctx, folder)
}

// Read implements transport.Places.
func (e Everywhere) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	return e.at(r.Address).Read(ctx, r)
}

// Head implements transport.Places.
func (e Everywhere) Head(ctx context.Context, t transport.Target) (transport.Head, error) {
	return e.at(t.Address).Head(ctx, t)
}

// Write implements transport.Places.
func (e Everywhere) Write(ctx context.Context, p transport.Put) (transport.Written, error) {
	return e.at(p.Address).Write(ctx, p)
}

// Remove implements transport.Places.
func (e Everywhere) Remove(ctx context.Context, t transport.Target, last transport.Written) error {
	return e.at(t.Address).Remove(ctx, t, last)
}

// Readers implements transport.Places.
func (e Everywhere) Readers(ctx context.Context, t transport.Target) (transport.Readers, error) {
	return e.at(t.Address).Readers(ctx, t)
}

var _ transport.Places = Everywhere{}

// Download implements transport.Places.
func (e Everywhere) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
	return e.at(d.Address).Download(ctx, d)
}
