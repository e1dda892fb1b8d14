// Package serve is a web server for the local network that gives a list's feed to read,
// and takes nothing.
package serve

import (
	"context"
	"io"
	"net/http"
	"time"
)

// Feed is one document that is served.
type Feed struct {
	// Name is the last segment of its address, Type its media type.
	Name, Type string
	// Write writes the document as it now stands.
	Write func(ctx context.Context, to io.Writer) error
	// Version changes when the document does: its ETag is made of it.
	Version func(ctx context.Context) (version string, changed time.Time, err error)
}

// Options say who may read.
type Options struct {
	// User and Password are asked for where User is not "".
	User, Password string
}

// Handler serves feeds: GET and HEAD only, conditional, compressed, with nothing told of
// this computer. Wrong passwords are slowed down.
func Handler(feeds []Feed, o Options) http.Handler { panic("to be written") }
