package subscribe

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/url"
	"path"
	"strings"

	"crossfeed/engine/feed"
	"crossfeed/engine/transport"
)

// readHead parses what a document says about how it is published (sx:sharing). This usually
// precedes the items; a document that may have it after them is read to its end. Errors in the
// document are left for the merge to report.
func (d *document) readHead() error {
	head, err := feed.NewReader(d.body, d.address).ReadHead()
	if err == nil && head.Sharing == nil {
		later, err := d.mayShare()
		if err != nil {
			return err
		}
		if later {
			head = headOf(feed.NewReader(d.body, d.address))
		}
	}
	d.head, d.sharing, d.dialect = head, head.Sharing, head.Dialect
	return d.rewind()
}

func (d *document) rewind() error {
	_, err := d.body.Seek(0, io.SeekStart)
	return err
}

// headOf reads a document to its end or to the first error.
func headOf(in *feed.Reader) feed.Document {
	for {
		if _, err := in.Next(); err != nil {
			return in.Document()
		}
	}
}

// mayShare reports whether the element's name occurs anywhere in the document, encoded with
// one or two bytes per letter. It leaves the document at its start.
func (d *document) mayShare() (bool, error) {
	if err := d.rewind(); err != nil {
		return false, err
	}
	there, err := contains(d.body, "sharing", "s\x00h\x00a\x00r\x00i\x00n\x00g")
	if err != nil {
		return false, err
	}
	return there, d.rewind()
}

// contains reports whether one of the words occurs in what is read.
func contains(r io.Reader, words ...string) (bool, error) {
	const most = 16
	in := bufio.NewReaderSize(r, 16<<10)
	for {
		chunk, err := in.Peek(in.Size())
		for _, w := range words {
			if bytes.Contains(chunk, []byte(w)) {
				return true, nil
			}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		if err != nil {
			return false, nil
		}
		if _, err := in.Discard(len(chunk) - most); err != nil {
			return false, err
		}
	}
}

// completeOf returns the address of the complete feed that a document names, or "". Of a file
// link or a relative one, only the last segment counts: the file of that name next to the
// document (SSE 0.93 §2.3).
func completeOf(d *document) (string, error) {
	link := completeLink(d.sharing)
	if link == "" {
		return "", nil
	}
	u, err := url.Parse(link)
	if err != nil {
		return "", &transport.Error{Trouble: transport.Forbids, Address: link, Err: err}
	}
	if u.Scheme == "" || strings.EqualFold(u.Scheme, "file") {
		return siblingOf(d.address, link, u)
	}
	at, err := transport.Parse(link)
	if err != nil {
		return "", err
	}
	return at, transport.Allowed(d.address, at)
}

// siblingOf returns the address of the file next to a document that a link names.
func siblingOf(address, link string, u *url.URL) (string, error) {
	name := path.Base(u.Path)
	if name == "." || name == ".." || strings.ContainsAny(name, `/\`) {
		err := errors.New("its complete feed has no name")
		return "", &transport.Error{Trouble: transport.Forbids, Address: link, Err: err}
	}
	return transport.Sibling(address, name), nil
}

// completeLink returns the first link to a complete feed, or "".
func completeLink(s *feed.Sharing) string {
	if s == nil {
		return ""
	}
	for _, r := range s.Related {
		if r.Type == feed.Complete {
			return r.Link
		}
	}
	return ""
}
