package web

import "io"

// Link is a feed that a page names.
type Link struct{ Address, Title, Type string }

// Discover lists the feeds that an HTML page at an address names by
// <link rel="alternate">, in the page's order, as absolute addresses; none where it
// names none or is no page.
func Discover(address string, page io.Reader) ([]Link, error) { panic("to be written") }
