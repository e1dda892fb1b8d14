package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

func TestEndpointsAreNamedByOneLine(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		for _, c := range []struct {
			by, name string
			want     error
		}{
			{"B", "  the laptop\n", nil},
			{"C", "the laptop", nil}, // one person, two devices
			{"A", "a\nb", safekeeping.ErrNameLines},
			{"A", "a\u2028b", safekeeping.ErrNameLines},
			{"", "somebody", safekeeping.ErrNobody},
		} {
			if err := a.Names.Set(t.Context(), c.by, c.name); !errors.Is(err, c.want) {
				t.Errorf("calling %q %q: %v, want %v", c.by, c.name, err, c.want)
			}
		}
		book, err := a.Names.Book(t.Context())
		a.check(err)
		if len(book.Known()) != 2 || book.Name("B") != "the laptop" || book.Name("C") != "the laptop" {
			t.Errorf("names of %q", book.Known())
		}
		all, err := a.Names.Endpoints(t.Context())
		a.check(err)
		if len(all) != 3 || all[0].By != "A" || all[0].Versions != 2 || all[1].Name != "the laptop" || all[2].By != "C" || all[2].Versions != 0 {
			t.Errorf("endpoints %+v", all)
		}
		a.check(a.Names.Set(t.Context(), "B", " "))
		if book, err = a.Names.Book(t.Context()); err != nil || len(book.Known()) != 1 {
			t.Errorf("after a name was taken away: %q, %v", book.Known(), err)
		}
	})
}

const (
	kitchenID = "kitchen234kitchen234"
	laptopID  = "laptop234laptop234"
	phoneID   = "phone234phone234"
)

// label returns the name that a desk shows for a device.
func (d *desk) label(by string) item.NameLabel {
	d.Helper()
	book, err := d.Names.Book(d.t.Context())
	d.check(err)
	return book.Label(by)
}

// textOfAll returns the contents of all files.
func textOfAll(files *transporttest.Memory) string {
	var all strings.Builder
	for name, text := range files.All() {
		all.WriteString(name + "\n" + text + "\n")
	}
	return all.String()
}

// In every format and dialect: without consent, the name does not appear in anything
// published, and with consent, it appears exactly once.
func TestANameIsPublishedOnlyWithConsent(t *testing.T) {
	for _, n := range []lists.New{
		{Kind: "todo"}, {Kind: "todo", Format: "atom"}, {Kind: "note", Dialect: "sse-0.91"}, {Kind: "outline", Dialect: "sse-0.91"},
	} {
		n.Name = "Groceries"
		files := &transporttest.Memory{}
		files.Folder("/shared")
		d := newDesk(t, t, kitchenID, memory.New(), files, newClock())
		d.shareAs(n, "/shared")
		d.add("milk", "Milk")
		says := func(name string, want int) {
			t.Helper()
			d.sync()
			if got := strings.Count(textOfAll(files), name); got != want {
				t.Errorf("%+v: %q is published %d times, want %d", n, name, got, want)
			}
			i, err := d.Sharing.Invitation(t.Context(), "Groceries")
			d.check(err)
			if got := i.From == name; got != (want > 0) {
				t.Errorf("%+v: the invitation is from %q", n, i.From)
			}
		}
		says("Zoë's tablet", 0)
		d.check(d.Names.Set(t.Context(), kitchenID, "Zoë's tablet"))
		says("Zoë's tablet", 0)
		d.check(d.Names.SetOwn(t.Context(), "Zoë's tablet", false))
		says("Zoë's tablet", 0)
		d.check(d.Names.SetOwn(t.Context(), "Zoë's tablet", true))
		says("Zoë's tablet", 1)
		d.check(d.Names.SetOwn(t.Context(), "Kitchen", true))
		says("Zoë's tablet", 0)
		d.check(d.Names.SetOwn(t.Context(), "Zoë's tablet", false))
		says("Kitchen", 0)
		says("Zoë's tablet", 0)
		d.check(d.Names.SetOwn(t.Context(), "Zoë's tablet", true))
		d.check(d.Names.Set(t.Context(), kitchenID, ""))
		says("Zoë's tablet", 0)
	}
}

func TestADeviceIsCalledAsItsOwnFeedSays(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		kitchen, laptop := open(kitchenID), open(laptopID)
		kitchen.add("milk", "Milk")
		rounds(kitchen, laptop)
		if got, want := laptop.label(kitchenID), (item.NameLabel{Short: "kitch"}); got != want {
			t.Errorf("before it said so it is %+v, want %+v", got, want)
		}
		kitchen.check(kitchen.Names.SetOwn(t.Context(), "  Kitchen\u202e tablet ", true))
		rounds(kitchen, laptop)
		if got, want := laptop.label(kitchenID), (item.NameLabel{Name: "Kitchen tablet"}); got != want {
			t.Errorf("it is %+v, want %+v", got, want)
		}
		kitchen.check(kitchen.Names.SetOwn(t.Context(), "Dining room", true))
		rounds(kitchen, laptop)
		if got := laptop.label(kitchenID); got.Name != "Dining room" {
			t.Errorf("after it chose another name it is %+v", got)
		}
		laptop.check(laptop.Names.Set(t.Context(), kitchenID, "Anna"))
		if got := laptop.label(kitchenID); got.Name != "Anna" {
			t.Errorf("the address book says Anna, and it is %+v", got)
		}
		laptop.check(laptop.Names.Set(t.Context(), kitchenID, ""))
		kitchen.check(kitchen.Names.SetOwn(t.Context(), "Dining room", false))
		rounds(kitchen, laptop)
		if got := laptop.label(kitchenID); got.Name != "" {
			t.Errorf("after it took its name back it is %+v", got)
		}
	})
}

// Someone who does not read a device's feed learns its name from the feed of another one, as
// long as that one reads it from the device itself.
func TestANameThroughTheFeedOfAnotherDevice(t *testing.T) {
	files := &transporttest.Memory{}
	for _, folder := range []string{"/ab", "/bc", "/cd"} {
		files.Folder(folder)
	}
	var all []*desk
	for i, id := range []string{kitchenID, laptopID, phoneID, "last"} {
		d := newDesk(t, t, id, memory.New(), files, newClock())
		d.shareAs(lists.New{Name: "Groceries"}, []string{"/ab", "/bc", "/cd", "/cd"}[i])
		if i > 0 {
			_, err := d.Subscriptions.Subscribe(t.Context(), "Groceries", []string{"", "/ab", "/bc", "/cd"}[i])
			if i < 3 {
				d.check(err)
			}
		}
		all = append(all, d)
	}
	kitchen, laptop, phone, last := all[0], all[1], all[2], all[3]
	kitchen.add("milk", "Milk")
	kitchen.check(kitchen.Names.SetOwn(t.Context(), "Kitchen", true))
	laptop.check(laptop.Names.Set(t.Context(), phoneID, "a secret name"))
	rounds(all...)
	rounds(all...)
	if got, want := laptop.label(kitchenID), (item.NameLabel{Name: "Kitchen"}); got != want {
		t.Errorf("the laptop calls it %+v, want %+v", got, want)
	}
	if got, want := phone.label(kitchenID), (item.NameLabel{Name: "Kitchen", According: laptopID}); got != want {
		t.Errorf("the phone calls it %+v, want %+v", got, want)
	}
	if got, want := last.label(kitchenID), (item.NameLabel{Short: "kitch"}); got != want {
		t.Errorf("hearsay of hearsay: %+v, want %+v", got, want)
	}
	if strings.Contains(textOfAll(files), "secret") {
		t.Error("the address book is published")
	}
	kitchen.check(kitchen.Names.SetOwn(t.Context(), "Kitchen", false))
	rounds(all...)
	if got := phone.label(kitchenID); got.Name != "" || strings.Contains(textOfAll(files), "Kitchen") {
		t.Errorf("after the name was taken back the phone says %+v", got)
	}
}

// Anybody can write a feed. It can rename neither this device nor another one whose own feed
// contains its name.
func TestAFeedThatGivesNamesToOthers(t *testing.T) {
	files := &transporttest.Memory{}
	kitchen, laptop := newMemoryDesk(t, kitchenID, files), newMemoryDesk(t, laptopID, files)
	kitchen.check(kitchen.Names.SetOwn(t.Context(), "Kitchen", true))
	laptop.check(laptop.Names.SetOwn(t.Context(), "Laptop", true))
	rounds(kitchen, laptop)
	const space = `xmlns:cf="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" xmlns:atom="http://www.w3.org/2005/Atom"`
	files.Put("/shared/Groceries."+phoneID+".xml", `<rss version="2.0" `+space+`><channel><title>Groceries</title><atom:author><atom:name>`+phoneID+`</atom:name></atom:author>`+
		`<cf:device id="`+laptopID+`" name="Victim"/><cf:device id="`+kitchenID+`" name="Boiler"/><cf:device id="`+phoneID+`" name="Laptop"/><cf:device id="x" name="X"/></channel></rss>`)
	files.Put("/shared/Groceries.copy.xml", `<rss version="2.0" `+space+`><channel><title>Groceries</title><atom:author><atom:name>`+laptopID+`</atom:name></atom:author>`+
		`<cf:device id="`+laptopID+`" name="Victim"/><cf:device id="y" name="Y"/></channel></rss>`)
	laptop.sync()
	for by, want := range map[string]item.NameLabel{
		laptopID:  {Name: "Laptop"},
		kitchenID: {Name: "Kitchen"},
		phoneID:   {Name: "Laptop", Short: "phone"},
		"x":       {Name: "X", According: phoneID},
		"y":       {Name: "y"},
	} {
		if got := laptop.label(by); got.Name != want.Name || got.According != want.According || got.Short != want.Short {
			t.Errorf("%s is %+v, want %+v", by, got, want)
		}
	}
	all, err := laptop.Names.Endpoints(t.Context())
	laptop.check(err)
	if !slices.ContainsFunc(all, func(e store.Endpoint) bool { return e.By == phoneID }) {
		t.Errorf("the address book can name %+v", all)
	}
}
