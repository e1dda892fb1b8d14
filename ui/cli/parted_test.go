package cli_test

import (
	"fmt"
	"testing"

	"crossfeed/ui/cli"
)

// versionOf is an RSS item by an endpoint that changed phone's, or phone's own.
func versionOf(id, content, by string, day int) string {
	if by == "phone" {
		return fmt.Sprintf(`<item>%s<sx:sync id=%q updates="1"><sx:history sequence="1" when="2005-05-20T09:43:33Z" by="phone"/></sx:sync></item>`, content, id)
	}
	return fmt.Sprintf(`<item>%s<sx:sync id=%q updates="2"><sx:history sequence="2" when="2005-05-%02dT09:43:33Z" by=%q/>`+
		`<sx:history sequence="1" when="2005-05-20T09:43:33Z" by="phone"/></sx:sync></item>`, content, id, day, by)
}

func saying(title, text string) string {
	return "<title>" + title + "</title><description>" + text + "</description>"
}

// reads has a desk read a feed.
func (d *desk) reads(set, name, feed string) result {
	d.t.Helper()
	d.ok("subscription", "add", set, d.put(name+".xml", feed))
	return d.run("sync")
}

// parted is a desk that knows what phone wrote, and what laptop and tablet made
// of it at the same time: laptop another title and tablet another text. It is a
// conflict of which nothing is to choose.
func parted(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.reads("Groceries", "phone", feedOf(versionOf("eggs", saying("Eggs", "brown ones"), "phone", 0))).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(versionOf("eggs", saying("Eggs", "white ones"), "tablet", 21))).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(versionOf("eggs", saying("Eggs ×12", "brown ones"), "laptop", 22))).is(cli.Attention)
	return d
}

// clashing is such a desk whose versions have another title each, and of which
// laptop's has another text.
func clashing(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.reads("Groceries", "phone", feedOf(versionOf("eggs", saying("Eggs", "brown ones"), "phone", 0))).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(versionOf("eggs", saying("Ten eggs", "brown ones"), "tablet", 21))).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(versionOf("eggs", saying("Eggs ×12", "white ones"), "laptop", 22))).is(cli.Attention)
	return d
}

// shows checks the title and the text of the item.
func (d *desk) shows(title, text string) {
	d.t.Helper()
	if got := d.fieldsOf("Groceries", "eggs"); got["title"] != title || got["text"] != text {
		d.t.Errorf("the item is %v, want %q, %q", got, title, text)
	}
}
