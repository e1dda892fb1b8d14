package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/ui/cli"
)

const feedList = `<?xml version="1.0"?>
<opml version="1.0"><head><title>Feeds</title></head><body>
<outline text="News" title="News">
  <outline type="rss" text="Example Times" xmlUrl="https://times.example.org/rss" category="/Daily"/>
</outline>
<outline text="Comics"/>
</body></opml>
`

func outlineDesk(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("set", "new", "Feeds", "--kind", "outline")
	return d
}

func TestAListOfFeedsIsImportedOnceAndTakenBack(t *testing.T) {
	d := outlineDesk(t)
	path := d.put("feeds.opml", feedList)
	if got := parse[[]imported](d.ok("import", "Feeds", path, "--dry-run", "--json")); got[0] != (imported{New: 3}) {
		t.Errorf("the dry run says %+v", got)
	}
	d.ok("import", "Feeds", path)
	if got := parse[[]imported](d.ok("import", "Feeds", path, "--json")); got[0] != (imported{Same: 3}) {
		t.Errorf("a second import: %+v", got)
	}
	d.ok("undo")
	d.ok("item", "list", "Feeds").says("no items\n")
}

// A list as large as a heavy reader's: 2,000 feeds, in folders in folders.
func TestAListOfTwoThousandFeedsGoesThroughTheCommands(t *testing.T) {
	var b strings.Builder
	feeds := testsize.Of(200, 2000)
	for n := range feeds {
		if n%20 == 0 {
			fmt.Fprintf(&b, "<outline text='Folder %d'><outline text='Inner'>", n)
		}
		fmt.Fprintf(&b, "<outline type='rss' text='Feed %d' xmlUrl='https://feeds.example.org/%d.xml'/>", n, n)
		switch n % 20 {
		case 9:
			b.WriteString("</outline>")
		case 19:
			b.WriteString("</outline>\n")
		}
	}
	d := outlineDesk(t)
	d.ok("import", "Feeds", d.put("feeds.opml", "<opml><body>"+b.String()+"</body></opml>"))
	d.ok("export", "Feeds", d.file("ours.opml"))
	for _, again := range []string{"feeds.opml", "ours.opml"} {
		if got := parse[[]imported](d.ok("import", "Feeds", d.file(again), "--json")); got[0] != (imported{Same: feeds + feeds/10}) {
			t.Errorf("%s again: %+v", again, got)
		}
	}
	rows := parse[[]standing](d.ok("item", "list", "Feeds", "--json"))
	depths := map[int]int{}
	for _, row := range rows {
		depths[*row.Depth]++
	}
	if depths[0] != feeds/20 || depths[1] != feeds/20+feeds/2 || depths[2] != feeds/2 {
		t.Errorf("rows by depth: %v", depths)
	}
}

func TestAListOfFeedsIsExportedAsItStands(t *testing.T) {
	d := outlineDesk(t)
	d.ok("import", "Feeds", d.put("feeds.opml", feedList))
	want := `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>Feeds</title>
  </head>
  <body>
    <outline text="News" title="News">
      <outline type="rss" text="Example Times" xmlUrl="https://times.example.org/rss" category="/Daily"/>
    </outline>
    <outline text="Comics"/>
  </body>
</opml>
`
	d.ok("export", "Feeds", "-").prints(want)
	news := parse[[]shownItem](d.ok("item", "list", "Feeds", "--json"))[0].ID
	out := d.file("news.opml")
	d.ok("export", "Feeds", out, "--id", news).prints(out + ": 2 items\n")
	if got := read(t, out); strings.Contains(got, "Comics") || !strings.Contains(got, "Example Times") {
		t.Errorf("the branch is\n%s", got)
	}
	d.run("export", "Feeds", "-", "--id", "nobody").is(cli.Failed).mentions("there is no such item")
}

func TestAListOfFeedsThatCannotBeReadIsRefusedWhole(t *testing.T) {
	d := outlineDesk(t)
	bad := d.put("bad.opml", "<opml><body>\n<outline text='a'/>\n<outline xmlUrl='u?a&b'/></body></opml>")
	d.run("import", "Feeds", bad).is(cli.Failed).mentions("line 3: it is no well-formed XML")
	d.ok("item", "list", "Feeds").says("no items\n")
	d.run("import", "Feeds", d.put("a.ics", milkAndEggs)).is(cli.Failed).mentions("holds todos")
	d.ok("set", "new", "Home", "--kind", "todo")
	d.run("import", "Home", d.put("feeds.opml", feedList)).is(cli.Failed).mentions("holds outlines")
}
