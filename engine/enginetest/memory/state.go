package memory

import (
	"crypto/sha256"
	"maps"
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// state is everything that a store holds.
type state struct {
	revision int64
	// changes are the revisions of the last change, by key.
	changes map[store.Key]int64
	// lastKey is the last key assigned; everything with keys shares one sequence.
	lastKey       int64
	device        store.Device
	sets          map[int64]store.Set
	lists         map[int64]*list
	subscriptions []store.Subscription
	// removed are deleted subscriptions that still hold items which are not published.
	removed []store.Subscription
	// holdings are the items that feeds hold. Writers replace the inner maps.
	holdings  map[store.Holder]map[string]bool
	heldItems []store.HeldItem
	// stamp is the greatest stamp ever assigned.
	stamp     int64
	edits     []store.Edit
	lastEdit  int64
	decisions []store.Decision
	// names are the names of endpoints, by identifier.
	names map[string]string
	// consents are the answers of endpoints that were asked for their name.
	consents map[string]store.Consent
	// libraries have their content in content, by key. Writers replace the values.
	libraries []store.Library
	content   map[int64]*content
	// folders have their trees in trees, by key. Writers replace the values.
	folders []store.PublishedFolder
	trees   map[int64]*tree
}

// list is everything that a list holds or ever held.
type list struct {
	// order lists the identifiers of the items in order.
	order []string
	items map[string]*item.Item
	// sorted has the sorted versions of items with several versions.
	sorted  map[string]ancestry.Sorted
	archive map[string][]archivedVersion
	// offers has the reopened versions, by item.
	offers map[string][][sha256.Size]byte
	// stamps has the stamp of each item's last incorporation.
	stamps map[string]int64
	// hidden has the winners that are hidden from the trash, by item.
	hidden map[string][sha256.Size]byte
}

// archivedVersion is an archived version.
type archivedVersion struct {
	identity [sha256.Size]byte
	store.Archived
}

func newState() *state {
	return &state{
		changes: make(map[store.Key]int64),
		sets:    make(map[int64]store.Set), lists: make(map[int64]*list), names: make(map[string]string),
		consents: make(map[string]store.Consent),
		holdings: make(map[store.Holder]map[string]bool),
		content:  make(map[int64]*content), trees: make(map[int64]*tree),
	}
}

// clone returns a copy that can be changed. Its lists are still shared: own copies a list
// before it is changed.
func (s *state) clone() *state {
	c := *s
	c.sets = maps.Clone(s.sets)
	c.lists = maps.Clone(s.lists)
	c.subscriptions = slices.Clone(s.subscriptions)
	c.holdings = maps.Clone(s.holdings)
	c.heldItems = slices.Clone(s.heldItems)
	c.edits = slices.Clone(s.edits)
	c.decisions = slices.Clone(s.decisions)
	c.names, c.consents = maps.Clone(s.names), maps.Clone(s.consents)
	c.libraries, c.content = slices.Clone(s.libraries), maps.Clone(s.content)
	c.folders, c.trees = slices.Clone(s.folders), maps.Clone(s.trees)
	return &c
}

func newList() *list {
	return &list{
		items: make(map[string]*item.Item), sorted: make(map[string]ancestry.Sorted), archive: make(map[string][]archivedVersion),
		offers: make(map[string][][sha256.Size]byte), stamps: make(map[string]int64), hidden: make(map[string][sha256.Size]byte),
	}
}

func (l *list) clone() *list {
	return &list{slices.Clone(l.order), maps.Clone(l.items), maps.Clone(l.sorted), maps.Clone(l.archive), maps.Clone(l.offers), maps.Clone(l.stamps), maps.Clone(l.hidden)}
}

func (s *state) newKey() int64 {
	s.lastKey++
	return s.lastKey
}

// list returns the content of a list, or an empty one if none exists.
func (s *state) list(set int64) *list {
	if l, ok := s.lists[set]; ok {
		return l
	}
	return newList()
}
