package item_test

import (
	"testing"

	"github.com/beevik/etree"
	"pgregory.net/rapid"

	"crossfeed/engine/item"
)

func TestAContentOfPartsIsTheOneThatItsXMLGives(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune("aä<>&\"'\n\r\t "), nil...))
	rapid.Check(t, func(t *rapid.T) {
		foreign := ""
		for range rapid.IntRange(0, 2).Draw(t, "elements") {
			e := etree.NewElement("record")
			e.CreateAttr("xmlns", "urn:example:record")
			e.CreateElement("value").CreateText(text.Draw(t, "value"))
			foreign += item.Canonical(e)
		}
		got := item.OfParts(text.Draw(t, "title"), text.Draw(t, "text"), foreign)
		want, err := item.ParseContent(got.XML())
		if err != nil {
			t.Fatal(err)
		}
		if got.Known() != want.Known() || got.Text() != want.Text() {
			t.Fatalf("%s: got %+v and %q, want %+v and %q", got.XML(), got.Known(), got.Text(), want.Known(), want.Text())
		}
	})
}
