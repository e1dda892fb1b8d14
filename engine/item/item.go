// Package item is one thing that endpoints share: its versions, what each of
// them says, the updates that led to it, and what the devices that wrote them
// are called.
//
// Everything here is a value that is never changed once it is built, so that
// rules, store and window can hold the same item without copying it. The
// package imports nothing else of Crossfeed.
package item

import "github.com/beevik/etree"

// Item is a shared item as one endpoint holds it: the version that wins and the
// versions that conflict with it (SSE 0.93 §2.4, §2.6).
type Item struct {
	// Winner is the version that plain readers see.
	Winner *Version
	// Conflicts are the versions that nobody resolved yet: flat, in no order
	// that means anything, and all with the winner's identifier.
	Conflicts []*Version
	// Nested says of each conflict which one lists it, counted from 1, or 0 where the
	// winner does; nil where the winner lists all, as in every merged item (SSE 0.93
	// §2.6).
	Nested []int
	// Flagged says that the item is marked as one that a person should look at
	// (sx:sync/@conflict, SSE 0.91 §2.3), also where no conflict is kept: it was
	// put to the root out of a cycle, or its publisher keeps none. FeedSync has no
	// such mark.
	Flagged bool
}

// ID is the identifier that all versions of the item share (sx:sync/@id).
func (it *Item) ID() string { return it.Winner.ID }

// Versions lists the winner and then the conflicts, in a new slice.
func (it *Item) Versions() []*Version {
	all := make([]*Version, 0, 1+len(it.Conflicts))
	return append(append(all, it.Winner), it.Conflicts...)
}

// Version is one state of an item, with the sync metadata that says how it came
// about (sx:sync) and what it says (its content).
type Version struct {
	// ID is sx:sync/@id.
	ID string
	// Updates counts the updates applied to the item, from 1 to MaxCount.
	Updates int
	// Deleted marks a tombstone.
	Deleted bool
	// Undeleted says that deleted="false" was written out, as an
	// un-deletion does (SSE 0.93 §3.2 step 5). It never counts in comparisons.
	Undeleted bool
	// NoConflicts says that losing versions are not preserved.
	NoConflicts bool
	// History holds at least one entry, the newest update first. The order is
	// that of the document and is never sorted.
	History []History
	// Extra holds the attributes and children of sx:sync that Crossfeed does
	// not know, as canonical XML, or "". It is shared data.
	Extra string
	// Content is the shared data. It is never nil.
	Content *Content
	// Digest is Content.Digest of what the endpoint that made the version wrote, as the
	// version says, or "". Programs on the way may alter the content, and drop the
	// digest: it never takes part in Same.
	Digest string
	// Publisher holds publisher-specific children (a guid, an author), as an
	// XML document of their feed format, or "". It never takes part in a
	// comparison and never leaves the endpoint whose feed it stood in.
	Publisher string
	// Place is where the version stands in an ordered set.
	Place Place
	// Resolved names the conflicts that updates up to this one resolved, as the
	// entries that these had on top (SSE 0.91 §4.2 step 4, and our reading of §5):
	// a merge does not bring them back.
	Resolved []History
	// Missing says that it is not known what the version said: its publisher kept no
	// data of the conflict (SSE 0.91 §5.2). Content is then empty.
	Missing bool
}

// MaxCount is the greatest value of updates and sequence (SSE 0.93 §2.4, §2.5).
const MaxCount = 1<<31 - 1

// Top is the newest update of the version.
func (v *Version) Top() History { return v.History[0] }

// Title is the title of the version's content.
func (v *Version) Title() string { return v.Content.Title() }

// Intact reports whether the content is what the digest says.
func (v *Version) Intact() bool { return v.Digest != "" && v.Digest == v.Content.Digest() }

// WithPublisher is the version with that publisher-specific data: itself where
// it has just that.
func (v *Version) WithPublisher(publisher string) *Version {
	if v.Publisher == publisher {
		return v
	}
	other := *v
	other.Publisher = publisher
	return &other
}

// Same tells whether two versions are one: equal sync metadata and equal
// content. Publisher-specific data does not count, nor what a tombstone may
// have dropped, nor the place, which one version can have two of.
func (v *Version) Same(o *Version) bool {
	if v == o {
		return true
	}
	return v.SameSync(o) && (v.Deleted || v.Content.Hash() == o.Content.Hash())
}

// SameSync reports whether two versions have equal sync metadata: they are copies of one
// version, or one endpoint identifier is in use twice.
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

// Place is where a version stands in an ordered set (SSE 0.91 §3.2). Two versions
// that differ in nothing else are one version: a place is changed by an update like
// any other data, but one version can come with two places, and then a rule decides
// (sse091/place.Lesser). The zero Place is no place: sets of FeedSync have none.
type Place struct {
	// Parent is the identifier of the item that it stands in, or "" for the root.
	// The parent may be deleted, or not be there.
	Parent string
	// Key orders the items of one parent (sse091/place.Compare). An item without a
	// key comes after all that have one.
	Key string
	// Cycle is the parent that the item was taken out of because it would have been
	// its own ancestor (SSE 0.91 §4.4.2), or "".
	Cycle string
}

// Attr is the value of an attribute that has no prefix, and whether there is
// one. etree's own functions take an attribute of any prefix for it: x:rel for
// rel.
func Attr(e *etree.Element, key string) (string, bool) {
	for i := range e.Attr {
		if e.Attr[i].Space == "" && e.Attr[i].Key == key {
			return e.Attr[i].Value, true
		}
	}
	return "", false
}

// ValidNSS tells whether s is a Namespace Specific String of RFC 2141 §2.2,
// which SSE 0.93 asks of endpoint and item identifiers (§2.1.1, §2.4).
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

// escaped tells whether s begins with the two digits of a %-escape. %00 is
// the one octet that RFC 2141 forbids.
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
