package engine

import (
	"context"

	"crossfeed/engine/transport"
	"crossfeed/engine/transport/bucket"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
)

// Everywhere implements transport.Places for every kind of address: it sends each request to the
// implementation for the scheme of its address, "" for paths.
type Everywhere map[string]transport.Places

// PlacesOptions configure NewPlaces. Zero values mean the system's.
type PlacesOptions struct {
	Files transport.Files
	// Passwords is asked when a server or bucket requires a password.
	Passwords transport.Passwords
	// TempFiles creates the temporary files for documents.
	TempFiles transport.TempFiles
	// Getenv returns the environment variables for proxies.
	Getenv func(string) string
	// Limits bound the cost of a request to a server. Their size and total time also apply to
	// files.
	Limits web.Limits
}

// NewPlaces returns an Everywhere for all kinds of places.
func NewPlaces(o PlacesOptions) Everywhere {
	if o.TempFiles == nil {
		o.TempFiles = transport.TempFolder{}
	}
	client := web.New(web.Options{Passwords: o.Passwords, TempFiles: o.TempFiles, Getenv: o.Getenv, Limits: o.Limits})
	server := webdav.New(client)
	return Everywhere{
		"":      transport.OnDisk{Files: o.Files, Size: o.Limits.Size, Pace: transport.Pace{Total: o.Limits.Total, Rate: o.Limits.Rate}},
		"http":  server,
		"https": server,
		"s3":    bucket.New(bucket.Options{Passwords: o.Passwords, TempFiles: o.TempFiles, HTTP: client.HTTP}),
	}
}

// at returns the implementation for an address.
func (e Everywhere) at(address string) transport.Places { return e[transport.SchemeOf(address)] }

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
