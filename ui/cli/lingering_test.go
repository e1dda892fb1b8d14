package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// lingering is what a program publishes that goes by the letter of SSE 0.93 §3.2: laptop
// lost against tablet, and edited tablet's version while its own was open.
const lingering = `<item><title>Eggs ×12</title><description>brown ones</description><sx:sync id="eggs" updates="3">` +
	`<sx:history sequence="3" when="2005-05-23T09:43:33Z" by="laptop"/><sx:history sequence="2" when="2005-05-22T09:43:33Z" by="tablet"/>` +
	`<sx:history sequence="1" when="2005-05-20T09:43:33Z" by="phone"/><sx:conflicts>` +
	`<item><title>Ten eggs</title><description>brown ones</description><sx:sync id="eggs" updates="2">` +
	`<sx:history sequence="2" when="2005-05-21T09:43:33Z" by="laptop"/><sx:history sequence="1" when="2005-05-20T09:43:33Z" by="phone"/>` +
	`</sx:sync></item></sx:conflicts></sx:sync></item>`

func TestAVersionThatAnotherProgramLeftOpenIsAskedAbout(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.reads("Groceries", "phone", feedOf(versionOf("eggs", saying("Eggs", "brown ones"), "phone", 0))).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(versionOf("eggs", saying("Eggs", "white ones"), "tablet", 22))).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(lingering)).is(cli.Attention)
	if h := d.history("eggs").out; !strings.Contains(h, "Ten eggs (to settle)") || strings.Contains(h, "3, 2") {
		t.Errorf("the history is\n%s", h)
	}
	d.ok("conflict", "resolve", "Groceries", "eggs", "--take", "B")
	d.shows("Ten eggs", "brown ones")
	d.put("laptop.xml", feedOf(lingering)+"<!-- written again -->")
	d.ok("sync").says("")
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
		d.ok("set", "new", "Groceries")
		d.reads("Groceries", "laptop", feedOf(feeds[0]))
		d.reads("Groceries", "mirror", feedOf(feeds[1]))
		if open := d.ok("conflict", "list").out; !strings.Contains(open, "eggs") {
			t.Errorf("%s: the open version is gone", name)
		}
	}
}
