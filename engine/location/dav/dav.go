// Package dav writes documents to WebDAV servers (RFC 4918) and to whatever takes a
// PUT, lists folders there, and notices a second writer.
package dav

import (
	"context"

	"crossfeed/engine/location"
	"crossfeed/engine/location/web"
)

// Server writes through a web client.
type Server struct{ web *web.Client }

// New makes a Server.
func New(c *web.Client) *Server { return &Server{c} }

// Names lists the files in a collection (PROPFIND, RFC 4918 §9.1).
func (s *Server) Names(ctx context.Context, folder location.Target) ([]string, error) {
	panic("to be written")
}

// Write implements location.Places: If-Match or If-None-Match, OC-ETag, MKCOL where the
// folder is missing, read back, and a bounded number of tries.
func (s *Server) Write(ctx context.Context, p location.Put) (location.Written, error) {
	panic("to be written")
}

// Remove implements location.Places.
func (s *Server) Remove(ctx context.Context, t location.Target, last location.Written) error {
	panic("to be written")
}

// Readers implements location.Places: it asks without signing in.
func (s *Server) Readers(ctx context.Context, t location.Target) (location.Readers, error) {
	panic("to be written")
}
