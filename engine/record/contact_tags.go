package record

import "github.com/beevik/etree"

func categoriesOf(t tree) []*etree.Element { return inCard(t.record, tagged("categories")) }

func getCardTags(t tree) string { return tagsIn(categoriesOf(t)) }

func setCardTags(t tree, value string) {
	setTagsIn(categoriesOf(t), value, func() *etree.Element { return t.record })
}
