package cli_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/ui/cli"
)

// badCards writes a file with a picture of 50 MB, a card of 10,000 lines, invalid dates,
// control characters and a wrong charset, and one correct card.
func badCards(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	line := " " + strings.Repeat("/9j/", 18) + "\r\n"
	for _, part := range []struct {
		text  string
		times int
	}{
		{"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:1\r\nFN:Picture\r\nPHOTO;ENCODING=b;TYPE=JPEG:\r\n", 1},
		{line, 50 << 20 / len(line)},
		{"END:VCARD\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nUID:2\r\nFN:Long\r\n", 1},
		{"TEL:1\r\n", 10_000},
		{"END:VCARD\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nUID:3\r\nFN:Day\r\nBDAY;VALUE=date:1985-02-31\r\nEND:VCARD\r\n", 1},
		{"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:4\r\nFN:Bell\x07\r\nEND:VCARD\r\n", 1},
		{"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:5\r\nFN:M\xfc\xdfig\r\nEND:VCARD\r\n", 1},
		{"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:6\r\nFN:Good\r\nEND:VCARD\r\n", 1},
	} {
		for range part.times {
			if _, err := w.WriteString(part.text); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

// peak samples the heap until stop is called, which returns the maximum, in MB above the
// initial value.
func peak() (stop func() int64) {
	ctx, cancel := context.WithCancel(context.Background())
	var most atomic.Int64
	heap := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	runtime.GC()
	before, ended := heap(), make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			most.Store(max(most.Load(), heap()-before))
			time.Sleep(2 * time.Millisecond)
		}
	}()
	return func() int64 {
		cancel()
		<-ended
		return most.Load() >> 20
	}
}

func TestBadCardsAreToldByLineAndTheRestIsImportedInLittleMemory(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Family", "--kind", "contact")
	badCards(t, d.file("bad.vcf"))
	stop := peak()
	r := d.run("import", "Family", d.file("bad.vcf"), "--json").is(cli.Attention)
	if mb := stop(); mb > 32 {
		t.Errorf("the heap grew by %d MB", mb)
	}
	r.mentions("bad.vcf:5: PHOTO has about", "10003 lines, more than the 5000", "1985-02-31", "control characters cannot be stored", "not UTF-8 and was read as Windows-1252")
	if got := parse[[]imported](r); got[0].New != 5 || got[0].Unreadable != 1 {
		t.Errorf("got %+v", got)
	}
	for _, name := range []string{"müßig", "good"} {
		if got := parse[[]shownItem](d.ok("item", "list", "Family", "--search", name, "--json")); len(got) != 1 {
			t.Errorf("%s is found as %+v", name, got)
		}
	}
}

func TestJSONOfAnImportHasNoIsolatingCharacters(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Home", "--kind", "todo")
	d.put("a.csv", "id,parent,title,שלום\n1,,Dana,x\n")
	r := d.run("import", "Home", d.file("a.csv"), "--json")
	if !strings.Contains(r.out, "שלום") || strings.Contains(r.out, `\u2068`) {
		t.Errorf("printed %+q, %s", r.out, r.err)
	}
}

func TestARuleWithoutEndIsImportedAndCompletedAtOnce(t *testing.T) {
	d := todoDesk(t)
	bins := "UID:bins\r\nSUMMARY:Bins\r\nDUE;VALUE=DATE:20050525\r\nRRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2\r\n"
	file := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\n" + bins + "END:VTODO\r\nBEGIN:VTODO\r\n" +
		strings.Replace(strings.Replace(bins, ";BYMONTHDAY=31;BYMONTH=2", "", 1), "bins", "rent", 1) + "END:VTODO\r\nEND:VCALENDAR\r\n"
	d.ok("import", "Home", d.put("a.ics", file))
	took := pace.Yards(func() {
		for _, row := range parse[[]shownItem](d.ok("item", "list", "Home", "--json")) {
			d.ok("item", "edit", "Home", row.ID, "--field", "done=true")
		}
	})
	if took > 5000 {
		t.Errorf("completing took %.0f yards", took)
	}
	if got := parse[[]shownItem](d.ok("item", "list", "Home", "--open", "--json")); len(got) != 1 {
		t.Errorf("the next ones are %+v", got)
	}
}

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
	d.ok("list", "create", "Feeds", "--kind", "outline")
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
	d.ok("item", "list", "Feeds").stderr("No items.\n")
}

// A list as large as a heavy reader's: 2,000 feeds in nested folders.
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
	rows := parse[[]outlineRow](d.ok("item", "list", "Feeds", "--json"))
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
	d.run("import", "Feeds", bad).is(cli.Failed).mentions("line 3: it is not well-formed XML")
	d.ok("item", "list", "Feeds").stderr("No items.\n")
	d.run("import", "Feeds", d.put("a.ics", milkAndEggs)).is(cli.Failed).mentions("holds todos")
	d.ok("list", "create", "Home", "--kind", "todo")
	d.run("import", "Home", d.put("feeds.opml", feedList)).is(cli.Failed).mentions("holds outlines")
}

// An existing file is only replaced if a person says so.
func TestExportAsksBeforeItReplacesAFile(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Family", "--kind", "contact")
	d.ok("item", "add", "Family", "--field", "name=A")
	file := d.put("family.vcf", "mine")
	untouched := func() {
		t.Helper()
		if got := read(t, file); got != "mine" {
			t.Errorf("the file holds %q", got)
		}
	}
	refused := "crossfeed: " + file + " already exists; to replace it, use --overwrite\n"
	d.run("export", "Family", file).is(cli.Failed).stderr(refused)
	untouched()
	d.env.Columns = func() int { return 80 }
	for _, answer := range []string{"n\n", "\n", ""} {
		d.env.Stdin = strings.NewReader(answer)
		d.run("export", "Family", file).is(cli.Failed).stderr("Replace " + file + "? [y/N] " + refused)
		untouched()
	}
	d.env.Stdin = strings.NewReader("y\n")
	d.ok("export", "Family", file)
	if got := read(t, file); !strings.Contains(got, "BEGIN:VCARD") {
		t.Errorf("the file holds %q", got)
	}
	d.env.Columns = nil
	d.ok("export", "Family", file, "--overwrite")
	d.ok("export", "Family", d.file("new.vcf"))
	d.ok("export", "Family", "-")
}

func TestDuplicateContactsAreFoundMergedAndParted(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Family", "--kind", "contact")
	d.ok("item", "add", "Family", "--id", "a", "--field", "name=Given Family", "--field", "emails=x@example.org", "--field", "role=Cook")
	d.ok("item", "add", "Family", "--id", "b", "--field", "name=Given Family", "--field", "phones=030 23125001", "--field", "role=Baker")
	duplicates := parse[[]struct{ A, B string }](d.ok("contact", "duplicates", "Family", "--json"))
	if len(duplicates) != 1 || duplicates[0].A != "a" || duplicates[0].B != "b" {
		t.Fatalf("found %+v", duplicates)
	}
	d.ok("contact", "join", "Family", "a", "b").stderr("role: kept \"Cook\", discarded \"Baker\"\n")
	if out := d.ok("item", "show", "Family", "a").out; !strings.Contains(out, "x@example.org") || !strings.Contains(out, "030 23125001") {
		t.Errorf("the merged one says\n%s", out)
	}
	d.ok("contact", "duplicates", "Family").stderr("No possible duplicates.\n")
	d.ok("undo")
	if got := parse[[]shownItem](d.ok("item", "list", "Family", "--json")); len(got) != 2 {
		t.Errorf("after undo: %+v", got)
	}
	d.run("contact", "join", "Family", "a", "a").is(cli.Misuse)
	d.run("contact", "join", "Family", "a", "nobody").is(cli.Failed)
}
