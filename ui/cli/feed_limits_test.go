package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// crowded is the feed of eggs with conflicts by as many endpoints of that name.
func crowded(name string, conflicts int) string {
	var b strings.Builder
	for n := range conflicts {
		fmt.Fprintf(&b, `<item><title>Eggs</title><sx:sync id="eggs" updates="1"><sx:history sequence="1" by="%s%d"/></sx:sync></item>`, name, n)
	}
	return strings.Replace(eggs, "</sx:sync>", "<sx:conflicts>"+b.String()+"</sx:conflicts></sx:sync>", 1)
}

// TestMergeBeyondTheLimits sets aside what would make an item that nobody reads.
func TestMergeBeyondTheLimits(t *testing.T) {
	d := newDesk(t)
	ours, theirs := crowded("ours", 600), strings.Replace(crowded("theirs", 600), "<item>", sharedItem("milk")+"<item>", 1)
	out := d.file("out.xml")
	d.run("feed", "merge", d.put("ours.xml", ours), d.put("theirs.xml", theirs), "-o", out).is(cli.Attention).mentions("too-large", "1200 conflicts")
	merged := parse[shown](d.run("--json", "feed", "show", out).is(cli.Done))
	if len(merged.Items) != 2 || len(merged.Items[0].Conflicts) != 600 || merged.Items[1].ID != "milk" {
		t.Errorf("%d items, the first with %d conflicts", len(merged.Items), len(merged.Items[0].Conflicts))
	}
}

// sharedItem is an item of an RSS feed.
func sharedItem(id string) string {
	return fmt.Sprintf(`<item><title>%s</title><sx:sync id="%s" updates="1"><sx:history sequence="1" by="phone"/></sx:sync></item>`, id, id)
}

// TestManyRivals: thousands of entries of one identifier are told of in seconds,
// and neither merged into what nobody can read nor thrown away.
func TestManyRivals(t *testing.T) {
	d := newDesk(t)
	rivals := make([]string, 3000)
	for n := range rivals {
		rivals[n] = entry("eggs", "rival", "2", fmt.Sprintf("E%d", n))
	}
	many, other := d.put("many.xml", feedOf(rivals...)), d.put("other.xml", feedOf(sharedItem("milk")))
	d.bare("feed", "check", many).is(cli.Attention)
	d.bare("feed", "merge", other, many, "-o", d.file("out.xml")).is(cli.Attention).mentions("too-large", "more than 100 entries")
	if got := parse[shown](d.bare("--json", "feed", "show", d.file("out.xml")).is(cli.Done)); len(got.Items) != 2 || len(got.Items[1].Conflicts) != 100 {
		t.Errorf("%d items", len(got.Items))
	}
	d.bare("feed", "merge", many, other, "-o", many).is(cli.Failed).mentions("many.xml: line 104", "more than 100 entries")
	if read(t, many) != feedOf(rivals...) {
		t.Error("the feed was changed")
	}
}
