package window

import (
	"context"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/conflicts/log"
	"crossfeed/ui/window/place"
)

// publications is an engine that counts publications.
type publications struct {
	Engine
	published *int
}

func (c publications) Publish(ctx context.Context, list string) (string, error) {
	*c.published++
	return c.Engine.Publish(ctx, list)
}

// resolving is a desk on the conflict page, and how often it has published since.
func resolving(t *testing.T) (d *desk, laptop *engine.Engine, published *int) {
	t.Helper()
	d, laptop = parted(t)
	published = new(int)
	d.win.Engine = publications{d.win.Engine, published}
	d.press(fyne.KeyF8)
	d.rest()
	return d, laptop, published
}

// resolve takes the current version of the item on the page, and saves it.
func (d *desk) resolve() place.Item {
	d.t.Helper()
	it := d.win.pages.settle.Shown().Item
	before := len(d.win.now.Unsettled)
	d.types("1")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(d.t, "conflicts", len(d.win.now.Unsettled), before-1)
	return it
}

func conflictsAt(t *testing.T, e *engine.Engine, it place.Item) int {
	t.Helper()
	sync(t, e)
	there, err := e.Item(t.Context(), it.Set, it.ID)
	must(t, err)
	return len(there.Conflicts)
}

// Resolutions are published together, five seconds after the last one.
func TestResolutionsArePublishedTogether(t *testing.T) {
	d, laptop, published := resolving(t)
	first := d.resolve()
	d.seam.Elapse(4 * time.Second)
	second := d.resolve()
	d.seam.Elapse(4 * time.Second)
	same(t, "published after 4 seconds", *published, 0)
	same(t, "the first at the laptop", conflictsAt(t, laptop, first), 1)
	d.seam.Elapse(time.Second)
	same(t, "published after 5 seconds", *published, 1)
	same(t, "the first at the laptop", conflictsAt(t, laptop, first), 0)
	same(t, "the second at the laptop", conflictsAt(t, laptop, second), 0)
	d.seam.Elapse(time.Minute)
	same(t, "published later", *published, 1)
}

func TestResolutionsArePublishedWhenThePageIsLeft(t *testing.T) {
	d, laptop, published := resolving(t)
	it := d.resolve()
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "published", *published, 1)
	same(t, "at the laptop", conflictsAt(t, laptop, it), 0)
}

func TestResolutionsArePublishedWhenTheWindowIsClosed(t *testing.T) {
	d, laptop, published := resolving(t)
	it := d.resolve()
	d.win.Close()
	d.rest()
	same(t, "published", *published, 1)
	same(t, "at the laptop", conflictsAt(t, laptop, it), 0)
}

// The status bar offers to undo what was just saved.
func TestTheStatusBarUndoesAResolution(t *testing.T) {
	d, _, _ := resolving(t)
	it := d.resolve()
	d.clickIn(d.win.status.Object(), "Undo")
	same(t, "conflicts", len(d.win.now.Unsettled), 5)
	same(t, "the page shows", d.win.pages.settle.Shown().Item, it)
}

// Until a resolution is published nobody needs to be asked: the menu undoes it, and
// the laptop never hears of it. No key of the page does.
func TestTheMenuUndoesAResolutionSilently(t *testing.T) {
	d, laptop, _ := resolving(t)
	it := d.resolve()
	for range 3 {
		d.press(fyne.KeyZ, fyne.KeyModifierControl)
		d.rest()
	}
	same(t, "conflicts after Ctrl+Z on the page", len(d.win.now.Unsettled), 4)
	d.win.undoResolution() // the command of the menu
	d.rest()
	same(t, "conflicts", len(d.win.now.Unsettled), 5)
	same(t, "the page shows", d.win.pages.settle.Shown().Item, it)
	same(t, "said", strings.HasPrefix(d.win.status.Text(), "Undone: the resolution of “"+d.item(it).Winner.Title()+"”."), true)
	d.seam.Elapse(time.Minute)
	same(t, "at the laptop", conflictsAt(t, laptop, it), 1)
	there, err := laptop.Lineage(t.Context(), it.Set, it.ID, 0)
	must(t, err)
	for _, v := range there.Archived {
		if v.Version.Updates > 2 {
			t.Errorf("the laptop received update %d", v.Version.Updates)
		}
	}
}

// A resolution that others may have is undone once a person agrees.
func TestUndoAsksOnceWhereOthersMayHaveTheResolution(t *testing.T) {
	d, _, _ := resolving(t)
	it := d.resolve()
	title := d.item(it).Winner.Title()
	d.press(fyne.KeyEscape)
	d.rest()
	asked := "Others may have received the resolution of “" + title + "”. Undo it for everyone?"
	for _, c := range []struct {
		answer    string
		conflicts int
	}{{"Keep", 4}, {"Undo for everyone", 5}} {
		d.press(fyne.KeyZ, fyne.KeyModifierControl)
		d.rest()
		same(t, "asks", d.win.status.Text(), asked)
		same(t, "conflicts before the answer", len(d.win.now.Unsettled), 4)
		d.clickIn(d.win.status.Object(), c.answer)
		same(t, "conflicts after "+c.answer, len(d.win.now.Unsettled), c.conflicts)
	}
}

// Enter on what is asked keeps the resolution: the focus is on the harmless button.
func TestAHastyEnterKeepsAPublishedResolution(t *testing.T) {
	d, _, _ := resolving(t)
	d.resolve()
	d.press(fyne.KeyEscape)
	d.rest()
	before := d.fyne.Canvas().Focused()
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "conflicts", len(d.win.now.Unsettled), 4)
	same(t, "the focus is back", d.fyne.Canvas().Focused() == before, true)
}

// The log undoes the resolution that is marked, whatever was done since.
func TestTheLogUndoesTheMarkedResolution(t *testing.T) {
	d, _, _ := resolving(t)
	first := d.resolve()
	d.resolve()
	d.press(fyne.KeyL, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	d.press(fyne.KeyDown)
	marked, there := d.win.pages.decisions().Marked()
	same(t, "marked", there && place.Item{Set: marked.Set, ID: marked.Item} == first, true)
	d.click("Undo")
	d.rest()
	same(t, "conflicts", len(d.win.now.Unsettled), 4)
	var undone []bool
	for _, e := range decisionsOf(t, d) {
		undone = append(undone, e.Undone)
	}
	same(t, "undone are the newer and the older", undone[0] || !undone[1], false)
}

func decisionsOf(t *testing.T, d *desk) []log.Entry {
	t.Helper()
	all, err := d.engine.Decisions(t.Context(), "", "", 0)
	must(t, err)
	return all
}
