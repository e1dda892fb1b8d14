package incorporate

import (
	"fmt"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// uniteForeign adds to the feed-level markup of a set what a feed has of other
// names. Markup of a name that the set has stays as it is: endpoints that read
// each other would otherwise hand two values to and fro for ever.
func uniteForeign(have, more string) (string, error) {
	switch {
	case more == "" || more == have:
		return have, nil
	case have == "":
		return more, nil
	}
	mine, err := parseForeign(have)
	if err != nil {
		return "", err
	}
	theirs, err := parseForeign(more)
	if err != nil {
		return "", err
	}
	added, err := addMissing(mine.Root(), theirs.Root())
	if err != nil || !added {
		return have, err
	}
	return mine.WriteToString()
}

// addMissing adds to an element those children of another one whose names it
// lacks, and tells whether there were any.
func addMissing(to, from *etree.Element) (added bool, err error) {
	known := map[[2]string]bool{}
	for _, e := range to.ChildElements() {
		known[name(e)] = true
	}
	for _, e := range from.ChildElements() {
		if known[name(e)] {
			continue
		}
		alone, err := parseForeign(item.Canonical(e))
		if err != nil {
			return false, err
		}
		to.AddChild(alone.Root())
		added = true
	}
	return added, nil
}

// name is what an element is known by, whatever its prefix.
func name(e *etree.Element) [2]string { return [2]string{e.NamespaceURI(), e.Tag} }

func parseForeign(xml string) (*etree.Document, error) {
	doc := etree.NewDocument()
	doc.ReadSettings.PreserveCData = true
	doc.WriteSettings = etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true}
	if err := doc.ReadFromString(xml); err != nil {
		return nil, fmt.Errorf("markup of the feed: %w", err)
	}
	if doc.Root() == nil {
		return nil, fmt.Errorf("markup of the feed: there is no element in %q", xml)
	}
	return doc, nil
}
