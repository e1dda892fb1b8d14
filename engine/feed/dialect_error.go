package feed

import "fmt"

// DialectError refuses to merge a document into a list, or into another document, of the
// other family. Nothing was changed.
type DialectError struct {
	// Document names the document that was to be merged in, Dialect is its dialect and
	// Format its format, "" where that is not told.
	Document string
	Dialect  Dialect
	Format   Format
	// Set is the name of the list that it was to be merged into, or "".
	Set string
	// Local names the document that it was to be merged into where there is no list.
	Local string
	// Into is the dialect of that list or document, As its format, or "".
	Into Dialect
	As   Format
}

// Error names both dialects, and what can be done.
func (e *DialectError) Error() string {
	if e.Set == "" {
		return fmt.Sprintf("%s is %s and %s is %s, and the two families never mix: convert one of them with crossfeed feed convert",
			e.Document, DialectName(e.Dialect), e.Local, DialectName(e.Into))
	}
	return fmt.Sprintf("%s is %s, and the list %q is %s: the two families never mix. %s", e.Document, DialectName(e.Dialect), e.Set, DialectName(e.Into), e.remedy())
}

// remedy says what can be done about a feed that a list cannot read. A feed of FeedSync
// is read once the list is upgraded; for one of SSE 0.91 its publisher has to do that.
// Outlines cannot be upgraded.
func (e *DialectError) remedy() string {
	const other = "onvert the feed with crossfeed feed convert, or subscribe another list to it"
	switch {
	case e.Into == SSE091 && !Ordered(e.As):
		return fmt.Sprintf("Upgrade the list with crossfeed set upgrade %q, c%s", e.Set, other)
	case e.Dialect == SSE091 && !Ordered(e.Format):
		return "Ask its publisher to upgrade the list with crossfeed set upgrade, c" + other
	}
	return "C" + other
}

// OrderError refuses to merge a document into a list of which only one has order and
// hierarchy (SSE 0.91 §3.2), both of SSE 0.91. Nothing was changed.
type OrderError struct {
	// Document names the document, Format is its format.
	Document string
	Format   Format
	// Set is the name of the list, Into its format.
	Set  string
	Into Format
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

// CheckDialect tells why a document of that name cannot be merged into a list: *DialectError or
// *OrderError. One that says nothing of its dialect shares nothing, and can.
func CheckDialect(name string, d Document, set string, into Dialect, as Format) error {
	switch {
	case d.Dialect == "":
		return nil
	case !SameRules(d.Dialect, into):
		return &DialectError{Document: name, Dialect: d.Dialect, Format: d.Format, Set: set, Into: into, As: as}
	case Ordered(d.Format) != Ordered(as):
		return &OrderError{Document: name, Format: d.Format, Set: set, Into: as}
	}
	return nil
}

// DialectName is what a dialect is called by people.
func DialectName(d Dialect) string {
	switch d {
	case SSE091:
		return "SSE 0.91"
	case SSE093:
		return "SSE 0.93"
	}
	return "FeedSync 1.0"
}

func formatName(f Format) string {
	switch f {
	case OPML:
		return "OPML"
	case Atom:
		return "Atom"
	}
	return "RSS"
}
