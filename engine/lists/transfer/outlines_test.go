package transfer_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/item"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// tree returns the list as it is shown.
func (d *desk) tree() string {
	d.Helper()
	items := d.items()
	nodes := make([]order.Node, len(items))
	for i, it := range items {
		nodes[i] = order.Node{ID: it.ID(), Place: it.Winner.Place, Deleted: it.Winner.Deleted}
	}
	var b strings.Builder
	for _, r := range order.Shown(nodes, nil) {
		fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", r.Depth), items[r.Index].Winner.Title())
	}
	return b.String()
}

// idOf returns the identifier of the item with that title that is not deleted.
func (d *desk) idOf(title string) string {
	d.Helper()
	for _, it := range d.items() {
		if it.Winner.Title() == title && !it.Winner.Deleted {
			return it.ID()
		}
	}
	d.Fatalf("there is no %s", title)
	return ""
}

func ids(all []*item.Item) []string {
	var ids []string
	for _, it := range all {
		ids = append(ids, it.ID())
	}
	slices.Sort(ids)
	return ids
}

// opmlOf returns a file of outlines.
func opmlOf(body string) string { return `<opml version="2.0"><body>` + body + `</body></opml>` }

func listOf(t *testing.T, name string) string {
	t.Helper()
	return text(t, "../../../testdata/opml/"+name)
}

func opmlFiles(t *testing.T) map[string]string {
	t.Helper()
	all, err := os.ReadDir("../../../testdata/opml")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, f := range all {
		if strings.HasSuffix(f.Name(), ".opml") {
			found[f.Name()] = listOf(t, f.Name())
		}
	}
	if len(found) < 6 {
		t.Fatalf("only %d files", len(found))
	}
	return found
}

func (d *desk) exported(ids ...string) string {
	d.Helper()
	var b bytes.Buffer
	_, err := transfer.WriteOutlines(&b, "List", d.items(), ids)
	d.check(err)
	return b.String()
}

const folders = `News
  Example Times
  Example Weekly
Reading
  Long
    Example Weekly
  Example Weekly
  Example Weekly
Comics
`

func TestAListOfFeedsStandsAsItsFileHasIt(t *testing.T) {
	d := newDesk(t, record.Outline)
	p := d.take(listOf(t, "folders.opml"))
	if p.Count(transfer.New) != 9 || d.tree() != folders {
		t.Errorf("%v gave\n%swant\n%s", counts(p), d.tree(), folders)
	}
	if got := len(ids(d.items())); got != 9 {
		t.Errorf("there are %d items: what stands several times has to be several", got)
	}
}

func TestASecondImportOfAListOfFeedsChangesNothing(t *testing.T) {
	for name, file := range opmlFiles(t) {
		d := newDesk(t, record.Outline)
		first := d.take(file)
		if second := d.plan(file); second.Count(transfer.Same) != len(first.Entries) {
			t.Errorf("%s: a second import gives %v: %s", name, counts(second), changes(second))
		}
	}
}

func TestTwoWhoImportOneFileHaveTheSameItems(t *testing.T) {
	here, there := newDesk(t, record.Outline), newDesk(t, record.Outline)
	here.take(listOf(t, "folders.opml"))
	there.take(opmlOf(`<outline text="Before"/>`))
	there.take(listOf(t, "folders.opml"))
	before := there.idOf("Before")
	theirs := slices.DeleteFunc(ids(there.items()), func(id string) bool { return id == before })
	if !slices.Equal(ids(here.items()), theirs) {
		t.Errorf("here are %q, there %q", ids(here.items()), theirs)
	}
}

func TestWhatAPersonMovedStaysWhereItIs(t *testing.T) {
	d := newDesk(t, record.Outline)
	d.take(listOf(t, "folders.opml"))
	d.move("Comics", d.idOf("Long"))
	d.move("Reading", d.idOf("News"))
	moved := d.tree()
	if p := d.take(listOf(t, "folders.opml")); p.Count(transfer.Same) != 9 || d.tree() != moved {
		t.Errorf("%v gave\n%swant\n%s", counts(p), d.tree(), moved)
	}
	file := strings.Replace(listOf(t, "folders.opml"), `<outline text="Long" title="Long">`, `<outline text="Long" title="Long"><outline text="Later"/>`, 1)
	d.take(file)
	if want := strings.Replace(moved, "      Comics\n", "      Comics\n      Later\n", 1); d.tree() != want {
		t.Errorf("what is new in a folder that was moved gives\n%swant\n%s", d.tree(), want)
	}
}

// move puts an item last in another one.
func (d *desk) move(title, into string) {
	d.Helper()
	d.work(func(w edit.Work) error {
		it, err := w.Store.Item(d.set.Key, d.idOf(title))
		if err != nil {
			return err
		}
		next := *it.Winner
		next.Place = item.Place{Parent: into, Key: "9"}
		return w.Store.PutItem(d.set.Key, &item.Item{Winner: &next}, store.Seen{At: w.At})
	})
}

func TestWhatAPersonAddedIsKnownByWhereItStands(t *testing.T) {
	d := newDesk(t, record.Outline)
	d.work(func(w edit.Work) error {
		_, err := w.Add("own-folder", record.Outline, record.Values{"title": "News"}, false)
		if err == nil {
			_, err = w.AddAt("own-feed", record.Outline, record.Values{"title": "My times", "xmlUrl": "https://times.example.org/rss", "note": "mine"}, false, edit.Spot{Parent: "own-folder", AtEnd: true})
		}
		if err == nil {
			_, err = w.AddAt("elsewhere", record.Outline, record.Values{"title": "Comics", "xmlUrl": "https://comics.example.net/atom.xml"}, false, edit.Spot{Parent: "own-folder", AtEnd: true})
		}
		return err
	})
	p := d.plan(listOf(t, "folders.opml"))
	if p.Entries[0].ID != "own-folder" || p.Entries[1].ID != "own-feed" || p.Entries[1].State != transfer.Changed {
		t.Errorf("the folder is %s, the feed %s and %s", p.Entries[0].ID, p.Entries[1].ID, p.Entries[1].State)
	}
	if last := p.Entries[len(p.Entries)-1]; last.ID == "elsewhere" || last.State != transfer.New {
		t.Errorf("the feed that stands elsewhere is %s and %s", last.ID, last.State)
	}
	d.apply(p)
	if got := record.Read(d.find("own-feed").Winner.Content); got.Get("note") != "mine" || got.Get("title") != "Example Times" {
		t.Errorf("the feed says %v", got.Values())
	}
	if again := d.plan(listOf(t, "folders.opml")); again.Count(transfer.Same) != len(again.Entries) {
		t.Errorf("once more it gives %v", counts(again))
	}
}

func (d *desk) find(id string) *item.Item {
	d.Helper()
	for _, it := range d.items() {
		if it.ID() == id {
			return it
		}
	}
	d.Fatalf("there is no %s", id)
	return nil
}

func TestWhatIsNewInADeletedFolderStandsWhereThatStood(t *testing.T) {
	d := newDesk(t, record.Outline)
	d.take(opmlOf(`<outline text="A"><outline text="B"><outline text="C"/></outline></outline>`))
	d.delete(d.idOf("B"))
	file := opmlOf(`<outline text="A"><outline text="B"><outline text="C"/><outline text="D"/></outline></outline>`)
	p := d.take(file)
	if p.Entries[1].State != transfer.Deleted || d.tree() != "A\n  C\n  D\n" {
		t.Errorf("B is %s, the list\n%s", p.Entries[1].State, d.tree())
	}
	p = d.plan(file)
	p.Choose(transfer.Deleted, true)
	d.apply(p)
	if d.tree() != "A\n  B\n    C\n  D\n" {
		t.Errorf("with B again the list is\n%s", d.tree())
	}
}

func TestWhatIsNotTakenLeavesWhatIsInItOneLevelUp(t *testing.T) {
	d := newDesk(t, record.Outline)
	p := d.plan(opmlOf(`<outline text="A"><outline text="B"><outline text="C"/></outline></outline>`))
	p.Entries[1].Take = false
	d.apply(p)
	if d.tree() != "A\n  C\n" {
		t.Errorf("the list is\n%s", d.tree())
	}
}

func TestASharedListKeepsItsIdentifiers(t *testing.T) {
	const sync = `<s:sync xmlns:s="http://www.microsoft.com/schemas/rss/sse" version="1" `
	d := newDesk(t, record.Outline)
	p := d.take(opmlOf(`<outline text="A">` + sync + `id="a"/><outline text="B">` + sync + `id="b" deleted="true"/><outline text="C">` + sync + `id="c"/></outline></outline></outline><outline text="D">` + sync + `id="a"/></outline>`))
	if d.tree() != "A\n  C\nD\n" || d.idOf("A") != "a" || d.idOf("C") != "c" || d.idOf("D") == "a" {
		t.Errorf("the list is\n%s with %q", d.tree(), ids(d.items()))
	}
	if got := p.Entries[0].Problems; len(got) != 1 || got[0].Kind != exchange.SharedFile {
		t.Errorf("the remarks are %v", got)
	}
}

func TestWhatIsExportedIsImportedAsItStands(t *testing.T) {
	for name, file := range opmlFiles(t) {
		here, there := newDesk(t, record.Outline), newDesk(t, record.Outline)
		here.take(file)
		exported := here.exported()
		there.take(exported)
		if here.tree() != there.tree() {
			t.Errorf("%s: it stands as\n%sand elsewhere as\n%s", name, here.tree(), there.tree())
		}
		expectSame(t, name, here, there)
		if again := there.exported(); again != exported {
			t.Errorf("%s: exported\n%s\nand again\n%s", name, exported, again)
		}
		if p := here.plan(exported); p.Count(transfer.Same) != len(p.Entries) {
			t.Errorf("%s: into the same list: %v: %s", name, counts(p), changes(p))
		}
	}
}

func TestABranchIsExportedFromItsRoot(t *testing.T) {
	d := newDesk(t, record.Outline)
	d.take(listOf(t, "folders.opml"))
	d.delete(d.idOf("Long"))
	there := newDesk(t, record.Outline)
	there.take(d.exported(d.idOf("Comics"), d.idOf("Reading")))
	if want := "Reading\n  Example Weekly\n  Example Weekly\n  Example Weekly\nComics\n"; there.tree() != want {
		t.Errorf("got\n%swant\n%s", there.tree(), want)
	}
}

func TestNothingOfABadListOfFeedsIsTaken(t *testing.T) {
	d := newDesk(t, record.Outline)
	err := d.store.View(t.Context(), func(r store.Reader) error {
		_, err := transfer.Make(t.Context(), r, d.set, "feeds.opml", strings.NewReader("<opml><body>\n<outline text='a'/><outline"), nil)
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "importing feeds.opml: line 2: it is not well-formed XML") {
		t.Errorf("got %v", err)
	}
}

// feeds returns a file with n feeds in nested folders, as a feed reader exports them.
func feeds(n int) string {
	var b strings.Builder
	for i := 0; i < n; i += 20 {
		fmt.Fprintf(&b, "<outline text='Folder %d' title='Folder %d'>\n<outline text='Inner'>\n", i, i)
		for j := i; j < i+20; j++ {
			fmt.Fprintf(&b, "<outline type='rss' text='Feed %d' title='Feed %d' xmlUrl='https://feeds.example.org/%d.xml' htmlUrl='https://feeds.example.org/%d'/>\n", j, j, j, j)
			if j == i+9 {
				b.WriteString("</outline>\n")
			}
		}
		b.WriteString("</outline>\n")
	}
	return opmlOf(b.String())
}

func TestAListOfTwoThousandFeedsIsOneQuickEdit(t *testing.T) {
	d := newDesk(t, record.Outline)
	file := feeds(2000)
	if took := pace.Yards(func() { d.take(file) }); took > 1_500 {
		t.Errorf("it took %.0f yards", took)
	}
	if got := len(d.items()); got != 2200 {
		t.Errorf("there are %d items", got)
	}
	if p := d.plan(file); p.Count(transfer.Same) != 2200 {
		t.Errorf("a second import gives %v", counts(p))
	}
	there := newDesk(t, record.Outline)
	there.take(d.exported())
	if d.tree() != there.tree() {
		t.Error("elsewhere it stands otherwise")
	}
}

func TestAPlanEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := transfer.MakeNew(ctx, "", "a.opml", strings.NewReader(feeds(20)), nil); err == nil {
		t.Error("it was planned all the same")
	}
}
