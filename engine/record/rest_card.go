package record

import (
	"slices"

	"github.com/beevik/etree"
)

// shownInCard lists the properties of a card that its fields show.
func (t tree) shownInCard() []shownProperty {
	var all []shownProperty
	for _, s := range []several{phones, emails, addresses, urls, messengers, custom} {
		properties, _ := s.properties(t)
		for _, p := range properties {
			all = append(all, shownProperty{p, []string{"type", preferred}})
			all = append(all, labelled(p)...)
		}
	}
	for _, tag := range []string{"fn", "n", "org"} {
		all = append(all, firstShown(t, tag)...)
	}
	all = append(all, firstShown(t, "bday", omitYear)...)
	all = append(all, firstShown(t, "photo", slices.Concat(ofThePicture, []string{"type"})...)...)
	for _, tag := range []string{"nickname", "role", "title", "note", "categories"} {
		for _, p := range inCard(t.record, tagged(tag)) {
			all = append(all, shownProperty{p, nil})
		}
	}
	return all
}

// firstShown is the first property of a name, the only one that is shown.
func firstShown(t tree, tag string, parameters ...string) []shownProperty {
	if p := firstIn(t.record, tag); p != nil {
		return []shownProperty{{p, parameters}}
	}
	return nil
}

// labelled is the property that labels another.
func labelled(p *etree.Element) []shownProperty {
	if labelOf(p) == "" {
		return nil
	}
	return []shownProperty{{labelElement(p), nil}}
}
