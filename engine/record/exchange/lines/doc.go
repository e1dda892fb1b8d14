// Package lines reads and writes the content lines that vCard and iCalendar
// files consist of (RFC 6350 §3.2, RFC 5545 §3.1): it undoes folding, finds
// the encoding, and splits a line into name, parameters and value. It knows no
// property.
//
// A file of any size is read with no more than one line in memory, of which no
// more is kept than exchange.MaxLine.
package lines
