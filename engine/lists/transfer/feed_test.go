package transfer_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/edit"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
)

// feed writes all items as a feed.
func (d *desk) feed() string {
	d.Helper()
	var b bytes.Buffer
	doc := feed.Document{Format: d.set.Format, Dialect: d.set.Dialect, Title: "List", ID: d.set.FeedID, Updated: time.Unix(1, 0)}
	d.check(transfer.WriteFeed(&b, doc, d.items()))
	return b.String()
}

func TestAFeedHasTheItemsOfEveryKindInEveryFormat(t *testing.T) {
	for _, kind := range []record.Kind{record.Todo, record.Contact, record.Note} {
		for dialect, format := range map[item.Dialect]item.Format{item.FeedSync10: item.RSS, item.SSE093: item.Atom, item.SSE091: item.RSS} {
			t.Run(string(kind)+" "+string(dialect), rapid.MakeCheck(func(t *rapid.T) {
				here, there := newDesk(t, kind), newDesk(t, kind)
				here.set.Format, here.set.Dialect = format, dialect
				here.fill(t)
				file := here.feed()
				there.take(file)
				expectFields(t, file, here, there)
				here.expectUnchanged(file)
				there.expectUnchanged(file)
			}))
		}
	}
}

// items is a feed of RSS items.
func rss(items string) string {
	return `<?xml version="1.0"?><rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>F</title><link>https://example.org/</link><description>F</description>` + items + `</channel></rss>`
}

func TestItemsOfAnOrdinaryFeedAreIdentifiedByTheirGUIDOrContent(t *testing.T) {
	file := rss(`<item><title>Milk</title><guid>https://example.org/1</guid></item>
<item><title>Eggs</title><description>six</description></item>`)
	d := newDesk(t, record.Note)
	d.take(file)
	if d.titles() != "Milk, Eggs" {
		t.Errorf("the list says %s", d.titles())
	}
	d.expectUnchanged(file)
	p := d.take(strings.Replace(file, "Milk", "Oat milk", 1))
	if p.Count(transfer.Changed) != 1 || d.titles() != "Oat milk, Eggs" {
		t.Errorf("%v: the list says %s", counts(p), d.titles())
	}
	atom := newDesk(t, record.Todo)
	atom.take(`<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><id>urn:f</id><updated>2026-11-20T10:00:00Z</updated>
<entry><id>urn:uuid:1</id><title>Milk</title><updated>2026-11-20T10:00:00Z</updated></entry></feed>`)
	if atom.titles() != "Milk" {
		t.Errorf("the list says %s", atom.titles())
	}
}

func TestItemsOfASharedFeedKeepTheirIdentifiersButNotTheirHistories(t *testing.T) {
	file := rss(`<item><title>Milk</title><sx:sync id="milk" updates="2"><sx:history sequence="2" by="other" when="2026-11-20T10:00:00Z"/><sx:history sequence="1" by="other" when="2026-11-19T10:00:00Z"/>
<sx:conflicts><item><title>Oat milk</title><sx:sync id="milk" updates="2"><sx:history sequence="2" by="third" when="2026-11-20T09:00:00Z"/><sx:history sequence="1" by="other" when="2026-11-19T10:00:00Z"/></sx:sync></item></sx:conflicts></sx:sync></item>
<item><title>Gone</title><sx:sync id="gone" updates="1" deleted="true"><sx:history sequence="1" by="other" when="2026-11-20T10:00:00Z"/></sx:sync></item>
<item><title>Wrong</title><sx:sync id="wrong" updates="x"><sx:history sequence="1" by="other"/></sx:sync></item>`)
	d := newDesk(t, record.Note)
	p := d.take(file)
	it := d.only()
	if it.ID() != "milk" || len(it.Winner.History) != 1 || it.Winner.Top().By != "desk" || len(it.Conflicts) != 0 {
		t.Errorf("got %s by %s, %d conflicts", it.ID(), it.Winner.Top().By, len(it.Conflicts))
	}
	got := strings.Join(told(p), "\n")
	for _, want := range []string{"3: deleted-there 1/0", "1: conflicts-there 1/0"} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q:\n%s", want, got)
		}
	}
	if p.Count(transfer.Unreadable) != 1 || p.Count(transfer.New) != 1 {
		t.Errorf("the states are %v", counts(p))
	}
}

func TestAFeedHasHistoriesConflictsAndTombstones(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.take(todos(milk, "UID:eggs\nSUMMARY:Eggs"))
	d.delete(d.items()[1].ID())
	d.work(func(w edit.Work) error {
		it, err := w.Store.Item(w.Set, d.items()[0].ID())
		if err != nil {
			return err
		}
		other := *it.Winner
		other.History = slices.Clone(other.History)
		other.History[0].By, other.Content = "other", item.Plain("Oat milk", "")
		next := &item.Item{Winner: it.Winner, Conflicts: []*item.Version{&other}}
		_, err = w.Put(it, next)
		return err
	})
	in := feed.NewReader(strings.NewReader(d.feed()), "feed")
	var all []*item.Item
	for {
		e, err := in.Next()
		if err != nil {
			break
		}
		all = append(all, e.Item)
	}
	if len(all) != 2 || len(all[0].Conflicts) != 1 || !all[1].Winner.Deleted || all[0].Winner.Top().By != "desk" {
		t.Errorf("got %+v", all)
	}
}

func TestWhatDoesNotFitInAFeedIsLeftOutAndSaid(t *testing.T) {
	here := newDesk(t, record.Todo)
	here.take(todos(milk))
	both := strings.Replace(here.feed(), "</channel>", `<item><title>Given</title><vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>Given</text></fn></vcard></item></channel>`, 1)
	d := newDesk(t, record.Todo)
	p := d.take(both)
	if p.Count(transfer.Unreadable) != 1 || p.Count(transfer.New) != 1 || !strings.Contains(strings.Join(told(p), ""), `other-kind "contact" "Given"`) {
		t.Errorf("%v: %v", counts(p), told(p))
	}
	for kind, file := range map[record.Kind]string{record.Contact: here.feed(), record.Outline: rss("<item><title>A</title></item>")} {
		if _, err := newDesk(t, kind).planned(file); err == nil || !strings.Contains(err.Error(), "choose a list for") {
			t.Errorf("%s: error %v", kind, err)
		}
	}
	for file, want := range map[string]string{
		rss("<item>"): "line 1: ", "<rss version='2.0'/>": "line 1: there is no <channel>",
		`<feed xmlns="urn:other"/>`: "is no feed",
	} {
		if _, err := d.planned(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v", file, err)
		}
	}
}
