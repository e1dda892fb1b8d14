package intake_test

import (
	"errors"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
)

// heldItems returns the quarantined items of the set.
func (d *desk) heldItems() (all []store.HeldItem) {
	d.Helper()
	d.update(func(w store.Writer) (err error) { all, err = w.HeldItems(d.set.Key); return err })
	return all
}

// absurd returns an item with an implausible number of updates.
func absurd(id, title string) string {
	return strings.Replace(entry(id, title, "phone 2", "phone 1"), `updates="`, `updates="90000000`, 1)
}

func TestWhatWaitsIsKeptAsItCame(t *testing.T) {
	deleted := strings.Replace(absurd("milk", "Milk"), `id="milk"`, `id="milk" deleted="true"`, 1)
	inside := strings.Replace(entry("milk", "Oat milk &amp; &lt;more>", "tablet 1"), "</title>", `</title><f:price xmlns:f="urn:f">2</f:price>`, 1)
	crowded := read(t, feedOf(strings.Replace(deleted, "</sx:sync>", "<sx:conflicts>"+inside+"</sx:conflicts></sx:sync>", 1)))
	for _, c := range []struct {
		set  item.Format
		came feed.Document
	}{
		{item.RSS, feed.Document{Format: item.RSS, Dialect: item.FeedSync10}},
		{item.RSS, feed.Document{Format: item.Atom, Dialect: item.SSE093}},
		{item.Atom, feed.Document{Format: item.RSS, Dialect: item.SSE093}},
		{item.RSS, feed.Document{Format: item.RSS, Dialect: item.SSE091}},
		{item.OPML, feed.Document{Format: item.OPML, Dialect: item.SSE091}},
	} {
		d := newDesk(t)
		d.setTo(c.set, c.came.Dialect)
		came := written(t, c.came, crowded)
		d.files.Put(path, came)
		r, err := d.try(t.Context(), d.files, intake.Options{})
		if err != nil || r.Held != 1 || r.Skipped != 1 || r.New != 0 {
			t.Fatalf("%+v: %+v, %v", c, r, err)
		}
		s := d.heldItems()[0]
		if want := intake.Mark(read(t, came)); s.ID != "milk" || s.Title != "Milk" || s.Feed != path || !s.At.Equal(noon) || s.Mark != want {
			t.Errorf("%+v: %+v", c, s)
		}
		if got := read(t, s.Document); intake.Mark(got) != s.Mark || len(got.Conflicts) != 1 {
			t.Errorf("%+v: kept is\n%s\nand came\n%s", c, s.Document, came)
		}
	}
}

// setTo changes the format and the dialect of the set.
func (d *desk) setTo(format item.Format, dialect item.Dialect) {
	d.Helper()
	if dialect == item.SSE093 {
		dialect = item.FeedSync10
	}
	d.set.Format, d.set.Dialect = format, dialect
	d.update(func(w store.Writer) error { _, err := w.PutSet(d.set); return err })
}

// written returns a document with that item.
func written(t *testing.T, doc feed.Document, it *item.Item) string {
	t.Helper()
	doc.Title, doc.Updated = "Groceries", noon
	var b strings.Builder
	w := feed.NewWriter(&b, doc)
	if err := errors.Join(w.WriteWhole(it), w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// read returns the first item of a document.
func read(t *testing.T, document string) *item.Item {
	t.Helper()
	e, err := feed.NewReader(strings.NewReader(document), "kept").Next()
	if err != nil || e.Item == nil {
		t.Fatalf("%+v, %v in\n%s", e, err, document)
	}
	return e.Item
}

func TestSeveralEntriesOfOneItemAreLookedAtTogether(t *testing.T) {
	d := newDesk(t)
	if r := d.read(entry("milk", "Milk", "phone 1"), absurd("milk", "Milk"), entry("eggs", "Eggs", "phone 1")); r.Held != 1 || r.New != 1 {
		t.Errorf("%+v", r)
	}
	if all := d.heldItems(); len(all) != 1 || all[0].ID != "milk" {
		t.Errorf("%+v", all)
	}
}

func TestAReadingThatIsTrustedSkipsNothing(t *testing.T) {
	d := newDesk(t)
	if r := d.readAs(intake.Options{Trusted: true}, absurd("milk", "Milk")); r.Held != 0 || r.New != 1 || len(d.heldItems()) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestAReadingThatFailsHoldsNothingForReview(t *testing.T) {
	d := newDesk(t)
	d.files.Put(path, strings.Replace(feedOf(absurd("milk", "Milk")), "</channel>", "<item>", 1))
	if err := d.fails(); err == nil || len(d.heldItems()) != 0 {
		t.Errorf("%v, %+v", err, d.heldItems())
	}
}

// The mark does not depend on the order of the conflicts, but on everything else.
func TestTheMarkIsThatOfTheItemAsItCame(t *testing.T) {
	a, b, c := entry("milk", "Milk", "phone 2", "phone 1"), entry("milk", "Oat milk", "tablet 2", "phone 1"), entry("milk", "Soy milk", "desk 2", "phone 1")
	with := func(winner string, conflicts ...string) string {
		return intake.Mark(read(t, feedOf(strings.Replace(winner, "</sx:sync>", "<sx:conflicts>"+strings.Join(conflicts, "")+"</sx:conflicts></sx:sync>", 1))))
	}
	if with(a, b, c) != with(a, c, b) {
		t.Error("the order of the conflicts counts")
	}
	seen := map[string]bool{}
	for _, mark := range []string{with(a, b, c), with(b, a, c), with(a, b), with(a, c), with(strings.Replace(a, "Milk", "milk", 1), b, c)} {
		seen[mark] = true
	}
	if len(seen) != 5 {
		t.Errorf("%d of 5 items are told apart", len(seen))
	}
}
