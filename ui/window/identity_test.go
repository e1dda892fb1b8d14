package window

import (
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/engine/transport"
	"crossfeed/storage"
)

// Another process gives this device a new identifier: a window that was open before shows
// changes under the new identifier as made by "you", including its own.
func TestAnOpenWindowKnowsTheIdentifierThatAnotherProcessGave(t *testing.T) {
	folder, c := t.TempDir(), &clock{noon}
	process := func(seed byte) *engine.Engine {
		st, err := storage.Open(t.Context(), folder)
		must(t, err)
		e, err := engine.Open(t.Context(), engine.Parts{Store: st, Clock: c, Random: random(seed), Files: transport.Disk{}})
		must(t, err)
		t.Cleanup(func() { must(t, e.Close()) })
		return e
	}
	d := &desk{t: t, clock: c, engine: process('a'), settings: startedBefore()}
	old := d.engine.Device.ID()
	d.addedTo(record.Todo, record.Values{"title": "Milk"})
	d.open()
	d.mark(0)
	same(t, "before", d.shows("by you"), true)

	other := process('b')
	must(t, other.Device.Renew(t.Context()))
	change(t, other, d.win.item.Set, d.win.item.ID, "title", "Oats")
	d.win.Reload()
	d.rest()
	same(t, "the item", d.win.detail.Version().Title(), "Oats")
	same(t, "who is you", d.win.Speaker.Me(), other.Device.ID())
	same(t, "who was", d.win.Speaker.Me() == old, false)
	same(t, "after", d.shows("by you"), true)
}
