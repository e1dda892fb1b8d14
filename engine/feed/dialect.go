package feed

import (
	"errors"
	"fmt"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/rules/sse091"
)

// namespaceOwn is the one namespace that is ours. On an sx:sync
// of SSE 0.91 it has the attributes of places, and what was resolved:
//
//	order    the key of the place (package place)
//	version  the version that the key was given for
//	parent   the identifier of the item that the key was made for; absent at the root
//	cycle    the parent that the item was taken out of (item.Place.Cycle)
//	settled  the conflicts that were resolved (item.Version.Resolved): entries with
//	         spaces between, each "version;time;endpoint", the time as RFC 3339 and
//	         the endpoint escaped as a path segment
//
// On the topmost sx:history it has the digest of the content
// (item.Version.Digest). At the level of the feed its elements name devices (Device). On the title of an item
// "made" has the title that was made for it (madeTitle).
//
// In the sx:sync of a version that lost, its elements have what its sx:conflict held
// beside it (beside), and the outlines that stood in it (within). An outline that says what
// an item of another format said has the outlines of that in such an element, too.
const namespaceOwn = record.NamespaceOwn

// Namespaces of the dialects.
const (
	namespaceFeedSync10  = "http://feedsync.org/2007/feedsync"
	namespaceSSE093      = "http://www.microsoft.com/schemas/sse"
	namespaceSSE091      = "http://www.microsoft.com/schemas/rss/sse"
	namespaceSSE091https = "https://www.microsoft.com/schemas/rss/sse"
)

// dialectOf is the dialect of a namespace, or "" where it has none.
func dialectOf(namespace string) item.Dialect {
	switch namespace {
	case namespaceFeedSync10:
		return item.FeedSync10
	case namespaceSSE093:
		return item.SSE093
	case namespaceSSE091, namespaceSSE091https:
		return item.SSE091
	}
	return ""
}

// sameFamily tells whether two namespaces' dialects are of one model. "" is none.
func sameFamily(a, b item.Dialect) bool { return a != "" && b != "" && a.SameRules(b) }

// isFeedSync tells whether a namespace is one of the model with updates and
// sequences (SSE 0.93 §1.1).
func isFeedSync(namespace string) bool {
	return namespace == namespaceFeedSync10 || namespace == namespaceSSE093
}

// namespaceOf is the one that a dialect is written in: FeedSync 1.0 where there is
// no other.
func namespaceOf(d item.Dialect) string {
	switch d {
	case item.SSE093:
		return namespaceSSE093
	case item.SSE091:
		return namespaceSSE091
	}
	return namespaceFeedSync10
}

// namespaceAt is the one that the dialect is written in where a scope is in force:
// that of SSE 0.91 is found with http and with https, and a document keeps its own.
func namespaceAt(d item.Dialect, scope xmlstream.Scope) string {
	space := namespaceOf(d)
	if _, ok := scope.Prefix(space); d == item.SSE091 && !ok {
		if _, ok := scope.Prefix(namespaceSSE091https); ok {
			return namespaceSSE091https
		}
	}
	return space
}

// orDefault is the dialect where there is one, and else that which new documents of
// the format are written in.
func orDefault(d item.Dialect, f item.Format) item.Dialect {
	switch {
	case d != "":
		return d
	case f == item.OPML:
		return item.SSE091
	}
	return item.FeedSync10
}

// RulesOf are the rules of a dialect: those of FeedSync unless it is SSE 0.91.
func RulesOf(d item.Dialect) rules.Rules {
	if d == item.SSE091 {
		return sse091.Rules{}
	}
	return feedsync.Rules{}
}

// writable refuses a format and a dialect that do not go together.
func writable(f item.Format, d item.Dialect) error {
	switch {
	case f == item.OPML && d != item.SSE091:
		return fmt.Errorf("OPML has no FeedSync: choose SSE 0.91 for it, or RSS or Atom for FeedSync")
	case f == item.Atom && d == item.SSE091:
		return fmt.Errorf("SSE 0.91 is not written in Atom: choose RSS or OPML for it, or FeedSync 1.0 or SSE 0.93 for Atom")
	}
	return nil
}

// DialectError refuses to merge a document into a list, or into another document, of the
// other family. Nothing was changed.
type DialectError struct {
	// Document names the document that was to be merged in, Dialect is its dialect and
	// Format its format, "" where that is not told.
	Document string
	Dialect  item.Dialect
	Format   item.Format
	// Set is the name of the list that it was to be merged into, or "".
	Set string
	// Local names the document that it was to be merged into where there is no list.
	Local string
	// Into is the dialect of that list or document, As its format, or "".
	Into item.Dialect
	As   item.Format
}

// ErrFamilies means that two documents, or a document and a list, are of both families.
var ErrFamilies = errors.New("the two families never mix")

// Unwrap is ErrFamilies.
func (e *DialectError) Unwrap() error { return ErrFamilies }

// Error names both dialects, and what can be done.
func (e *DialectError) Error() string {
	if e.Set == "" {
		return fmt.Sprintf("%s is %s and %s is %s, and %v: convert one of them",
			e.Document, e.Dialect.Name(), e.Local, e.Into.Name(), ErrFamilies)
	}
	return fmt.Sprintf("%s is %s, and the list %q is %s: %v. %s", e.Document, e.Dialect.Name(), e.Set, e.Into.Name(), ErrFamilies, e.remedy())
}

// remedy says what can be done about a feed that a list cannot read. A feed of FeedSync
// is read once the list is upgraded; for one of SSE 0.91 its publisher has to do that.
// Outlines cannot be upgraded.
func (e *DialectError) remedy() string {
	switch {
	case e.Into == item.SSE091 && !e.As.Ordered():
		return fmt.Sprintf("Upgrade the list %q, convert the feed, or subscribe another list to it", e.Set)
	case e.Dialect == item.SSE091 && !e.Format.Ordered():
		return "Ask its publisher to upgrade the list, convert the feed, or subscribe another list to it"
	}
	return "Convert the feed, or subscribe another list to it"
}

// OrderError refuses to merge a document into a list of which only one has order and
// hierarchy (SSE 0.91 §3.2), both of SSE 0.91. Nothing was changed.
type OrderError struct {
	// Document names the document, Format is its format.
	Document string
	Format   item.Format
	// Set is the name of the list, Into its format.
	Set  string
	Into item.Format
	// Ordinary tells that nothing in the document is shared.
	Ordinary bool
}

// ErrOrder means that only one of a document and a list has order and hierarchy.
var ErrOrder = errors.New("only outlines have order and hierarchy")

// ErrOrdinary means that a document is an outline in which nothing is shared, and a list is
// none.
var ErrOrdinary = errors.New("an ordinary OPML file is not merged")

// Unwrap is ErrOrder, or ErrOrdinary.
func (e *OrderError) Unwrap() error {
	if e.Ordinary {
		return ErrOrdinary
	}
	return ErrOrder
}

// Error says what would be lost, and what can be done.
func (e *OrderError) Error() string {
	if e.Ordinary {
		return fmt.Sprintf("%s is an outline without sync information, and the list %q is kept as %s: %v. Import it into a list for outlines, or add it to the library",
			e.Document, e.Set, e.Into.Name(), ErrOrdinary)
	}
	is := "an outline"
	if e.Into.Ordered() {
		is = "no outline"
	}
	return fmt.Sprintf("%s is %s, and the list %q is kept as %s: %v. Convert the feed, or subscribe another list to it",
		e.Document, is, e.Set, e.Into.Name(), ErrOrder)
}

// CheckDialect tells why a document of that name cannot be merged into a list: *DialectError or
// *OrderError. One that says nothing of its dialect shares nothing, and can, unless it is an
// outline and the list is none.
func CheckDialect(name string, d Document, set string, into item.Dialect, as item.Format) error {
	switch {
	case d.Dialect == "" && d.Format.Ordered() && !as.Ordered():
		return &OrderError{Document: name, Format: d.Format, Set: set, Into: as, Ordinary: true}
	case d.Dialect == "":
		return nil
	case !d.Dialect.SameRules(into):
		return &DialectError{Document: name, Dialect: d.Dialect, Format: d.Format, Set: set, Into: into, As: as}
	case d.Format.Ordered() != as.Ordered():
		return &OrderError{Document: name, Format: d.Format, Set: set, Into: as}
	}
	return nil
}

// sections are where the rules of a family stand that both families have.
type sections struct {
	// nss and when say what identifiers and times look like, and empty what an
	// attribute without a value is.
	nss, when, empty string
	// sync and history are of these elements, conflicts of the versions that lost.
	sync, history, conflicts string
}

// Sections that problems name.
const (
	sectionNamespace    = "SSE 0.93 §1.1"
	sectionNamespace091 = "SSE 0.91 §1.1"

	sectionSharing = "SSE 0.93 §2.2"
	sectionRelated = "SSE 0.93 §2.3"
	sectionSync    = "SSE 0.93 §2.4"

	sectionSharing091  = "SSE 0.91 §2.1"
	sectionRelated091  = "SSE 0.91 §2.2"
	sectionUpdate091   = "SSE 0.91 §2.5"
	sectionConflict091 = "SSE 0.91 §5.2"
	sectionSync091     = "SSE 0.91 §2.3"
)

var (
	sectionsFeedSync = sections{
		nss: "SSE 0.93 §2.1.1", when: "SSE 0.93 §2.1.5", empty: "SSE 0.93 §2.1.2",
		sync: sectionSync, history: "SSE 0.93 §2.5", conflicts: "SSE 0.93 §2.6",
	}
	sections091 = sections{
		nss: "SSE 0.91 §1.2", when: "SSE 0.91 §1.2", empty: "SSE 0.91 §2.4",
		sync: sectionSync091, history: "SSE 0.91 §2.4", conflicts: "SSE 0.91 §5.1",
	}
)

// sectionsOf are those of the dialect's family.
func sectionsOf(d item.Dialect) *sections {
	if d == item.SSE091 {
		return &sections091
	}
	return &sectionsFeedSync
}
