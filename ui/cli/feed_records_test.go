package cli_test

import (
	"encoding/json"
	"testing"
)

// errands is a feed of a todo, a contact and a note, with markup and data that
// Crossfeed does not know.
const errands = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync" xmlns:f="urn:f"><channel>
<title>Errands</title><link>http://example.com/</link><description>What to do</description>
<f:shop   open='8' />
    <item>
      <title>Bins</title>
      <!-- the grey ones -->
      <f:price>2</f:price>
      <vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0">
        <properties>
          <summary><text>Bins</text></summary>
          <due><date>2005-05-27</date></due>
          <geo><latitude>1</latitude><longitude>2</longitude></geo>
        </properties>
      </vtodo>
      <guid isPermaLink="false">http://example.com/bins</guid>
      <pubDate>Sat, 21 May 2005 09:43:33 GMT</pubDate>
      <sx:sync id="bins" updates="1">
        <sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>
      </sx:sync>
    </item>
<item><title>Given Family</title>
  <vcard xmlns='urn:ietf:params:xml:ns:vcard-4.0'><fn><text>Given Family</text></fn></vcard>
  <sx:sync id="cook"   updates="1"><sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/></sx:sync></item>
<item><title>Eggs</title><sx:sync id="eggs" updates="1"><sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/></sx:sync></item>
</channel></rss>
`

// TestFeedShowHasOneShapeForItemsOfAllKinds: the fields are for the store's
// items, and records in a feed add none.
func TestFeedShowHasOneShapeForItemsOfAllKinds(t *testing.T) {
	d := newDesk(t)
	got := parse[struct{ Items []map[string]json.RawMessage }](d.ok("feed", "show", d.put("a.xml", errands), "--json"))
	if len(got.Items) != 3 {
		t.Fatalf("the feed has %d items, want 3", len(got.Items))
	}
	titles := []string{`"Bins"`, `"Given Family"`, `"Eggs"`}
	for n, it := range got.Items {
		for _, name := range []string{"id", "updates", "deleted", "noconflicts", "conflict", "parent", "title", "data", "history", "conflicts"} {
			if _, there := it[name]; !there {
				t.Errorf("item %d has no %s", n, name)
			}
		}
		if len(it) != 10 || string(it["title"]) != titles[n] {
			t.Errorf("item %d is %s", n, it)
		}
	}
}
