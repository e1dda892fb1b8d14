package record

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

func categoriesOf(t tree) []*etree.Element { return inCard(t.record, tagged("categories")) }

func getCardTags(t tree) string {
	var all []string
	for _, p := range categoriesOf(t) {
		for _, tag := range xprop.Values(p) {
			if tag = plain(tag); tag != "" {
				all = append(all, tag)
			}
		}
	}
	return FormatTags(all)
}

// setCardTags leaves those that stay where they are, and adds new ones to the
// last property that lists some.
func setCardTags(t tree, text string) {
	wanted := ParseTags(text)
	for _, p := range categoriesOf(t) {
		kept := xprop.Values(p)
		kept = slices.DeleteFunc(kept, func(tag string) bool {
			tag = strings.TrimSpace(tag)
			i := slices.Index(wanted, tag)
			if i >= 0 {
				wanted = slices.Delete(wanted, i, i+1)
			}
			return i < 0
		})
		keepValues(p, kept)
	}
	if len(wanted) == 0 {
		return
	}
	p := xprop.Add(t.record, "categories")
	if all := categoriesOf(t); len(all) > 1 {
		removeProperty(p)
		p = all[len(all)-2]
	}
	for _, tag := range wanted {
		xprop.SetChars(xprop.Add(p, xprop.Text), tag)
	}
}

func keepValues(p *etree.Element, kept []string) {
	if len(kept) == 0 {
		removeProperty(p)
	} else if len(kept) != len(xprop.Values(p)) {
		xprop.SetValues(p, xprop.Text, kept...)
	}
}
