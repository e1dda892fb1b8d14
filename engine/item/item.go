// Package item defines shared items: their versions with content and history, and the names of
// the devices that wrote them.
//
// All values are immutable once they are built, so that rules, store and window can share an
// item without copying it. The package does not import other packages of Crossfeed.
package item

import "github.com/beevik/etree"

// Item is a shared item as one endpoint stores it: the winning version and the versions that
// conflict with it (SSE 0.93 §2.4, §2.6).
type Item struct {
	// Winner is the version that plain readers see.
	Winner *Version
	// Conflicts are the unresolved versions: a flat list in no particular order. All have the
	// winner's identifier.
	Conflicts []*Version
	// Nested holds, for each conflict, the number of the conflict that lists it, from 1, or 0
	// if the winner does. It is nil if the winner lists all, as in every merged item (SSE 0.93
	// §2.6).
	Nested []int
	// Flagged reports whether the item is marked for a person's attention (sx:sync/@conflict,
	// SSE 0.91 §2.3), even without a stored conflict: it was moved to the root to break a
	// cycle, or its publisher does not store conflicts. FeedSync has no such mark.
	Flagged bool
}

// ID returns the identifier that all versions of the item share (sx:sync/@id).
func (it *Item) ID() string { return it.Winner.ID }

// Versions returns the winner and then the conflicts, in a new slice.
func (it *Item) Versions() []*Version {
	all := make([]*Version, 0, 1+len(it.Conflicts))
	return append(append(all, it.Winner), it.Conflicts...)
}

// Version is one state of an item: its content and its sync metadata (sx:sync), including its
// history.
type Version struct {
	// ID is sx:sync/@id.
	ID string
	// Updates counts the updates applied to the item, from 1 to MaxCount.
	Updates int
	// Deleted marks a tombstone.
	Deleted bool
	// Undeleted reports whether deleted="false" was written explicitly, as an un-deletion does
	// (SSE 0.93 §3.2 step 5). Comparisons ignore it.
	Undeleted bool
	// NoConflicts means that losing versions are not preserved.
	NoConflicts bool
	// History has at least one entry, the newest update first. The order is that of the
	// document and is never changed.
	History []History
	// Extra holds unknown attributes and children of sx:sync as canonical XML, or "". It is
	// shared data.
	Extra string
	// Content is the shared data. It is never nil.
	Content *Content
	// Digest is the Content.Digest written by the endpoint that made the version, or "". Other
	// programs may alter the content in transit and drop the digest, so Same ignores it.
	Digest string
	// Publisher holds publisher-specific children (a guid, an author) as an XML document of
	// their feed format, or "". Comparisons ignore it, and it never leaves the endpoint whose
	// feed contained it.
	Publisher string
	// Place is the position of the version in an ordered list.
	Place Place
	// Resolved names the conflicts resolved by updates up to this one, by their topmost
	// entries (SSE 0.91 §4.2 step 4, and our reading of §5): a merge does not bring them back.
	Resolved []History
	// Missing means that the version's content is unknown: its publisher stored no data for
	// the conflict (SSE 0.91 §5.2). Content is then empty.
	Missing bool
}

// MaxCount is the maximum value of updates and sequence (SSE 0.93 §2.4, §2.5).
const MaxCount = 1<<31 - 1

// Top returns the newest update of the version.
func (v *Version) Top() History { return v.History[0] }

// Title returns the title of the version's content.
func (v *Version) Title() string { return v.Content.Title() }

// Intact reports whether the content matches the digest.
func (v *Version) Intact() bool { return v.Digest != "" && v.Digest == v.Content.Digest() }

// WithPublisher returns the version with that publisher-specific data, or v itself if it
// already has it.
func (v *Version) WithPublisher(publisher string) *Version {
	if v.Publisher == publisher {
		return v
	}
	other := *v
	other.Publisher = publisher
	return &other
}

// Same reports whether two versions are the same: equal sync metadata and equal content. It
// ignores publisher-specific data, data that a tombstone may have dropped, and the position,
// of which one version may have two.
func (v *Version) Same(o *Version) bool {
	if v == o {
		return true
	}
	return v.SameSync(o) && (v.Deleted || v.Content.Hash() == o.Content.Hash())
}

// SameSync reports whether two versions have equal sync metadata: they are copies of the same
// version, or two endpoints use the same identifier.
func (v *Version) SameSync(o *Version) bool {
	return v.Updates == o.Updates && v.Deleted == o.Deleted && v.NoConflicts == o.NoConflicts &&
		v.ID == o.ID && v.Extra == o.Extra && sameHistories(v.History, o.History)
}

func sameHistories(a, b []History) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Same(b[i]) {
			return false
		}
	}
	return true
}

// Place is the position of a version in an ordered list (SSE 0.91 §3.2). Two versions that
// differ only in their position are the same version: an update changes the position like any
// other data, but a version may be received with two positions, and then a rule decides
// (sse091/place.Lesser). The zero Place is no position: lists of FeedSync have none.
type Place struct {
	// Parent is the identifier of the parent item, or "" for the root. The parent may be
	// deleted or missing.
	Parent string
	// Key orders the items with the same parent (sse091/place.Compare). Items without a key
	// come last.
	Key string
	// Cycle is the parent from which the item was removed because it would have been its own
	// ancestor (SSE 0.91 §4.4.2), or "".
	Cycle string
}

// Attr returns the value of an attribute without a prefix, and reports whether it exists.
// etree's own functions also match attributes with a prefix: x:rel for rel.
func Attr(e *etree.Element, key string) (string, bool) {
	for i := range e.Attr {
		if e.Attr[i].Space == "" && e.Attr[i].Key == key {
			return e.Attr[i].Value, true
		}
	}
	return "", false
}

// ValidNSS reports whether s is a Namespace Specific String of RFC 2141 §2.2, as SSE 0.93
// requires for identifiers of endpoints and items (§2.1.1, §2.4).
func ValidNSS(s string) bool {
	if s == "" {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			if !escaped(s[i+1:]) {
				return false
			}
			i += 2
			continue
		}
		if !nssChar(s[i]) {
			return false
		}
	}
	return true
}

// escaped reports whether s begins with the two digits of a %-escape. RFC 2141 forbids only
// the octet %00.
func escaped(s string) bool {
	return len(s) >= 2 && isHex(s[0]) && isHex(s[1]) && s[:2] != "00"
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func nssChar(c byte) bool {
	if '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
		return true
	}
	switch c {
	case '(', ')', '+', ',', '-', '.', ':', '=', '@', ';', '$', '_', '!', '*', '\'':
		return true
	}
	return false
}

// Format is the format of a document with items.
type Format string

// The formats. OPML is only used by SSE 0.91, not by FeedSync.
const (
	RSS  Format = "rss"
	Atom Format = "atom"
	OPML Format = "opml"
)

// Name returns the common name of the format.
func (f Format) Name() string {
	switch f {
	case OPML:
		return "OPML"
	case Atom:
		return "Atom"
	}
	return "RSS"
}

// Ordered reports whether the lists of a format have order and hierarchy (SSE 0.91 §3.2).
func (f Format) Ordered() bool { return f == OPML }

// Dialect is the edition of the specification that a document uses. Its namespace, not its
// prefix, determines the dialect.
type Dialect string

// The dialects. FeedSync 1.0 and SSE 0.93 have the same model and may be mixed.
const (
	FeedSync10 Dialect = "feedsync-1.0"
	SSE093     Dialect = "sse-0.93"
	SSE091     Dialect = "sse-0.91"
)

// Name returns the common name of the dialect.
func (d Dialect) Name() string {
	switch d {
	case SSE091:
		return "SSE 0.91"
	case SSE093:
		return "SSE 0.93"
	}
	return "FeedSync 1.0"
}

// SameRules reports whether two dialects have the same rules. Dialects with different rules
// are never mixed in one list: after a resolution, the flat history of FeedSync cannot be
// mapped back to the nth update of SSE 0.91.
func (d Dialect) SameRules(other Dialect) bool { return (d == SSE091) == (other == SSE091) }
