package cli_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// rival returns a feed with one item in conflict: changed by laptop, which wins, and by desk.
func rival(id, winner, own string) string {
	return `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>t</title>
<item>` + winner + `
  <sx:sync id="` + id + `" updates="3">
    <sx:history sequence="3" when="2005-05-23T09:43:33Z" by="laptop"/>
    <sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>
    <sx:conflicts>
      <item>` + own + `
        <sx:sync id="` + id + `" updates="2">
          <sx:history sequence="2" when="2005-05-22T09:43:33Z" by="desk"/>
          <sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>
        </sx:sync>
      </item>
    </sx:conflicts>
  </sx:sync>
</item>
</channel></rss>
`
}

func vtodo(properties string) string {
	return `<title>Bins</title><vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties><summary><text>Bins</text></summary>` + properties + `</properties></vtodo>`
}

func vcard(properties string) string {
	return `<title>Given Family</title><vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>Given Family</text></fn>` + properties + `</vcard>`
}

var (
	bins = rival("bins",
		vtodo(`<due><date>2005-05-27</date></due><priority><integer>1</integer></priority><categories><text>home</text><text>out</text></categories>`),
		vtodo(`<due><date-time>2005-05-28T18:00:00</date-time></due><priority><integer>1</integer></priority><categories><text>street</text><text>home</text></categories>`+
			`<status><text>COMPLETED</text></status><completed><date-time>2005-05-22T09:43:33Z</date-time></completed>`))
	cook = rival("cook",
		vcard(`<tel><parameters><type><text>home</text></type></parameters><text>1234</text></tel><tel><text>5678</text></tel><bday><date>19850412</date></bday><role><text>Cook</text></role>`),
		vcard(`<tel><text>5678</text></tel><tel><parameters><type><text>work</text></type></parameters><text>9012</text></tel><bday><date>--0412</date></bday><role><text>Cook</text></role>`))
)

// contending returns a desk with a list of a kind that has the item of such a feed.
func contending(t *testing.T, kind, feed string) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("list", "create", "Shared", "--kind", kind)
	d.ok("subscription", "add", "Shared", d.put("feed.xml", feed))
	d.run("sync").is(cli.Attention)
	d.acceptOwn("Shared")
	return d
}

func TestTheVersionsOfATodoAreShownByItsFields(t *testing.T) {
	contending(t, "todo", bins).ok("conflict", "show", "Shared", "bins").stderr("").prints(`Bins: 2 conflicting versions
Original not known: another program shortened the history of update 3 by laptop.

[-] A·1  laptop, 2005-05-23 09:43, 1 day ago, current version
[-] B·2  you, 2005-05-22 09:43, 2 days ago, your own

     │ A·1        │ B·2                       │ RESULT
─────┼────────────┼───────────────────────────┼────────
done │ false      │ true 2005-05-22T09:43:33Z │ choose…
due  │ 2005-05-27 │ 2005-05-28T18:00          │ choose…
tags │ home       │ street                    │ choose…
     │ out        │ home                      │
done: open: no original: choose
due: open: no original: choose
tags: open: no original: choose

2 fields are the same in all: title, priority

Saves the result as update 4. The other version stays in the history.
Still to choose: done, due and tags.

crossfeed conflict resolve "Shared" bins --keep  # A
crossfeed conflict resolve "Shared" bins --take 1  # B
crossfeed conflict resolve "Shared" bins --merge --field done=… --field due=… --field tags=…
crossfeed conflict resolve "Shared" bins --both A,B --field done=… --field due=…
`)
}

func TestTheVersionsOfAContactAreShownByItsFields(t *testing.T) {
	out := contending(t, "contact", cook).ok("conflict", "show", "Shared", "cook").stderr("").out
	for _, line := range []string{
		"phones   │ [home] 1234 │ 5678        │ choose…\n",
		"         │ 5678        │ [work] 9012 │\n",
		"birthday │ 1985-04-12  │ --04-12     │ choose…\n",
		"2 fields are the same in all: name, role\n",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("printed\n%s\nwithout %q", out, line)
		}
	}
}

func TestATodoIsResolvedByADateInWords(t *testing.T) {
	d := contending(t, "todo", bins)
	d.ok("conflict", "resolve", "Shared", "bins", "--keep", "--field", "due=tomorrow", "--field", "done=true").prints("bins: update 4\n").
		stderr("dropped: A: done false; A: due 2005-05-27; B: done true 2005-05-22T09:43:33Z; B: due 2005-05-28T18:00; B: tags street\n")
	got := d.fieldsOf("Shared", "bins")
	if got["due"] != "2005-05-25" || got["done"] != true || got["priority"] != 1.0 {
		t.Errorf("the todo is %v", got)
	}
	d.ok("conflict", "list").stderr("No conflicts.\n")
}

func TestWhatATodoCannotBeResolvesNothing(t *testing.T) {
	d := contending(t, "todo", bins)
	before := d.ok("item", "show", "Shared", "bins", "--json").out
	for field, said := range map[string]string{
		"due=some day": `due "some day": not a day: write it as 2026-11-27, 2026-11-27T18:00 or tomorrow`,
		"priority=12":  `priority "12": not a priority from 1 to 9: write 1 for the highest`,
		"phones=1":     `a todo has no field "phones"`,
	} {
		d.run("conflict", "resolve", "Shared", "bins", "--keep", "--field", field).is(cli.Misuse).prints("").mentions(said)
	}
	if now := d.ok("item", "show", "Shared", "bins", "--json").out; now != before {
		t.Errorf("the item is now\n%s", now)
	}
}

func TestConflictShowHasTheFieldsOfEveryVersion(t *testing.T) {
	got := parse[struct {
		Fields    map[string]any
		Conflicts []struct{ Fields map[string]any }
	}](contending(t, "todo", bins).ok("conflict", "show", "Shared", "bins", "--json"))
	if got.Fields["done"] != false || got.Fields["due"] != "2005-05-27" || !slices.Equal(got.Fields["tags"].([]any), []any{"home", "out"}) {
		t.Errorf("the winner is %v", got.Fields)
	}
	if own := got.Conflicts[0].Fields; own["done"] != true || own["due"] != "2005-05-28T18:00" || !slices.Equal(own["tags"].([]any), []any{"street", "home"}) {
		t.Errorf("the other one is %v", own)
	}
}
