package item_test

import (
	"strings"
	"testing"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// typical is an entry of about 880 bytes, of which feeds may have thousands: known children, a
// category, links, and a record in a namespace of its own.
var typical = `<entry xmlns="http://www.w3.org/2005/Atom" xmlns:x="urn:example:record">` +
	`<title>Buy groceries for the weekend</title><content type="html">` + strings.Repeat("Get milk, eggs, butter &amp; bread. ", 10) + `</content>` +
	`<category term="food" scheme="urn:example:tags"/><link href="http://example.com/lists/groceries/1"/>` +
	`<x:todo priority="1"><x:due>2005-05-24</x:due><x:status>NEEDS-ACTION</x:status><x:tag>dairy</x:tag></x:todo></entry>`

func parsed(t testing.TB, xml string) *etree.Element {
	t.Helper()
	doc := etree.NewDocument()
	doc.ReadSettings.PreserveCData = true
	if err := doc.ReadFromString(xml); err != nil {
		t.Fatalf("%s: %v", xml, err)
	}
	return doc.Root()
}

func BenchmarkNewContent(b *testing.B) {
	root := parsed(b, typical)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := item.NewContent(root); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseContent(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := item.ParseContent(typical); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPlain(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if item.Plain("Buy groceries", "Get milk and eggs").Title() == "" {
			b.Fatal("no title")
		}
	}
}
