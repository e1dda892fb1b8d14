package publish_test

import (
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// published returns the document of a list with one item and one tombstone in a format.
func published(t *testing.T, format item.Format) *etree.Element {
	t.Helper()
	d := newDesk(t)
	d.change(func(s *store.Set) { s.Format = format })
	d.put("milk", "Milk & <honey>", false, noon)
	d.put("eggs", "Eggs", true, noon.Add(time.Hour))
	doc := etree.NewDocument()
	if err := doc.ReadFromString(d.must(noon)); err != nil {
		t.Fatal(err)
	}
	return doc.Root()
}

// TestPublishedAtomIsValid checks the requirements of RFC 4287 for a feed and its entries
// (§4.1.1, §4.1.2), and the self link that it recommends.
func TestPublishedAtomIsValid(t *testing.T) {
	root := published(t, "atom")
	feed := valid{t, root}
	feed.absolute(feed.one("id"))
	feed.one("title")
	feed.time(feed.one("updated"), time.RFC3339)
	if self := root.FindElement("link[@rel='self']"); self == nil || self.SelectAttrValue("href", "") != "Groceries.desk.xml" {
		t.Errorf("the self link is not the file's own name: %v", self)
	}
	if root.FindElement("author/name") == nil {
		t.Error("there is no author")
	}
	ids := map[string]bool{}
	for _, e := range root.SelectElements("entry") {
		entry := valid{t, e}
		id := entry.one("id")
		entry.absolute(id)
		ids[id] = true
		entry.one("title")
		entry.time(entry.one("updated"), time.RFC3339)
		if e.SelectElement("content") == nil && e.FindElement("link[@rel='alternate']") == nil {
			t.Errorf("entry %s has neither content nor an alternate link", id)
		}
	}
	if len(ids) != 2 {
		t.Errorf("2 entries have the identifiers %v", ids)
	}
}

// TestPublishedRSSIsValid checks the requirements of RSS 2.0 for a channel and its items, and
// those of readers for a guid that is no address.
func TestPublishedRSSIsValid(t *testing.T) {
	root := published(t, "rss")
	if root.SelectAttrValue("version", "") != "2.0" {
		t.Error("the version is not 2.0")
	}
	channel := valid{t, root.SelectElement("channel")}
	channel.one("title")
	channel.absolute(channel.one("link"))
	channel.one("description")
	channel.time(channel.one("lastBuildDate"), time.RFC1123)
	guids := map[string]bool{}
	for _, e := range channel.e.SelectElements("item") {
		item := valid{t, e}
		item.one("title")
		item.time(item.one("pubDate"), time.RFC1123)
		guids[item.one("guid")] = true
		if e.SelectElement("guid").SelectAttrValue("isPermaLink", "true") != "false" {
			t.Error("a guid that is no address says that it is one")
		}
	}
	if len(guids) != 2 {
		t.Errorf("2 items have the guids %v", guids)
	}
}

// valid checks an element.
type valid struct {
	t *testing.T
	e *etree.Element
}

// one returns the text of the only child with that unprefixed name.
func (v valid) one(tag string) string {
	v.t.Helper()
	all := slices.DeleteFunc(v.e.SelectElements(tag), func(e *etree.Element) bool { return e.Space != "" })
	if len(all) != 1 || all[0].Text() == "" {
		v.t.Fatalf("<%s> has %d <%s>, want one that says something", v.e.Tag, len(all), tag)
	}
	return all[0].Text()
}

func (v valid) absolute(address string) {
	v.t.Helper()
	if u, err := url.Parse(address); err != nil || !u.IsAbs() {
		v.t.Errorf("%q is no absolute address", address)
	}
}

func (v valid) time(text, layout string) {
	v.t.Helper()
	if _, err := time.Parse(layout, text); err != nil {
		v.t.Error(err)
	}
}
