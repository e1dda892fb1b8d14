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

// namespaceOwn is our own namespace, the only one. On an sx:sync of SSE 0.91 it has the
// attributes of positions, and what was resolved:
//
//	order    the key of the position (package order)
//	version  the version that the key was set for
//	parent   the identifier of the item that the key was made for; absent at the top level
//	cycle    the parent that the item was removed from (item.Place.Cycle)
//	settled  the conflicts that were resolved (item.Version.Resolved): entries separated by
//	         spaces, each "version;time;endpoint", the time as RFC 3339 and the endpoint
//	         escaped as a path segment
//
// On the topmost sx:history it has the digest of the content (item.Version.Digest). At the
// level of the feed, its elements name devices (Device). On the title of an item, "made" has
// the title that was generated for it (madeTitle).
//
// In the sx:sync of a losing version, its elements contain what its sx:conflict contained
// besides the item (beside), and the outlines inside the item (within). An outline that
// represents an item of another format also has that item's outlines in such an element.
const namespaceOwn = record.NamespaceOwn

// Namespaces of the dialects.
const (
	namespaceFeedSync10  = "http://feedsync.org/2007/feedsync"
	namespaceSSE093      = "http://www.microsoft.com/schemas/sse"
	namespaceSSE091      = "http://www.microsoft.com/schemas/rss/sse"
	namespaceSSE091https = "https://www.microsoft.com/schemas/rss/sse"
)

// dialectOf returns the dialect of a namespace, or "" if it is not a known one.
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

// sameFamily reports whether two dialects have the same model. "" is not a dialect.
func sameFamily(a, b item.Dialect) bool { return a != "" && b != "" && a.SameRules(b) }

// isFeedSync reports whether a namespace belongs to the model with updates and sequences (SSE
// 0.93 §1.1).
func isFeedSync(namespace string) bool {
	return namespace == namespaceFeedSync10 || namespace == namespaceSSE093
}

// namespaceOf returns the namespace to write a dialect in, by default the one of FeedSync 1.0.
func namespaceOf(d item.Dialect) string {
	switch d {
	case item.SSE093:
		return namespaceSSE093
	case item.SSE091:
		return namespaceSSE091
	}
	return namespaceFeedSync10
}

// namespaceAt returns the namespace to write a dialect in, given the scope: the namespace of
// SSE 0.91 is found with http and with https, and a document keeps its own.
func namespaceAt(d item.Dialect, scope xmlstream.Scope) string {
	space := namespaceOf(d)
	if _, ok := scope.Prefix(space); d == item.SSE091 && !ok {
		if _, ok := scope.Prefix(namespaceSSE091https); ok {
			return namespaceSSE091https
		}
	}
	return space
}

// orDefault returns the dialect, or else the default dialect of new documents of the format.
func orDefault(d item.Dialect, f item.Format) item.Dialect {
	switch {
	case d != "":
		return d
	case f == item.OPML:
		return item.SSE091
	}
	return item.FeedSync10
}

// RulesOf returns the rules of a dialect: those of FeedSync unless it is SSE 0.91.
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

// DialectError means that a document cannot be merged into a list, or into another document,
// because their dialects have different models. Nothing was changed.
type DialectError struct {
	// Document names the document that was to be merged, Dialect is its dialect and Format its
	// format, or "" if unknown.
	Document string
	Dialect  item.Dialect
	Format   item.Format
	// Set is the name of the list that it was to be merged into, or "".
	Set string
	// Local names the document that it was to be merged into, if there is no list.
	Local string
	// Into is the dialect of that list or document, As its format, or "".
	Into item.Dialect
	As   item.Format
}

// ErrFamilies means that the dialects of two documents, or of a document and a list, have
// different models.
var ErrFamilies = errors.New("SSE 0.91 and FeedSync cannot be merged")

// Unwrap returns ErrFamilies.
func (e *DialectError) Unwrap() error { return ErrFamilies }

// Error names both dialects, and what the user can do.
func (e *DialectError) Error() string {
	if e.Set == "" {
		return fmt.Sprintf("%s is %s and %s is %s, and %v: convert one of them",
			e.Document, e.Dialect.Name(), e.Local, e.Into.Name(), ErrFamilies)
	}
	return fmt.Sprintf("%s is %s, and the list %q is %s: %v. %s", e.Document, e.Dialect.Name(), e.Set, e.Into.Name(), ErrFamilies, e.remedy())
}

// remedy says what the user can do about a feed that a list cannot read. A feed of FeedSync
// can be read once the list is upgraded; a feed of SSE 0.91 has to be upgraded by its
// publisher. Outlines cannot be upgraded.
func (e *DialectError) remedy() string {
	switch {
	case e.Into == item.SSE091 && !e.As.Ordered():
		return fmt.Sprintf("Upgrade the list %q, convert the feed, or subscribe another list to it", e.Set)
	case e.Dialect == item.SSE091 && !e.Format.Ordered():
		return "Ask its publisher to upgrade the list, convert the feed, or subscribe another list to it"
	}
	return "Convert the feed, or subscribe another list to it"
}

// OrderError means that a document cannot be merged into a list because only one of them has
// order and hierarchy (SSE 0.91 §3.2). Nothing was changed.
type OrderError struct {
	// Document names the document, Format is its format.
	Document string
	Format   item.Format
	// Set is the name of the list, Into its format.
	Set  string
	Into item.Format
	// Ordinary reports whether nothing in the document is shared.
	Ordinary bool
}

// ErrOrder means that only one of a document and a list has order and hierarchy.
var ErrOrder = errors.New("only outlines have order and hierarchy")

// ErrOrdinary means that a document is an outline in which nothing is shared, and the list is
// not an outline.
var ErrOrdinary = errors.New("an ordinary OPML file is not merged")

// Unwrap returns ErrOrder or ErrOrdinary.
func (e *OrderError) Unwrap() error {
	if e.Ordinary {
		return ErrOrdinary
	}
	return ErrOrder
}

// Error says what would be lost, and what the user can do.
func (e *OrderError) Error() string {
	if e.Ordinary {
		return fmt.Sprintf("%s is an outline without sync information, and the list %q is kept as %s: %v. Import it into a list for outlines",
			e.Document, e.Set, e.Into.Name(), ErrOrdinary)
	}
	is := "an outline"
	if e.Into.Ordered() {
		is = "no outline"
	}
	return fmt.Sprintf("%s is %s, and the list %q is kept as %s: %v. Convert the feed, or subscribe another list to it",
		e.Document, is, e.Set, e.Into.Name(), ErrOrder)
}

// CheckDialect returns why a document of that name cannot be merged into a list: *DialectError
// or *OrderError. A document without a dialect shares nothing and can be merged, unless it is
// an outline and the list is not.
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

// sections are the sections of a dialect's specification for rules that all dialects have.
type sections struct {
	// nss and when are about the syntax of identifiers and times, empty about attributes
	// without a value.
	nss, when, empty string
	// sync, history and conflicts are about these elements.
	sync, history, conflicts string
}

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

func sectionsOf(d item.Dialect) *sections {
	if d == item.SSE091 {
		return &sections091
	}
	return &sectionsFeedSync
}
