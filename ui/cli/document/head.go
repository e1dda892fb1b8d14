package document

import (
	"errors"
	"io"

	"crossfeed/engine/family"
	"crossfeed/engine/feed"
	"crossfeed/engine/rules"
)

// Head is what a document says before its first item that takes part, and by it: its
// format and dialect among that. The dialect is "" where nothing in it takes part,
// unless it is OPML, which knows but one.
func Head(s Source) (feed.Document, error) {
	f, err := s.Open()
	if err != nil {
		return feed.Document{}, err
	}
	defer f.Close()
	in := feed.NewReader(f, s.Name)
	for {
		e, err := in.Next()
		d := in.Document()
		if d.Dialect == "" && d.Format == feed.OPML {
			d.Dialect = feed.SSE091
		}
		switch {
		case errors.Is(err, io.EOF):
			return d, nil
		case err != nil:
			return feed.Document{}, err
		case d.Dialect != "" || e.Item != nil:
			return d, nil
		}
	}
}

// rulesOf are those of a document's family.
func rulesOf(s Source) (rules.Rules, error) {
	d, err := Head(s)
	return family.Of(d.Dialect), err
}

// common is the dialect that two documents are merged in: the local one's, or the
// other one's where nothing of the local one takes part. Documents of two families
// are refused with a *family.Error.
func common(local, incoming Source) (feed.Dialect, error) {
	into, err := Head(local)
	if err != nil {
		return "", err
	}
	from, err := Head(incoming)
	if err != nil {
		return "", err
	}
	switch {
	case into.Dialect == "":
		return from.Dialect, nil
	case from.Dialect != "" && !family.Same(from.Dialect, into.Dialect):
		return "", &family.Error{Document: incoming.Name, Dialect: from.Dialect, Local: local.Name, Into: into.Dialect}
	}
	return into.Dialect, nil
}
