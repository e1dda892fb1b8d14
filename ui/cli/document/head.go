package document

import (
	"crossfeed/engine/feed"
	"crossfeed/engine/rules"
)

// look reads the beginning of a document, up to the first item that takes part: format
// and dialect are known then. The dialect is "" where nothing takes part, unless it is
// OPML, which knows but one. What is wrong with the document is for its reading to
// tell.
func look(s Source) feed.Document {
	f, err := s.Open()
	if err != nil {
		return feed.Document{}
	}
	defer f.Close()
	in := feed.NewReader(f, s.Name)
	e, err := in.Next()
	for err == nil && e.Item == nil && in.Document().Dialect == "" {
		e, err = in.Next()
	}
	d := in.Document()
	if d.Dialect == "" && d.Format == feed.OPML {
		d.Dialect = feed.SSE091
	}
	return d
}

// rulesOf are those of a document's family.
func rulesOf(s Source) rules.Rules { return feed.RulesOf(look(s).Dialect) }

// dialectOf is the dialect that two documents are merged in: the local one's, or the
// other one's where nothing of the local one takes part.
func dialectOf(into, from feed.Document) feed.Dialect {
	if into.Dialect == "" {
		return from.Dialect
	}
	return into.Dialect
}
