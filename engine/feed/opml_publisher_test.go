package feed_test

import (
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// TestPublishersOwnInOutlines: what Atom calls the publisher's stays in the outline that
// it stands in, also when that is written anew.
func TestPublishersOwnInOutlines(t *testing.T) {
	o, err := feed.ReadOutlines(strings.NewReader(opmlOpen+"<outline text='a' xmlns:atom='http://www.w3.org/2005/Atom'><atom:id>x</atom:id>"+
		"<sx:sync id='i' version='1'><sx:history by='A'/></sx:sync></outline></body></opml>"), "f")
	if err != nil {
		t.Fatal(err)
	}
	it := o.Entries()[0].Item
	changed := *it.Winner
	changed.Content, changed.Updates = item.Plain("b", ""), 2
	var written strings.Builder
	if err := o.Write(&written, []feed.Arranged{{Item: &item.Item{Winner: &changed}}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(written.String(), `text="b"`) || !strings.Contains(written.String(), ">x</atom:id>") {
		t.Errorf("%s", written.String())
	}
}
