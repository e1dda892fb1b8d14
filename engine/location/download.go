package location

import (
	"fmt"
	"io"
)

// Download asks for a file as a stream: one of any kind and size, that nothing parses.
// The bytes come as they lie there (no compression is asked for, so that parts fit). A
// condition is used wherever Known has one, however old it is, and not where the whole is
// asked for: that a file changed is said by the feed that names it.
type Download struct {
	Request
	// From continues a download that broke off: how many bytes of it are there already.
	// Of is what Stream.Known said of that download: where the file is another one by now,
	// or the place gives no parts, it begins anew.
	From int64
	Of   Known
	// Limit is the greatest size in bytes, or 0 for none. A file that says that it is
	// larger is refused with TooLarge before a byte of it came.
	Limit int64
}

// Stream is a file on its way. Closing the body ends the request.
type Stream struct {
	// Body gives what comes, from byte From on; nil where Unchanged. One that ends too
	// early ends with an *Error with BrokenOff, one beyond the limit with TooLarge.
	Body io.ReadCloser
	// Unchanged tells that the file is the one that Known knows.
	Unchanged bool
	// From is where Body begins in the file: Download.From, or 0 where it begins anew.
	From int64
	// Size is that of the whole file in bytes, or -1 where the place does not say.
	Size int64
	// Known is what is to be remembered. Where Unchanged it has the Hash that it had, else
	// none: whoever takes the bytes in knows it.
	Known Known
	// Type is the media type without parameters in lower case, or "".
	Type string
	// At is the address that answered in the end, where redirects led elsewhere, or "".
	At string
}

// Admits refuses a file of more bytes than Limit with TooLarge.
func (d Download) Admits(size int64) error {
	if d.Limit <= 0 || size <= d.Limit {
		return nil
	}
	return &Error{Trouble: TooLarge, Address: Redact(d.Address), Err: fmt.Errorf("it has %d bytes or more, and the limit is %d", size, d.Limit)}
}
