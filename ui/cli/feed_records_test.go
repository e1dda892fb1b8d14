package cli_test

import (
	"encoding/json"
	"strings"
	"testing"

	"crossfeed/ui/cli"
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

func TestAFieldOfATodoInAFeedIsChangedAndEveryOtherByteStays(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", errands)
	d.ok("feed", "edit", path, "--id", "bins", "--field", "due=2005-06-01T18:00").prints("bins: update 2\n").says("")
	want := strings.NewReplacer(
		"<date>2005-05-27</date>", "<date-time>2005-06-01T18:00:00</date-time>",
		`id="bins" updates="1">`, `id="bins" updates="2">
        <sx:history sequence="2" when="2005-05-24T09:43:33Z" by="desk" xmlns:cf="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" cf:digest="021c5d986c4607a88ec9c4c56899e2cb"/>`,
	).Replace(errands)
	if got := read(t, path); got != want {
		t.Errorf("the feed is\n%s\nwant\n%s", got, want)
	}
	d.ok("feed", "edit", path, "--id", "bins", "--field", "due=2005-06-01T18:00:00").prints("bins: update 2\n")
	if got := read(t, path); got != want {
		t.Errorf("what changes nothing made it\n%s", got)
	}
}

func TestATodoOfAFeedIsCompletedAtTheTimeOfTheUpdate(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", errands)
	d.ok("feed", "edit", path, "--id", "bins", "--field", "done=true")
	if got := read(t, path); !strings.Contains(got, "<completed><date-time>2005-05-24T09:43:33Z</date-time></completed>") {
		t.Errorf("it is not completed in\n%s", got)
	}
}

func TestAValueThatCannotBeLeavesAFeedAsItIs(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", errands)
	for _, c := range []struct{ id, field, said string }{
		{"bins", "due=some day", `due "some day": not a day: write it as 2026-11-27, 2026-11-27T18:00 or tomorrow`},
		{"bins", "phones=1", `a todo has no field "phones"`},
		{"cook", "emails=nobody", `emails "nobody": not an e-mail address: write it as name@example.org`},
		{"eggs", "done=true", `a note has no field "done"`},
	} {
		d.run("feed", "edit", path, "--id", c.id, "--field", c.field).is(cli.Misuse).prints("").mentions(c.said)
		if read(t, path) != errands {
			t.Errorf("%s changed the feed", c.field)
		}
	}
}

func TestItemsOfEachKindAreMadeInAFeed(t *testing.T) {
	d := newDesk(t)
	path := d.file("a.xml")
	d.ok("feed", "new", path, "--id", "milk", "--kind", "todo", "--field", "title=Milk", "--field", "due=tomorrow", "--field", "tags=dairy, shop", "--field", "priority=high", "--field", "done=true")
	d.ok("feed", "new", path, "--id", "cook", "--kind", "contact", "--field", "name=Given Family", "--field", "phones=[home] 1234", "--field", "birthday=--04-12")
	d.ok("feed", "check", path).says("no problems\n")
	for _, made := range []string{
		"<title>Milk</title>", "<due><date>2005-05-25</date></due>", "<categories><text>dairy</text><text>shop</text></categories>", "<priority><integer>1</integer></priority>",
		"<completed><date-time>2005-05-24T09:43:33Z</date-time></completed>",
		"<title>Given Family</title>", "<fn><text>Given Family</text></fn>", "<tel><parameters><type><text>home</text></type></parameters><text>1234</text></tel>", "<bday><date>--0412</date></bday>",
	} {
		if got := read(t, path); strings.Count(got, made) != 1 {
			t.Errorf("%s does not stand once in\n%s", made, got)
		}
	}
	before := read(t, path)
	for field, kind := range map[string]string{"due=some day": "todo", "phones=1": "todo", "due=tomorrow": "contact", "done=true": "note"} {
		d.run("feed", "new", path, "--kind", kind, "--field", field).is(cli.Misuse).prints("")
	}
	d.run("feed", "new", path, "--kind", "task", "--title", "Milk").is(cli.Misuse).prints("")
	if read(t, path) != before {
		t.Error("what was refused changed the feed")
	}
}

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
