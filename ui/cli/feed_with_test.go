package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

func TestAnItemIsSettledWithAnother(t *testing.T) {
	for name, with := range map[string]string{
		"an RSS item":       `<item><title>Six eggs</title><description>white</description></item>`,
		"an Atom entry":     `<?xml version="1.0"?>` + "\n" + `<entry xmlns="http://www.w3.org/2005/Atom"><title>Six eggs</title><content>white</content></entry>`,
		"a shared item":     strings.Replace(strings.Replace(entry("eggs", "Six eggs", "1", ""), "</title>", "</title><description>white</description>", 1), "<sx:sync", `<sx:sync xmlns:sx="http://feedsync.org/2007/feedsync"`, 1),
		"a feed of one":     feedOf(strings.Replace(entry("x", "Six eggs", "1", ""), "</title>", "</title><description>white</description>", 1)),
		"with foreign data": `<item xmlns:f="urn:f"><title>Six eggs</title><description>white</description><f:price>3</f:price></item>`,
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			path := d.put("a.xml", contested)
			d.ok("feed", "resolve", path, "--id", "eggs", "--with", d.put("item.xml", with), "-o", path).prints("eggs: update 4\n")
			got := read(t, path)
			for _, want := range []string{"<title>Six eggs</title>", "<description>white</description>"} {
				if strings.Count(got, want) != 1 {
					t.Errorf("%s is not in\n%s", want, got)
				}
			}
			if strings.Contains(with, "f:price") != strings.Contains(got, "<f:price>3</f:price>") {
				t.Errorf("foreign data are not as in the item:\n%s", got)
			}
		})
	}
}

func TestWhatIsNoItemSettlesNothing(t *testing.T) {
	for name, with := range map[string]string{
		"nothing":        "",
		"not an item":    "<eggs/>",
		"an empty item":  "<item/>",
		"two items":      feedOf(entry("a", "a", "1", ""), entry("b", "b", "1", "")),
		"no items":       feedOf(),
		"cut off":        "<item><title>Six",
		"an invalid one": entry("eggs", "Six eggs", "none", "phone"),
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			path := d.put("a.xml", contested)
			d.run("feed", "resolve", path, "--id", "eggs", "--with", d.put("item.xml", with), "-o", path).is(cli.Failed).mentions("item.xml")
			if read(t, path) != contested {
				t.Error("the feed changed")
			}
		})
	}
}
