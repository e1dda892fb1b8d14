package feed

import (
	"slices"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// atom is Atom 1.0 (RFC 4287). Its vocabulary is that of the neutral form.
var atom = format{
	name:      Atom,
	space:     item.NamespaceAtom,
	path:      []string{"feed"},
	item:      "entry",
	feedLevel: func(string) bool { return true },
	child:     atomChild,
}

var (
	atomPublisher = []string{"id", "updated", "published", "author", "contributor", "source"}
	sharedLinks   = []string{"", "alternate", "related", "enclosure", "via"}
)

// atomChild keeps the names. What Atom does not define is shared like any other
// markup.
func atomChild(t *xmlstream.Token) (role, string, conversion) {
	local := t.Name.Local
	rel, _ := t.Attr("rel")
	if slices.Contains(atomPublisher, local) || local == "link" && !slices.Contains(sharedLinks, rel) {
		return publisherSpecific, local, nil
	}
	return shared, local, nil
}
