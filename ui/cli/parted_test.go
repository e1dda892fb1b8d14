package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// versionOf returns an RSS item by phone, or an endpoint's change of it.
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

// reads makes a desk read a feed.
func (d *desk) reads(set, name, feed string) result {
	d.t.Helper()
	d.ok("subscription", "add", set, d.put(name+".xml", feed))
	return d.run("sync")
}

// parted returns a desk that has phone's version, and concurrent changes of it by laptop and
// tablet: laptop changed the title and tablet the text. It is a conflict that merges
// completely.
func parted(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.reads("Groceries", "phone", feedOf(versionOf("eggs", saying("Eggs", "brown ones"), "phone", 0))).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(versionOf("eggs", saying("Eggs", "white ones"), "tablet", 21))).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(versionOf("eggs", saying("Eggs ×12", "brown ones"), "laptop", 22))).is(cli.Attention)
	return d
}

// clashing returns such a desk whose versions have different titles; laptop's also has another
// text.
func clashing(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
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

// lingering is written by a program that follows SSE 0.93 §3.2 literally: laptop lost against
// tablet, and edited tablet's version while its own was open.
const lingering = `<item><title>Eggs ×12</title><description>brown ones</description><sx:sync id="eggs" updates="3">` +
	`<sx:history sequence="3" when="2005-05-23T09:43:33Z" by="laptop"/><sx:history sequence="2" when="2005-05-22T09:43:33Z" by="tablet"/>` +
	`<sx:history sequence="1" when="2005-05-20T09:43:33Z" by="phone"/><sx:conflicts>` +
	`<item><title>Ten eggs</title><description>brown ones</description><sx:sync id="eggs" updates="2">` +
	`<sx:history sequence="2" when="2005-05-21T09:43:33Z" by="laptop"/><sx:history sequence="1" when="2005-05-20T09:43:33Z" by="phone"/>` +
	`</sx:sync></item></sx:conflicts></sx:sync></item>`

func TestAVersionThatAnotherProgramLeftOpenIsAskedAbout(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.reads("Groceries", "phone", feedOf(versionOf("eggs", saying("Eggs", "brown ones"), "phone", 0))).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(versionOf("eggs", saying("Eggs", "white ones"), "tablet", 22))).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(lingering)).is(cli.Attention)
	if h := d.history("eggs").out; !strings.Contains(h, "Ten eggs (in conflict)") || strings.Contains(h, "3, 2") {
		t.Errorf("the history is\n%s", h)
	}
	d.ok("conflict", "resolve", "Groceries", "eggs", "--take", "B")
	d.shows("Ten eggs", "brown ones")
	d.put("laptop.xml", feedOf(lingering)+"<!-- written again -->")
	d.ok("sync").stderr("")
	d.shows("Ten eggs", "brown ones")
	if open := d.ok("conflict", "list").out; open != "" {
		t.Errorf("still open:\n%s", open)
	}
}

// The order in which the feeds are read makes no difference.
func TestAVersionThatAnotherProgramLeftOpenIsFoundInAnyOrder(t *testing.T) {
	alone, _, _ := strings.Cut(lingering, "<sx:conflicts>")
	alone += "</sx:sync></item>"
	for name, feeds := range map[string][]string{"listed first": {lingering, alone}, "listed last": {alone, lingering}} {
		d := newDesk(t)
		d.ok("list", "create", "Groceries")
		d.reads("Groceries", "laptop", feedOf(feeds[0]))
		d.reads("Groceries", "mirror", feedOf(feeds[1]))
		if open := d.ok("conflict", "list").out; !strings.Contains(open, "eggs") {
			t.Errorf("%s: the open version is gone", name)
		}
	}
}
