package intake

import (
	"errors"
	"fmt"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// uniteForeign adds feed-level markup to that of a set, except elements whose names the set
// already has. Those remain as they are: otherwise, endpoints that read each other would
// exchange two values back and forth forever.
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

// addMissing adds those children of another element whose names an element lacks, and reports
// whether there were any.
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

// name returns what identifies an element, whatever its prefix.
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

// saveForeign adds the feed-level markup to the markup of the set (SSE 0.93 §2.1.8).
func (r *reading) saveForeign(w store.Writer) error {
	s, err := w.SetOf(r.source.Set.Key)
	if errors.Is(err, store.ErrNoSet) {
		return nil
	}
	if err != nil {
		return err
	}
	all, err := uniteForeign(s.Foreign, r.foreign)
	if err != nil || all == s.Foreign {
		return err
	}
	s.Foreign = all
	_, err = w.PutSet(s)
	return err
}
