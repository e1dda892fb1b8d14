package family

import (
	"fmt"

	"crossfeed/engine/feed"
)

// Error refuses to merge a document into a list, or into another document, of the
// other family. Nothing was changed.
type Error struct {
	// Document names the document that was to be merged in, Dialect is its dialect and
	// Format its format, "" where that is not told.
	Document string
	Dialect  feed.Dialect
	Format   feed.Format
	// Set is the name of the list that it was to be merged into, or "".
	Set string
	// Local names the document that it was to be merged into where there is no list.
	Local string
	// Into is the dialect of that list or document, As its format, or "".
	Into feed.Dialect
	As   feed.Format
}

// Error names both dialects, and what can be done.
func (e *Error) Error() string {
	if e.Set == "" {
		return fmt.Sprintf("%s is %s and %s is %s, and the two families never mix: convert one of them with crossfeed feed convert",
			e.Document, Name(e.Dialect), e.Local, Name(e.Into))
	}
	return fmt.Sprintf("%s is %s, and the list %q is %s: the two families never mix. %s", e.Document, Name(e.Dialect), e.Set, Name(e.Into), e.remedy())
}

// remedy says what can be done about a feed that a list cannot read. A feed of FeedSync
// is read once the list is upgraded; for one of SSE 0.91 its publisher has to do that.
// Outlines cannot be upgraded.
func (e *Error) remedy() string {
	const other = "onvert the feed with crossfeed feed convert, or subscribe another list to it"
	switch {
	case e.Into == feed.SSE091 && !Ordered(e.As):
		return fmt.Sprintf("Upgrade the list with crossfeed set upgrade %q, c%s", e.Set, other)
	case e.Dialect == feed.SSE091 && !Ordered(e.Format):
		return "Ask its publisher to upgrade the list with crossfeed set upgrade, c" + other
	}
	return "C" + other
}

// OrderError refuses to merge a document into a list of which only one has order and
// hierarchy (SSE 0.91 §3.2), both of SSE 0.91. Nothing was changed.
type OrderError struct {
	// Document names the document, Format is its format.
	Document string
	Format   feed.Format
	// Set is the name of the list, Into its format.
	Set  string
	Into feed.Format
}

// Error says what would be lost, and what can be done.
func (e *OrderError) Error() string {
	why := "an outline, which has order and hierarchy that the list cannot keep"
	if Ordered(e.Into) {
		why = "no outline, and says nothing of where its items stand in one"
	}
	return fmt.Sprintf("%s is %s: the list %q is kept as %s. Convert the feed with crossfeed feed convert, or subscribe another list to it",
		e.Document, why, e.Set, formatName(e.Into))
}

// Check tells why a document of that name cannot be merged into a list: *Error or
// *OrderError. One that says nothing of its dialect shares nothing, and can.
func Check(name string, d feed.Document, set string, into feed.Dialect, as feed.Format) error {
	switch {
	case d.Dialect == "":
		return nil
	case !Same(d.Dialect, into):
		return &Error{Document: name, Dialect: d.Dialect, Format: d.Format, Set: set, Into: into, As: as}
	case Ordered(d.Format) != Ordered(as):
		return &OrderError{Document: name, Format: d.Format, Set: set, Into: as}
	}
	return nil
}

// Name is what a dialect is called by people.
func Name(d feed.Dialect) string {
	switch d {
	case feed.SSE091:
		return "SSE 0.91"
	case feed.SSE093:
		return "SSE 0.93"
	}
	return "FeedSync 1.0"
}

func formatName(f feed.Format) string {
	switch f {
	case feed.OPML:
		return "OPML"
	case feed.Atom:
		return "Atom"
	}
	return "RSS"
}
